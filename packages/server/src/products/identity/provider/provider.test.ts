// Checks with the provider of a sandbox: everything it can do to us, and that nothing of a person
// is left behind with it or with us.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identityStatuses } from '../../../base/identity/index.ts';
import {
  connectChecks,
  type ProviderAccess,
  readProviderAccess,
  SIGNATURE_HEADER,
  signText,
} from '../../../base/providers/index.ts';
import type { Sessions } from '../../../base/sessions/index.ts';
import { translatePlainly } from '../../../edge/answer.ts';
import { createEdge } from '../../../edge/http.ts';
import {
  type RunningProvider,
  runIdentityProvider,
} from '../../../sandbox/identity-provider/index.ts';
import { SECRETS, startVerification } from '../testing.ts';
import { createChecks, listChecks } from './checks.ts';
import { createHearing } from './hear.ts';

/** Checks on a real database: our end of webhooks on a port, a worker in place of the queue. */
async function startChecking() {
  const fixture = await startVerification();
  const { database, applications } = fixture;
  const dataFolder = fixture.test.folder;
  const queue: string[] = [];
  const statuses: number[] = [];
  const faults: unknown[] = [];
  let change = (access: ProviderAccess) => access;
  const readAccess = async () => {
    const access = await readProviderAccess({ dataFolder, mode: 'sandbox' }, 'identity');
    return access && change(access);
  };
  const checks = createChecks({
    database,
    readForm: (recordId) => applications.readForm(database, recordId),
    readProvider: async () => {
      const access = await readAccess();
      return access && connectChecks(access);
    },
    readNowMs: fixture.readNowMs,
    report: (error) => faults.push(error),
  });
  const app = createEdge({
    handlers: [
      createHearing({
        database,
        enqueue: async (_session, { payload }) => void queue.push(String(payload['reference'])),
        readAccess,
        readNowMs: Date.now,
      }),
    ],
    sessions: { peek: () => undefined, read: async () => undefined } as unknown as Sessions,
    translate: translatePlainly,
    ownOrigin: 'https://x.example',
    mode: 'sandbox',
    readNowMs: Date.now,
    report: (error) => faults.push(error),
  });
  let before = async () => {};
  app.addHook('preHandler', () => before());
  app.addHook('onResponse', async (_request, reply) => void statuses.push(reply.statusCode));
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  let owners = 5_000_000;
  return {
    ...fixture,
    dataFolder,
    app,
    origin,
    checks,
    /** Statuses of all webhooks. */
    statuses,
    /** Let something happen before each webhook is read. */
    beforeEach: (work: typeof before) => void (before = work),
    /** References that are to be read back. */
    queue,
    faults,
    /** Let what is read of the provider's file be something else. */
    changeAccess: (work: typeof change) => void (change = work),
    async apply(changes: { readonly lastName?: string; readonly documentNumber?: string } = {}) {
      const ownerId = await fixture.addPerson((owners += 1));
      const documentNumber = changes.documentNumber ?? `D${ownerId}`;
      const form = await fixture.makeForm(ownerId, { ...changes, documentNumber });
      return { ownerId, ...(await applications.applyStandard(ownerId, form)) };
    },
    /** Results by check, once what was told has been read back. */
    async look(recordId: number, subject?: string) {
      for (const reference of queue.splice(0)) await checks.readBack(reference);
      const rows = await listChecks(database, recordId, subject);
      return Object.fromEntries(rows.map(({ check, result }) => [check, result]));
    },
    async listEvents(recordId: number): Promise<string[]> {
      const rows = await database.query<{ event_id: string }>(
        `SELECT split_part(event_id, ':', 2) AS event_id FROM provider_events
         WHERE reference IN (SELECT reference::text FROM identity_checks WHERE record_id = $1)
         ORDER BY 1`,
        [recordId],
      );
      return rows.map(({ event_id: word }) => word);
    },
    async stop() {
      await app.close();
      await fixture.test.stop();
    },
  };
}

const ENTRY = new URL('../../../identity-provider-process.ts', import.meta.url);
let child: ChildProcess | undefined;
let fixture: Awaited<ReturnType<typeof startChecking>>;
let provider: RunningProvider | undefined;
/** How far the provider's clock is ahead. */
let aheadMs = 0;

const startProvider = async () => {
  const { dataFolder, origin } = fixture;
  const readNowMs = () => Date.now() + aheadMs;
  provider = await runIdentityProvider({ dataFolder, origin, readNowMs });
};

beforeAll(async () => {
  fixture = await startChecking();
  await startProvider();
});
afterAll(async () => {
  await kill();
  await provider?.stop();
  await fixture?.stop();
});

async function startProcess(): Promise<void> {
  child = fork(ENTRY, {
    env: {
      ...process.env,
      DATA_DIR: fixture.dataFolder,
      PORT: new URL(fixture.origin).port,
      ISOBATH_CONFIG: '',
    },
    execArgv: ['--no-warnings'],
    silent: true,
  });
  const [message] = (await once(child, 'message')) as [{ kind: string }];
  expect(message.kind).toBe('ready');
}

async function kill(): Promise<void> {
  const ended = child === undefined ? undefined : once(child, 'exit');
  child?.kill('SIGKILL');
  await ended;
}

const expectResults = (recordId: number, results: object) =>
  expect.poll(() => fixture.look(recordId)).toEqual(results);

const none = { lists: 'unknown', document: 'unknown' };
const good = { lists: 'passed', document: 'passed' };

test('everybody is asked about once and passes; the desk still decides', async () => {
  const { recordId } = await fixture.apply();
  expect(await fixture.look(recordId)).toEqual(none);
  await fixture.checks.run();
  // Asked, or already told by the provider.
  expect(Object.values(await fixture.look(recordId))).not.toContain('unknown');
  await expectResults(recordId, good);
  const rows = await fixture.database.query<{ identity_status: number; tries_count: number }>(
    `SELECT identity_status, tries_count FROM identity_records
     JOIN identity_checks USING (record_id) WHERE record_id = $1`,
    [recordId],
  );
  const waiting = { identity_status: identityStatuses.waiting, tries_count: 1 };
  expect(rows).toEqual([waiting, waiting]);
  expect(await fixture.listEvents(recordId)).toEqual(['found', 'found']);
});

test('whom a list knows and a forged document are found', async () => {
  const listed = await fixture.apply({ lastName: 'Listed' });
  const forged = await fixture.apply({ documentNumber: 'FORGED 1' });
  await fixture.checks.run();
  await expectResults(listed.recordId, { ...good, lists: 'failed' });
  await expectResults(forged.recordId, { ...good, document: 'failed' });
});

test('a webhook that somebody else signed changes nothing', async () => {
  fixture.statuses.length = 0;
  const { recordId } = await fixture.apply({ lastName: 'Impostor' });
  await fixture.checks.run();
  await expectResults(recordId, { ...good, lists: 'failed' });
  expect(fixture.statuses).toContain(401);
  expect(await fixture.listEvents(recordId)).toEqual(['found', 'found']);
});

test('webhooks that come twice and in another order count once', async () => {
  fixture.statuses.length = 0;
  const { recordId } = await fixture.apply({ lastName: 'Doubled' });
  await fixture.checks.run();
  await expect.poll(() => fixture.statuses).toEqual([200, 200, 200, 200, 200]);
  await expectResults(recordId, good);
  expect(await fixture.listEvents(recordId)).toEqual(['found', 'found', 'taken']);
});

test('who answers late is read back, who never answers leaves the desk alone', async () => {
  const late = await fixture.apply({ lastName: 'Late' });
  const silent = await fixture.apply({ lastName: 'Silent' });
  await fixture.checks.run();
  const pending = { ...good, lists: 'pending' };
  await expectResults(late.recordId, pending);
  await expectResults(silent.recordId, pending);
  // The provider has it, and its webhook is lost: the clock finds it.
  await provider?.stop();
  aheadMs += 30_000;
  fixture.changeAccess((access) => ({ ...access, secrets: ['another secret of theirs'] }));
  await startProvider();
  fixture.clock.nowMs += 60_000;
  await fixture.checks.run();
  expect(await fixture.look(late.recordId)).toEqual(good);
  expect(await fixture.look(silent.recordId)).toEqual(pending);
  expect(await fixture.listEvents(late.recordId)).toEqual(['found']);
  // With the old secret beside the new one what it goes on sending is taken.
  fixture.changeAccess((access) => ({
    ...access,
    secrets: ['a new secret of ours', ...access.secrets],
  }));
  await expect.poll(() => fixture.listEvents(late.recordId)).toEqual(['found', 'found']);
  fixture.changeAccess((access) => access);
});

test('while the provider is away nothing passes, and afterwards it goes on', async () => {
  await provider?.stop();
  const { recordId } = await fixture.apply();
  fixture.faults.length = 0;
  await fixture.checks.run();
  expect(String(fixture.faults)).toContain('not reached: ECONNREFUSED');
  expect(await fixture.look(recordId)).toEqual(none);
  await startProvider();
  fixture.clock.nowMs += 60_000;
  await fixture.checks.run();
  await expectResults(recordId, good);
});

test('a provider that answers about another check is not believed', async () => {
  const { recordId } = await fixture.apply();
  fixture.changeAccess((access) => ({ ...access, token: 'not what it knows us by' }));
  await fixture.checks.run();
  expect(await fixture.look(recordId)).toEqual(none);
  expect(String(fixture.faults.at(-1))).toContain('status 401');
  fixture.changeAccess((access) => access);
});

test('owners and directors of a company are asked about each by themselves', async () => {
  const ownerId = await fixture.addPerson(6_000_001);
  const person = await fixture.makeForm(ownerId, { documentNumber: 'C7719203' });
  const listed = { ...person, lastName: 'Listed' };
  const NONE = Buffer.alloc(0);
  const recordId = await fixture.database.transaction((session) =>
    fixture.applications.keep(session, {
      ownerId,
      identityType: 3,
      form: { beneficiaries: [person], directors: [person, listed] },
      documentHash: NONE,
      personHash: NONE,
    }),
  );
  await fixture.checks.run();
  await expect.poll(() => fixture.look(recordId, 'beneficiaries:0')).toEqual(good);
  await expect
    .poll(() => fixture.look(recordId, 'directors:1'))
    .toEqual({ ...good, lists: 'failed' });
  await expect.poll(() => fixture.look(recordId, 'directors:0')).toEqual(good);
});

test('nothing of a person stands with the provider, in events or in checks', async () => {
  const { recordId } = await fixture.apply({ documentNumber: SECRETS[2] });
  await fixture.checks.run();
  await expectResults(recordId, good);
  for (const table of ['provider_events', 'identity_checks', 'identity_document_ends']) {
    const rows = await fixture.database.query<{ text: string }>(
      `SELECT row::text AS text FROM ${table} AS row`,
    );
    for (const word of SECRETS) {
      expect(
        rows.filter(({ text }) => text.includes(word)),
        table,
      ).toEqual([]);
    }
  }
  const { dataFolder } = fixture;
  const names = readdirSync(dataFolder, { recursive: true, encoding: 'utf8', withFileTypes: true });
  const files = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  expect(files.map((file) => file.slice(dataFolder.length))).toContain(
    '/identity-provider/checks.json',
  );
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    for (const word of SECRETS) expect(text.includes(word), file).toBe(false);
  }
  const said = fixture.faults.map(String).join('\n');
  for (const word of SECRETS) expect(said.includes(word)).toBe(false);
});

const EVENT = { eventId: 'e1', reference: '7d444840-9dc0-11d1-b245-5ffdce74fad2' };

async function tell(
  text: string,
  { name = 'sandbox', secret = '', signature = '', type = 'application/json' } = {},
) {
  const { secrets } = JSON.parse(
    readFileSync(join(fixture.dataFolder, 'providers', 'identity.json'), 'utf8'),
  ) as { secrets: string[] };
  const atS = Math.floor(Date.now() / 1000);
  const response = await fetch(`${fixture.origin}/hk-web/identity/webhook/${name}`, {
    method: 'POST',
    headers: {
      'content-type': type,
      cookie: 'isobath_session=whatever',
      [SIGNATURE_HEADER]: signature || signText(secret || (secrets[0] ?? ''), atS, text),
    },
    body: text,
  });
  const { code } = (await response.json()) as { code: number };
  return { status: response.status, code, mark: response.headers.get('set-cookie') };
}

test('the entry of providers takes what is signed, once, and nothing else', async () => {
  const text = JSON.stringify(EVENT);
  const taken = { status: 200, code: 200, mark: null };
  fixture.queue.length = 0;
  expect(await tell(text)).toEqual(taken);
  expect(await tell(text)).toEqual(taken);
  expect(fixture.queue).toEqual([EVENT.reference]);
  for (const wrong of [
    { secret: 'whsec_of_somebody_else' },
    { signature: 't=1,v1=00' },
    { name: 'another' },
  ]) {
    expect(await tell(text, wrong), JSON.stringify(wrong)).toMatchObject({
      status: 401,
      code: 10023,
    });
  }
  expect(await tell('{"eventId":')).toMatchObject({ status: 400 });
  expect(await tell('{}')).toMatchObject({ code: 10001 });
  expect(await tell(JSON.stringify({ ...EVENT, reference: '7' }))).toMatchObject({ code: 10001 });
  expect(await tell(text, { type: 'text/plain' })).toMatchObject({ status: 415 });
  const long = JSON.stringify({ ...EVENT, eventId: 'e2', rest: 'x'.repeat(60_000) });
  expect(await tell(long)).toEqual(taken);
  expect(await tell(long.replace('xx', 'x'.repeat(6_000)))).toMatchObject({ status: 413 });
  expect(fixture.queue).toHaveLength(2);
});

test('killed with each event on the way, it tells again, and each event counts once', async () => {
  await provider?.stop();
  await startProcess();
  fixture.queue.length = 0;
  let calls = 0;
  fixture.beforeEach(async () => {
    calls += 1;
    // The exchange notes the event; the provider never hears that it did.
    if (calls <= 2) await kill();
  });
  const { recordId } = await fixture.apply();
  await fixture.checks.run();
  for (const told of [1, 2]) {
    await expect.poll(() => calls).toBe(told);
    await startProcess();
  }
  await expect.poll(() => calls).toBe(4);
  await expect.poll(() => fixture.queue).toHaveLength(2);
  expect(new Set(fixture.queue).size).toBe(2);
  expect(await fixture.look(recordId)).toEqual({ lists: 'passed', document: 'passed' });
  expect(await fixture.listEvents(recordId)).toEqual(['found', 'found']);
});
