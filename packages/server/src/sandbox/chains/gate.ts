// The address under which others reach a node: with a password, with the questions that are for
// everybody and no others, and closed while a block is made until it is saved. So nobody reads a
// block that a kill could take away again. It knows no chain. Called by keeper.ts.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as send,
  type Server,
  type ServerResponse,
} from 'node:http';

/** 4 MiB: a request to a node; the longest is a signed transaction. */
const BODY_BYTES_MAX = 1 << 22;

/** What a gate lets through, and where to. */
export interface GateOptions {
  readonly methods: ReadonlySet<string>;
  /** Those among the methods that bring a transaction. */
  readonly broadcastMethods: ReadonlySet<string>;
  /** Address of the node; undefined while it is away. */
  readonly findNode: () => string | undefined;
  /** Told after a transaction was brought. */
  readonly onBroadcast: () => void;
}

/** A gate that is open. */
export interface Gate {
  /** Address with name and password. */
  readonly url: string;
  /** Run what nobody may see half of: after all questions under way, before all others. */
  alone<TResult>(work: () => Promise<TResult>): Promise<TResult>;
  close(): Promise<void>;
}

/** Lets many in at once, or one alone. */
class Door {
  #inside = 0;
  #closed: Promise<unknown> | undefined;
  #whenEmpty: (() => void) | undefined;
  #last: Promise<unknown> = Promise.resolve();

  async enter(): Promise<void> {
    while (this.#closed !== undefined) await this.#closed;
    this.#inside += 1;
  }

  leave(): void {
    this.#inside -= 1;
    if (this.#inside === 0) this.#whenEmpty?.();
  }

  alone<TResult>(work: () => Promise<TResult>): Promise<TResult> {
    const mine = this.#last.then(async () => {
      let open = () => {};
      this.#closed = new Promise<void>((resolve) => (open = resolve));
      if (this.#inside > 0) await new Promise<void>((resolve) => (this.#whenEmpty = resolve));
      this.#whenEmpty = undefined;
      try {
        return await work();
      } finally {
        this.#closed = undefined;
        open();
      }
    });
    this.#last = mine.catch(() => {});
    return mine;
  }
}

/** Open a gate on a free port of this machine. */
export async function openGate(options: GateOptions): Promise<Gate> {
  const password = randomBytes(24).toString('hex');
  const expected = Buffer.from(`Basic ${Buffer.from(`local:${password}`).toString('base64')}`);
  const door = new Door();
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => {
    answer({ request, response, options, expected, door, agent }).catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://local:${password}@127.0.0.1:${port}`,
    alone: (work) => door.alone(work),
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
    });
  });
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly options: GateOptions;
  readonly expected: Buffer;
  readonly door: Door;
  readonly agent: Agent;
}

async function answer({ request, response, ...rest }: Exchange): Promise<void> {
  const { options, expected, door, agent } = rest;
  const given = Buffer.from(request.headers.authorization ?? '');
  const isKnown = given.length === expected.length && timingSafeEqual(given, expected);
  // A page of a browser has no business here, password or not.
  if (!isKnown || request.headers.origin !== undefined) return void response.writeHead(401).end();
  const body = await readBody(request);
  const methods = readMethods(body);
  if (methods === undefined || !methods.every((method) => options.methods.has(method))) {
    return void response.writeHead(403).end();
  }
  await door.enter();
  try {
    await forward({ response, body, agent, url: options.findNode() });
  } finally {
    door.leave();
  }
  if (methods.some((method) => options.broadcastMethods.has(method))) options.onBroadcast();
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > BODY_BYTES_MAX) throw new Error('too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The methods of a request; undefined when it is none. */
function readMethods(body: Buffer): string[] | undefined {
  try {
    const questions = [JSON.parse(body.toString())].flat() as { readonly method?: unknown }[];
    return questions.map(({ method }) => String(method));
  } catch {
    return undefined;
  }
}

interface Forwarding {
  readonly response: ServerResponse;
  readonly body: Buffer;
  readonly agent: Agent;
  readonly url: string | undefined;
}

function forward({ response, body, agent, url }: Forwarding): Promise<void> {
  if (url === undefined) {
    response.writeHead(503).end();
    return Promise.resolve();
  }
  const { username, password, port } = new URL(url);
  const secret = Buffer.from(`${username}:${password}`).toString('base64');
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    ...(username === '' ? {} : { authorization: `Basic ${secret}` }),
  };
  return new Promise((resolve) => {
    const end = () => {
      if (!response.headersSent) response.writeHead(502);
      response.end();
      resolve();
    };
    const onward = send({ host: '127.0.0.1', port, method: 'POST', headers, agent }, (back) => {
      response.writeHead(back.statusCode ?? 502, { 'content-type': 'application/json' });
      back.pipe(response);
      back.once('close', resolve);
    });
    onward.once('error', end);
    response.once('close', () => onward.destroy());
    onward.end(body);
  });
}
