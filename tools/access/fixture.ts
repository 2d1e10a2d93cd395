// A started server with two people on it, for trying rights and hostile requests: calls from fresh
// loopback addresses, so that limits by address do not end the trying.
// It asserts nothing. Used by walk.ts, by tools/hostile/ and their tests.

import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { readSecrets } from '../../packages/server/src/base/config/index.ts';
import { embeddedAddress, embeddedFolder } from '../../packages/server/src/base/db/address.ts';
import { type Database, openDatabase } from '../../packages/server/src/base/db/index.ts';
import { findFreePort, makeFolder, runTool, startLauncher } from '../testing/server-process.ts';

/** Somebody with an account; `token` is a live session. */
export interface Person {
  readonly email: string;
  readonly ownerId: number;
  readonly token: string;
  /** Reads and trades over the trading API. */
  readonly key: ApiKey;
}

/** A key of the trading API. */
export interface ApiKey {
  readonly apiKey: string;
  readonly secret: string;
}

/** One call. */
export interface Call {
  readonly method: string;
  /** Path with its query. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What came back; `code` is the envelope's, or NaN without an envelope. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly code: number;
  readonly data: unknown;
}

/** The running world. */
export interface Fixture {
  readonly address: string;
  readonly port: number;
  readonly dataFolder: string;
  readonly database: Database;
  readonly alice: Person;
  readonly bob: Person;
  call(call: Call): Promise<Answer>;
  /** Headers of a person's own page. */
  own(person: Pick<Person, 'token'>): Record<string, string>;
  /** A session that was made then, seen then and perhaps ended. @returns its cookie's value. */
  makeSession(ownerId: number, times?: SessionTimes): Promise<string>;
  /** The same for an operator of a role, who is made anew. */
  makeOperatorSession(role: string, times?: SessionTimes): Promise<string>;
  stop(): Promise<void>;
}

/** How long ago, in milliseconds. */
export interface SessionTimes {
  readonly madeAgoMs?: number;
  readonly seenAgoMs?: number;
  readonly isEnded?: boolean;
  readonly isSteppedUp?: boolean;
}

const callsPerAddress = 40;
/** A long run goes on for hours. */
const steppedUpMs = 24 * 3_600_000;

/** The n-th address of this machine's own network. */
export function loopbackAddress(n: number): string {
  return `127.${1 + ((n >> 16) % 250)}.${(n >> 8) & 255}.${1 + (n % 250)}`;
}

async function createPerson(dataFolder: string, name: string) {
  const email = `${name}@example.com`;
  const words = ['--email', email, '--password', 'a sentence beats a puzzle', '--json'];
  const funds = ['--fund', 'USDT=1000000', '--fund', 'BTC=100'];
  const { code, out } = await runTool(dataFolder, ['user', 'create', ...words, ...funds]);
  if (code !== 0) throw new Error(`no user ${name}: ${out}`);
  const { ownerId } = JSON.parse(out.split('\n').at(-1) as string) as { ownerId: number };
  return { email, ownerId };
}

/** Make a key for a person. */
export async function createKey(
  dataFolder: string,
  email: string,
  permissions: string,
): Promise<ApiKey> {
  const words = ['keys', 'create', '--user', email, '--permissions', permissions, '--json'];
  const { code, out } = await runTool(dataFolder, words);
  if (code !== 0) throw new Error(`no key for ${email}: ${out}`);
  return JSON.parse(out.split('\n').at(-1) as string) as ApiKey;
}

/** A query as the owner of a key sends it: with the time, and signed. */
export function signQuery(query: string, { secret }: ApiKey): string {
  const timed = `${query}${query === '' ? '' : '&'}recvWindow=60000&timestamp=${Date.now()}`;
  return `${timed}&signature=${createHmac('sha256', secret).update(timed).digest('hex')}`;
}

function readAnswer(status: number, headers: IncomingHttpHeaders, text: string): Answer {
  let envelope: { code?: unknown; data?: unknown } | null = null;
  if ((headers['content-type'] ?? '').startsWith('application/json')) envelope = JSON.parse(text);
  const code = typeof envelope?.code === 'number' ? envelope.code : Number.NaN;
  return { status, headers, text, code, data: envelope?.data };
}

function makeCaller(port: number): { call: Fixture['call']; close: () => void } {
  let agent = new Agent();
  let callsCount = 0;
  const nextAgent = () => {
    if (callsCount % callsPerAddress === 0) {
      agent.destroy();
      const localAddress = loopbackAddress(callsCount / callsPerAddress);
      agent = new Agent({ keepAlive: true, localAddress });
    }
    callsCount += 1;
    return agent;
  };
  function send(call: Call): Promise<Answer> {
    const { method, url, headers = {}, body } = call;
    return new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const shape = text === undefined ? {} : { 'content-type': 'application/json' };
      const options = { host: '127.0.0.1', port, method, path: url, agent: nextAgent() };
      const sent = request({ ...options, headers: { ...shape, ...headers } }, (found) => {
        const parts: Buffer[] = [];
        found.on('data', (part: Buffer) => parts.push(part));
        found.on('end', () => {
          const whole = Buffer.concat(parts).toString();
          resolve(readAnswer(found.statusCode ?? 0, found.headers, whole));
        });
      });
      // A connection kept too long was closed before it could take this call.
      sent.on('error', (error) => {
        if (sent.reusedSocket) send(call).then(resolve, reject);
        else reject(error);
      });
      sent.end(text);
    });
  }
  return { close: () => agent.destroy(), call: send };
}

function makeSessionWriter(database: Database): Fixture['makeSession'] {
  return async (ownerId, times = {}) => {
    const { madeAgoMs = 0, seenAgoMs = 0, isEnded = false, isSteppedUp = false } = times;
    const token = randomBytes(32).toString('base64url');
    const before = (ms: number) => new Date(Date.now() - ms);
    await database.execute(
      `INSERT INTO sessions (token_hash, owner_id, ip, device, created_at, last_seen_at, ended_at,
         stepped_up_until) VALUES ($1, $2, '127.0.0.1', 'test', $3, $4, $5, $6)`,
      [
        createHash('sha256').update(token).digest(),
        ownerId,
        before(madeAgoMs),
        before(seenAgoMs),
        isEnded ? before(0) : null,
        isSteppedUp ? before(-steppedUpMs) : null,
      ],
    );
    return token;
  };
}

function makeOperatorSessionWriter(database: Database): Fixture['makeOperatorSession'] {
  return async (role, { madeAgoMs = 0, seenAgoMs = 0, isEnded = false } = {}) => {
    const token = randomBytes(32).toString('base64url');
    const before = (ms: number) => new Date(Date.now() - ms);
    await database.execute(
      `WITH made AS (INSERT INTO operators (email, role, password_hash) VALUES ($1, $2, '')
         RETURNING operator_id)
       INSERT INTO operator_sessions (operator_id, token_hash, ip, device, created_at,
         last_seen_at, ended_at, factor_at)
       SELECT operator_id, $3, '127.0.0.1', 'test', $4, $5, $6, $4 FROM made`,
      [
        `${randomBytes(8).toString('hex')}@example.com`,
        role,
        createHash('sha256').update(token).digest(),
        before(madeAgoMs),
        before(seenAgoMs),
        isEnded ? before(0) : null,
      ],
    );
    return token;
  };
}

/** Start a server and make two people on it. */
export async function startFixture(): Promise<Fixture> {
  const folder = makeFolder();
  const port = await findFreePort();
  const server = startLauncher({ dataFolder: folder.path, port });
  await server.ready;
  const secrets = await readSecrets(folder.path);
  const database = openDatabase({
    address: embeddedAddress(embeddedFolder(folder.path), {
      owner: secrets['database-owner'],
      app: secrets['database-app'],
    }),
    role: 'owner',
    applicationName: 'isobath tests',
  });
  const makeSession = makeSessionWriter(database);
  const meet = async (name: string): Promise<Person> => {
    const person = await createPerson(folder.path, name);
    const key = await createKey(folder.path, person.email, 'read,spot,transfer');
    return { ...person, key, token: await makeSession(person.ownerId) };
  };
  const { call, close } = makeCaller(port);
  const address = `http://127.0.0.1:${port}`;
  return {
    address,
    port,
    dataFolder: folder.path,
    database,
    alice: await meet('alice-the-first'),
    bob: await meet('bob-the-second'),
    call,
    makeSession,
    makeOperatorSession: makeOperatorSessionWriter(database),
    own: ({ token }) => ({
      cookie: `__Host-session=${token}`,
      origin: address,
      'x-requested-with': 'isobath',
    }),
    async stop() {
      close();
      await database.close();
      server.npm.kill('SIGTERM');
      await server.ended;
      folder.remove();
    },
  };
}
