// What is said of a broken request may not stand in the midst of another answer.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerBroken } from './broken-requests.ts';

let server: Server;

beforeEach(async () => {
  server = createServer((_request, response) => response.write('begun'));
  const says = { translate: (_locale: string, word: string) => word, lines: '' };
  server.on('clientError', (error, socket) =>
    answerBroken({ error, socket: socket as Socket }, says),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Say something; once the other side has answered it, more. @returns all that was heard. */
async function say(first: string, more = ''): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
  socket.on('error', () => {});
  socket.write(first);
  if (more !== '') {
    await once(socket, 'data');
    socket.write(more);
  }
  await once(socket, 'close');
  return heard;
}

test('a broken request is answered on a quiet connection', async () => {
  expect(await say('no request\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

test('an answer that has begun is cut off, with nothing said in its midst', async () => {
  const heard = await say('GET / HTTP/1.1\r\nhost: a\r\n\r\n', 'no request\r\n\r\n');
  expect(heard).toContain('begun');
  expect(heard.match(/HTTP\/1\.1/g)).toHaveLength(1);
});
