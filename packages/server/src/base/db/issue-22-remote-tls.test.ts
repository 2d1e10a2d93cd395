import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { parseDatabaseUrl } from './address.ts';
import { checkExternal } from './external.ts';

const read = (url: string) => parseDatabaseUrl(url, 'app');

test.each([
  ['postgres://u:p@db.example/x', 'verify'],
  ['postgres://u:p@10.0.0.7:5433/x', 'verify'],
  ['postgres://u:p@[2001:db8::7]/x', 'verify'],
  // A name that only begins like this machine's.
  ['postgres://u:p@127.0.0.1.example/x', 'verify'],
  ['postgres://u:p@localhost.example/x', 'verify'],
  ['postgres://u:p@db.example/x?sslmode=require', 'encrypt'],
  ['postgres://u:p@db.example/x?sslmode=verify-full', 'verify'],
  ['postgres://u:p@db.example/x?sslmode=disable', undefined],
  ['postgres://u:p@127.0.0.2/x', undefined],
  ['postgres://u:p@[::1]/x', undefined],
  ['postgres://u:p@localhost/x', undefined],
  ['postgres://u:p@localhost/x?sslmode=verify-ca', 'verify'],
  ['postgres:///x?host=/run/postgresql', undefined],
])('%s is spoken to with %s', (url, tls) => {
  expect(read(url)).toBeDefined();
  expect(read(url)?.tls).toBe(tls);
});

test.each(['prefer', 'allow', 'no', 'DISABLE', 'constructor'])(
  'sslmode=%s, which may end without TLS or says nothing, is no address',
  (mode) => expect(read(`postgres://u:p@db.example/x?sslmode=${mode}`)).toBeUndefined(),
);

test('a server without TLS is refused before it hears who asks', async () => {
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('data', (bytes) => {
      heard.push(Buffer.from(bytes));
      socket.write('N');
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  const far = read('postgres://ada:secret@db.example/venue');
  if (far === undefined) throw new Error('no address');
  const checked = checkExternal({ ...far, host: '127.0.0.1', port });
  await expect(checked).rejects.toMatchObject({
    exitCode: 69,
    message: expect.stringMatching(/speaks no TLS: .* sslmode=disable/),
  });
  // The question for TLS alone: eight bytes, the number it has in the protocol.
  expect(Buffer.concat(heard).toString('hex')).toBe('0000000804d2162f');
  await new Promise((resolve) => server.close(resolve));
});
