// The short way of the dialect over HTTP: a plain request for a path that is served is read from
// its connection and answered there, past the HTTP library, whose objects for request and answer
// cost more than all else that an order does here. What it is answered is the same (requests.ts).
// The first piece that is anything else hands its connection to the library, for good.
import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { forgetHeaders, type PlainRequest, readPlainRequest } from './plain-request.ts';
import {
  answerCall,
  type BinanceAnswer,
  type BinanceServing,
  type RequestSigns,
  type ServedCall,
} from './requests.ts';

/** What the short way stands on. */
export interface FastPathOptions extends BinanceServing {
  readonly served: ReadonlyMap<string, ServedCall>;
  /** Whether a request is the library's to answer, whatever it asks for. */
  readonly isLeftAlone: (request: RequestSigns) => boolean;
  /** Headers of every answer to programs, as lines. */
  readonly readSafeHeaders: (request: RequestSigns) => string;
}

/** Connections that go the short way. */
export interface FastPath {
  /** End them all, and take no more. */
  close(): void;
}

const LOOK_EVERY_MS = 4_000;
/** Who is banned has their connection closed with the answer. */
const BANNED = 418;

/** The header of the second, made once a second. */
function createDateHeader(): () => string {
  let second = 0;
  let header = '';
  return () => {
    const nowMs = Date.now();
    const now = Math.floor(nowMs / 1_000);
    if (now !== second) {
      second = now;
      header = `date: ${new Date(nowMs).toUTCString()}\r\n`;
    }
    return header;
  };
}

const readDateHeader = createDateHeader();

/** @param lines - headers that do not depend on the answer. */
function writeAnswer(answer: BinanceAnswer, bytesCount: number, lines: string): string {
  const { status, headers, text } = answer;
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return `${head}${lines}${readDateHeader()}content-length: ${bytesCount}\r\n\r\n${text}`;
}

interface Way {
  readonly options: FastPathOptions;
  readonly keepAliveMs: number;
  /** The same as a header for those who may ask again. */
  readonly keepAliveLines: string;
  readonly open: Set<FastPathConnection>;
  /** Give a connection to the HTTP library. */
  readonly handOver: (socket: Socket) => void;
}

function findCall({ served }: FastPathOptions, { method, url }: PlainRequest) {
  const end = url.indexOf('?');
  return served.get(`${method} ${end < 0 ? url : url.slice(0, end)}`);
}

class FastPathConnection {
  readonly socket: Socket;
  readonly #way: Way;
  readonly #headers = forgetHeaders();
  #isBusy = false;
  #isEnded = false;
  /** Looks since the last request. */
  #looks = 0;

  constructor(socket: Socket, way: Way) {
    this.socket = socket;
    this.#way = way;
    way.open.add(this);
    socket.on('data', this.#take);
    socket.on('end', this.#end);
    socket.on('error', this.#fail);
    socket.on('close', this.#forget);
  }

  /** One who says nothing for so long is not waited for, nor one who does not read. */
  look(): void {
    this.#looks += 1;
    if (!this.#isBusy && this.#looks * LOOK_EVERY_MS > this.#way.keepAliveMs) this.socket.destroy();
  }

  readonly #take = (bytes: Buffer): void => {
    if (this.#isBusy) {
      // Whoever does not wait for their answer waits here.
      this.socket.pause();
      this.socket.unshift(bytes);
      return;
    }
    const { options } = this.#way;
    const read = readPlainRequest(bytes, this.#headers);
    const call = read && findCall(options, read);
    if (read === undefined || call === undefined) return this.#handOver(bytes);
    const request = { url: read.url, headers: read.headers, socket: this.socket };
    if (options.isLeftAlone(request)) this.#handOver(bytes);
    else void this.#answer(call, request, read.body);
  };

  async #answer(call: ServedCall, request: RequestSigns, body: string): Promise<void> {
    const { socket } = this;
    const { options, keepAliveLines } = this.#way;
    this.#isBusy = true;
    this.#looks = 0;
    const requestId = randomUUID();
    const startedMs = performance.now();
    const answer = await answerCall(call, options, { request, requestId, body });
    const safe = options.readSafeHeaders(request);
    const isLast = answer.status === BANNED;
    const ending = isLast ? 'connection: close\r\n' : keepAliveLines;
    const lines = `${safe}x-request-id: ${requestId}\r\n${ending}`;
    const bytesCount = Buffer.byteLength(answer.text);
    const encoding = bytesCount === answer.text.length ? 'latin1' : 'utf8';
    this.#isBusy = false;
    this.#looks = 0;
    const { method, path } = call.handler.route;
    options.logs?.noteAnswer({
      requestId,
      ip: options.peers.readAddress(request),
      method,
      path,
      route: path,
      status: answer.status,
      ms: performance.now() - startedMs,
    });
    if (socket.destroyed) return;
    const hasRoom = socket.write(writeAnswer(answer, bytesCount, lines), encoding);
    if (isLast) socket.end(() => socket.destroy());
    else if (this.#isEnded) socket.end();
    else if (!hasRoom) this.#waitForRoom();
    else if (socket.isPaused()) socket.resume();
  }

  /** Who does not read their answers asks no more. */
  #waitForRoom(): void {
    this.socket.pause();
    this.socket.once('drain', () => this.socket.resume());
  }

  #handOver(bytes: Buffer): void {
    const { socket } = this;
    this.#forget();
    socket.off('data', this.#take);
    socket.off('end', this.#end);
    socket.off('error', this.#fail);
    socket.off('close', this.#forget);
    socket.pause();
    socket.unshift(bytes);
    this.#way.handOver(socket);
    process.nextTick(() => socket.resume());
  }

  /** They say no more, but may still read. */
  readonly #end = (): void => {
    this.#isEnded = true;
    if (!this.#isBusy) this.socket.end();
  };

  readonly #fail = (): void => void this.socket.destroy();

  readonly #forget = (): void => void this.#way.open.delete(this);
}

/** Take what can go the short way; the server's own listeners get the other connections. */
export function serveDirectly(server: Server, options: FastPathOptions): FastPath {
  const others = server.listeners('connection');
  const open = new Set<FastPathConnection>();
  let isClosed = false;
  const keepAliveS = Math.floor(server.keepAliveTimeout / 1_000);
  const way: Way = {
    options,
    keepAliveMs: server.keepAliveTimeout,
    keepAliveLines: `connection: keep-alive\r\nkeep-alive: timeout=${keepAliveS}\r\n`,
    open,
    handOver: (socket) => {
      for (const other of others) Reflect.apply(other, server, [socket]);
    },
  };
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (isClosed) socket.destroy();
    else new FastPathConnection(socket, way);
  });
  const timer = setInterval(() => {
    for (const connection of open) connection.look();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const { socket } of open) socket.destroy();
    },
  };
}
