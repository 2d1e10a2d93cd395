// A Bitcoin node of regtest as a process of its own: JSON-RPC on a free port of this machine, with
// a password. It has its chain in memory: whoever starts it gives it the blocks (keeper_load).
// It knows no other package of ours. It is allowed to read code and to open this port, no more.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { openBcoin } from './bcoin.ts';
import { createMethods, RpcRefusal } from './methods.ts';

/** 32 MiB: the blocks of a start come in parts that are smaller. */
const BODY_BYTES_MAX = 1 << 25;

interface RpcRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params?: readonly unknown[];
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > BODY_BYTES_MAX) throw new RpcRefusal(-32_600, 'too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** With the number that Bitcoin Core gives, where bcoin has another or none. */
function toRefusal(error: unknown): { readonly code: number; readonly message: string } {
  const { code, message } = error as { readonly code?: unknown; readonly message: string };
  if (/^(Block|Transaction) not found/.test(message)) return { code: -5, message };
  return { code: typeof code === 'number' ? code : -1, message };
}

async function serve(): Promise<void> {
  const password = process.env.BITCOIN_NODE_PASSWORD ?? '';
  if (password === '') throw new Error('BITCOIN_NODE_PASSWORD is missing.');
  const expected = `Basic ${Buffer.from(`local:${password}`).toString('base64')}`;
  const bcoin = await openBcoin();
  const methods = createMethods(bcoin);
  const answer = async ({ id, method, params = [] }: RpcRequest): Promise<object> => {
    try {
      const own = Object.hasOwn(methods, method) ? methods[method] : undefined;
      const result =
        own === undefined
          ? await bcoin.node.rpc.execute({ method, params })
          : await own(...(params as never[]));
      return { id, result, error: null };
    } catch (error) {
      return { id, result: null, error: toRefusal(error) };
    }
  };
  // One after the other: a block that is being made and a question would see half of each other.
  let last: Promise<unknown> = Promise.resolve();
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.authorization !== expected) return void response.writeHead(401).end();
    const asked = JSON.parse(await readBody(request)) as RpcRequest | RpcRequest[];
    const answering = last.then(async () => {
      if (!Array.isArray(asked)) return answer(asked);
      const answers = [];
      for (const one of asked) answers.push(await answer(one));
      return answers;
    });
    last = answering;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(await answering));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address === 'object') {
      console.log(`Listening on 127.0.0.1:${address.port}`);
    }
  });
}

await serve();
