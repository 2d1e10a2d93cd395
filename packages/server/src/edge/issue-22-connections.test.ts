import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../../tools/testing/wait.ts';
import { limitConnections } from './connections.ts';

let server: Server;
let addresses: string[];
let open: Socket[];

beforeEach(async () => {
  server = createServer((_request, response) => response.end('ok'));
  addresses = [];
  open = [];
  const readAddress = () => addresses.shift() ?? '';
  limitConnections(server, { trusted: ['10.0.0.0/8'], countMax: 3, readAddress });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
});
afterEach(async () => {
  for (const socket of open) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** Connect as from there and ask for something. @returns whether there was an answer. */
async function ask(address: string): Promise<boolean> {
  addresses.push(address);
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  open.push(socket);
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
}

const askAll = async (list: readonly string[]) => {
  const answers: boolean[] = [];
  for (const address of list) answers.push(await ask(address));
  return answers;
};

test('a network keeps so many connections and no more; one that ends makes room', async () => {
  const one = '203.0.113.7';
  expect(await askAll([one, one, one, one, '203.0.113.8'])).toEqual([
    true,
    true,
    true,
    false,
    true,
  ]);
  open[0]?.destroy();
  const connected = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  await waitFor('its end', async () => (await connected()) === 3);
  expect(await askAll([one, one])).toEqual([true, false]);
});

test('all addresses of a /64 are one network, this machine and proxies are none', async () => {
  const line = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:1::', '2001:db8::3', '2001:db8:1::1'];
  expect(await askAll(line)).toEqual([true, true, true, false, true]);
  const many = (address: string) => Array.from({ length: 6 }, () => address);
  const free = [...many('127.0.0.1'), ...many('::1'), ...many('10.1.2.3')];
  expect(await askAll(free)).toEqual(free.map(() => true));
});
