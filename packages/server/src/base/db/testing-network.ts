// An operator's PostgreSQL for tests: the server we bring along, on a loopback port with passwords,
// owned by nobody of ours; and one that only says what is wrong with it. Not part of the product.
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../process/free-port.ts';
import { embeddedAddress } from './address.ts';
import { prepareCluster } from './embedded/cluster.ts';
import { startPostmaster, type Postmaster } from './embedded/postmaster.ts';
import { openDatabase, type Database } from './pool.ts';

const PASSWORDS = { owner: 'rootpassword', app: 'unused' };

/** A server reached over the network. */
export interface NetworkServer {
  /** `postgres://...` of an ordinary user who may make roles and owns an empty database. */
  readonly url: string;
  /** As its superuser, to look at everything and to plant damage. */
  openRoot(): Database;
  /** End it and start it with other settings. */
  restart(changes: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

/** Start one; it takes passwords only. */
export async function startNetworkServer(): Promise<NetworkServer> {
  const parent = await mkdtemp(join(tmpdir(), 'isobath-network-'));
  const folder = join(parent, 'database');
  await prepareCluster(folder, PASSWORDS);
  await appendFile(join(folder, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
  const port = await findFreePort();
  const start = (changes: Readonly<Record<string, string>> = {}) =>
    startPostmaster(folder, join(parent, 'database.log'), {
      listen_addresses: '127.0.0.1',
      port: String(port),
      ...changes,
    });
  let server: Postmaster = await start();
  const openRoot = (database: string) => {
    const address = { ...embeddedAddress(folder, PASSWORDS), port, database };
    return openDatabase({ address, role: 'owner', applicationName: 'test' });
  };
  const root = openRoot('postgres');
  await root.execute("CREATE ROLE operator LOGIN CREATEROLE PASSWORD 'p@ss word'");
  await root.execute('CREATE DATABASE venue OWNER operator');
  await root.close();
  return {
    url: `postgres://operator:p%40ss%20word@127.0.0.1:${port}/venue`,
    openRoot: () => openRoot('venue'),
    async restart(changes) {
      await server.stop();
      server = await start(changes);
    },
    async stop() {
      await server.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

/** Rows by a word of the statement that asks for them; values as text. */
type Script = readonly (readonly [word: string, columns: Readonly<Record<string, string>>])[];

const TEXT = 25;
const INT4 = 23;

function message(kind: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function int(bytes: 2 | 4, value: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeIntBE(value, 0, bytes);
  return buffer;
}

const text = (value: string) => Buffer.from(`${value}\0`);
const ready = message('Z', Buffer.from('I'));

function describeColumn([name, value]: readonly [string, string]): Buffer {
  const type = int(4, /^\d+$/.test(value) ? INT4 : TEXT);
  return Buffer.concat([text(name), int(4, 0), int(2, 0), type, int(2, -1), int(4, -1), int(2, 0)]);
}

function answerRow(columns: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(columns);
  const values = entries.map(([, value]) =>
    Buffer.concat([int(4, Buffer.byteLength(value)), Buffer.from(value)]),
  );
  return Buffer.concat([
    message('T', int(2, entries.length), ...entries.map(describeColumn)),
    message('D', int(2, entries.length), ...values),
    message('C', text('SELECT 1')),
    ready,
  ]);
}

function converse(socket: Socket, script: Script): void {
  let isGreeted = false;
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    if (!isGreeted) {
      isGreeted = true;
      socket.write(Buffer.concat([message('R', int(4, 0)), ready]));
      return;
    }
    if (chunk.toString('latin1', 0, 1) !== 'Q') return;
    const statement = chunk.toString('utf8', 5);
    const found = script.find(([word]) => statement.includes(word));
    socket.write(answerRow(found?.[1] ?? { nothing: '' }));
  });
}

/** A server that cannot be used, as far as a client can see that asks before it does anything. */
export async function startUnfitServer(unfit: {
  readonly version?: string;
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<{ url: string; stop(): Promise<void> }> {
  const names = ['fsync', 'full_page_writes', 'data_checksums', 'synchronous_commit'];
  const on = Object.fromEntries(names.map((name) => [name, 'on']));
  const script: Script = [
    ['server_version_num', { version: unfit.version ?? '180000' }],
    ['fsync', { ...on, ...unfit.settings }],
  ];
  const server = createServer((socket) => converse(socket, script));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  return {
    url: `postgres://operator:any@127.0.0.1:${port}/venue`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
