// Market and user streams of the trading dialect: `/ws/NAME`, `/stream?streams=NAME/NAME`, or any
// of them bare and then SUBSCRIBE. It knows no stream: the hub's sources do. Opened by
// edge-process.ts.
import type { StreamForm, StreamHub, StreamReader } from '../../base/feed/index.ts';
import type { Line, StartTalk } from './lines.ts';
import {
  parseStreamRequest,
  parseStreamText,
  readRequestId,
  type RequestId,
  StreamRefusal,
  type StreamRequest,
} from './stream-requests.ts';

/** Streams of one connection. */
export const STREAMS_COUNT_MAX = 1_024;
/** Messages that may come on one connection, pings and pongs too. */
export const MESSAGES_PER_SECOND = 5;
const NAME_LENGTH_MAX = 100;
const NORMAL_CLOSE = 1000;
const POLICY_CLOSE = 1008;
/** Room for a request that names one stream. */
const SHORT_LENGTH = 200;

/** What a path and its query ask for. */
interface Beginning {
  readonly names: readonly string[];
  readonly form: StreamForm;
}

/** Whether a path is one of the dialect's stream connections. */
export function isStreamPath(path: string): boolean {
  return path === '/stream' || path.startsWith('/stream/') || path.startsWith('/ws/');
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}

/** Whether a query asks for microseconds. */
export function wantsMicros(query: URLSearchParams): boolean {
  return query.get('timeUnit')?.toLowerCase() === 'microsecond';
}

function readBeginning(url: string): Beginning {
  const [path, search = ''] = url.split('?');
  const query = new URLSearchParams(search);
  const isCombined = path.startsWith('/stream');
  // In a query a plus reads as a space, which no name has.
  const streams = (query.get('streams') ?? '').replaceAll(' ', '+');
  const texts = isCombined ? streams.split('/') : path.split('/').slice(2);
  return {
    names: texts.slice(0, STREAMS_COUNT_MAX).map(decode),
    form: { isCombined, isMicro: wantsMicros(query) },
  };
}

class Conversation implements StreamReader {
  readonly #hub: StreamHub;
  readonly #line: Line;
  readonly #names = new Set<string>();
  #form: StreamForm;

  constructor(hub: StreamHub, line: Line, beginning: Beginning) {
    this.#hub = hub;
    this.#line = line;
    this.#form = beginning.form;
    // A path may carry any number or name, as some libraries do to tell connections apart.
    const names = beginning.names.filter((name) => hub.has(name));
    if (line.budget.take(Math.max(1, beginning.names.length))) {
      for (const name of names) this.#join(name);
    } else line.close(POLICY_CLOSE, 'asked for too much');
  }

  #join(name: string): void {
    this.#names.add(name);
    this.#hub.join(name, this, this.#form);
  }

  hear(text: string): void {
    // A long request is not even read for who asks on after they were told that it is too much.
    if (text.length > SHORT_LENGTH && this.#line.budget.isInDebt()) {
      this.#line.close(POLICY_CLOSE, 'asked for too much');
      return;
    }
    let id: RequestId = null;
    try {
      const fields = parseStreamText(text);
      id = readRequestId(fields);
      const request = parseStreamRequest(fields);
      this.#check(request);
      // The answer goes out before the first message of what was asked for.
      this.#line.send(JSON.stringify({ result: this.#read(request), id }));
      this.#apply(request);
    } catch (error) {
      if (!(error instanceof StreamRefusal)) throw error;
      const { code, message } = error;
      this.#line.send(JSON.stringify({ error: { code, msg: message }, id }));
    }
  }

  #check(request: StreamRequest): void {
    const namesCount = 'names' in request ? request.names.length : 0;
    if (!this.#line.budget.take(Math.max(1, namesCount))) {
      throw new StreamRefusal(2, 'Invalid request: too many streams asked for, wait');
    }
    if (request.method === 'SUBSCRIBE') {
      const isKnown = (name: string) => name.length <= NAME_LENGTH_MAX && this.#hub.has(name);
      if (!request.names.every(isKnown)) {
        throw new StreamRefusal(2, 'Invalid request: invalid stream');
      }
      if (new Set([...this.#names, ...request.names]).size > STREAMS_COUNT_MAX) {
        throw new StreamRefusal(2, `Invalid request: more than ${STREAMS_COUNT_MAX} streams`);
      }
    }
    if ('property' in request && request.property !== 'combined') {
      throw new StreamRefusal(0, 'Unknown property');
    }
    if (request.method === 'SET_PROPERTY' && typeof request.value !== 'boolean') {
      throw new StreamRefusal(1, 'Invalid value type: expected Boolean');
    }
  }

  #read(request: StreamRequest): unknown {
    if (request.method === 'LIST_SUBSCRIPTIONS') return [...this.#names];
    return request.method === 'GET_PROPERTY' ? this.#form.isCombined : null;
  }

  #apply(request: StreamRequest): void {
    if (request.method === 'SUBSCRIBE') {
      for (const name of request.names) if (!this.#names.has(name)) this.#join(name);
    } else if (request.method === 'UNSUBSCRIBE') {
      for (const name of request.names) this.#leave(name);
    } else if (request.method === 'SET_PROPERTY') {
      this.#form = { ...this.#form, isCombined: request.value === true };
      for (const name of this.#names) this.#hub.change(name, this, this.#form);
    }
  }

  #leave(name: string): void {
    if (this.#names.delete(name)) this.#hub.leave(name, this);
  }

  write(frames: Buffer): void {
    this.#line.write(frames);
  }

  /** A stream ended: who came for nothing else is let go. */
  ended(name: string): void {
    this.#names.delete(name);
    if (this.#names.size === 0) this.#line.close(NORMAL_CLOSE, 'the stream ended');
  }

  leaveAll(): void {
    for (const name of this.#names) this.#leave(name);
  }

  showShutdown(atMs: number): string {
    return JSON.stringify({ e: 'serverShutdown', E: this.#form.isMicro ? atMs * 1_000 : atMs });
  }
}

/** Start the talk of a stream connection. @param url - path and query of the upgrade. */
export function startStreams(hub: StreamHub, url: string): StartTalk {
  return (line) => {
    const conversation = new Conversation(hub, line, readBeginning(url));
    return {
      hear: (text) => conversation.hear(text),
      ended: () => conversation.leaveAll(),
      showShutdown: (atMs) => conversation.showShutdown(atMs),
      messagesPerSecond: MESSAGES_PER_SECOND,
    };
  };
}
