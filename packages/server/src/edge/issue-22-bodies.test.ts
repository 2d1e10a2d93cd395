// How much of a body is read: what its route needs, and of one that announces more not a byte.
import { connect, type AddressInfo } from 'node:net';
import { BODY_BYTES_MAX, bodyBytes, defineRoute, z } from '@isobath/wire';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../base/product/index.ts';
import type { Sessions } from '../base/sessions/index.ts';
import { translatePlainly } from './answer.ts';
import { createEdge } from './http.ts';

const ORIGIN = 'http://127.0.0.1:4870';
const small = defineRoute({
  method: 'POST',
  path: '/hk-web/test/small',
  role: 'public',
  owner: 'none',
  rate: 'write',
  summary: 'Takes a short text.',
  body: z.object({ text: z.string() }),
  answer: z.object({ length: z.number() }),
});
const large = defineRoute({
  ...small,
  path: '/hk-web/test/large',
  bodyBytesMax: bodyBytes.picture,
});
let app: FastifyInstance;

beforeAll(async () => {
  const handle = async ({ body }: { body: { text: string } }) => ({ length: body.text.length });
  app = createEdge({
    handlers: [serve(small, handle), serve(large, handle)],
    sessions: { peek: () => undefined, read: async () => undefined } as unknown as Sessions,
    translate: translatePlainly,
    ownOrigin: ORIGIN,
    mode: 'production',
    readNowMs: () => 0,
    report: (error) => expect.unreachable(String(error)),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** @param length - of the whole body. */
const bodyOf = (length: number) => JSON.stringify({ text: 'x'.repeat(length - 11) });
const ask = (url: string, length: number) =>
  app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'isobath',
      origin: ORIGIN,
    },
    payload: bodyOf(length),
  });

test.each([
  [small.path, BODY_BYTES_MAX, 200],
  [small.path, BODY_BYTES_MAX + 1, 413],
  [large.path, BODY_BYTES_MAX + 1, 200],
  [large.path, bodyBytes.picture, 200],
  [large.path, bodyBytes.picture + 1, 413],
  ['/hk-web/nothing/here', BODY_BYTES_MAX + 1, 413],
  ['/hk-web/nothing/here', BODY_BYTES_MAX, 404],
])('%s of %i bytes is answered with %i', async (url, length, status) => {
  expect((await ask(url, length)).statusCode).toBe(status);
});

/** Send a head and no body. @returns all that is said until the connection ends. */
async function announce(lines: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `POST ${small.path} HTTP/1.1\r\nhost: 127.0.0.1:4870\r\norigin: ${ORIGIN}\r\n` +
      `content-type: application/json\r\n${lines}\r\n`,
  );
  let said = '';
  for await (const piece of socket) said += String(piece);
  return said;
}

test('a body that is announced as too long is refused without one byte of it', async () => {
  const said = await announce(`content-length: ${BODY_BYTES_MAX + 1}\r\n`);
  expect(said).toMatch(/^HTTP\/1\.1 413 /);
  expect(said).toContain('"reject":"too_large"');
});

test('a body of unknown length is read so far and no further', async () => {
  const piece = `${(8 * 1024).toString(16)}\r\n${'x'.repeat(8 * 1024)}\r\n`;
  const said = await announce(`transfer-encoding: chunked\r\n\r\n${piece.repeat(3)}`);
  expect(said).toMatch(/^HTTP\/1\.1 413 /);
});
