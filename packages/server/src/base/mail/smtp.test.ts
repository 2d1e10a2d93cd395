// Mails over a real SMTP server on this machine.
import { createRequire } from 'node:module';
import type { Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../../../tools/testing/wait.ts';
import { startTestDatabase, type TestDatabase } from '../db/testing.ts';
import { findFreePort } from '../process/free-port.ts';
import { enqueueJob, installQueue, readJobs, runJobs } from '../jobs/index.ts';
import { sweepMails } from './delivery.ts';
import { createMail, createMailJobs, createSmtp } from './index.ts';
import { migrations } from '../../migrations.ts';

/** What is used of the library, which brings no types. */
interface SmtpServerClass {
  new (options: {
    readonly disabledCommands: readonly string[];
    readonly allowInsecureAuth: boolean;
    readonly disableReverseLookup: boolean;
    readonly onAuth: (sign: Sign, session: unknown, done: Done) => void;
    readonly onRcptTo: (address: { address: string }, session: unknown, done: Done) => void;
    readonly onData: (stream: NodeJS.ReadableStream, session: Session, done: Done) => void;
  }): {
    listen(port: number, host: string, done: () => void): Server;
    close(done: () => void): void;
  };
}
interface Sign {
  readonly username: string;
  readonly password: string;
}
interface Session {
  readonly envelope: { mailFrom: { address: string }; rcptTo: { address: string }[] };
}
type Done = (error?: Error | null, answer?: { user: string }) => void;

const { SMTPServer } = createRequire(import.meta.url)('smtp-server') as {
  SMTPServer: SmtpServerClass;
};

let db: TestDatabase;
let server: InstanceType<SmtpServerClass>;
let port = 0;
/** The clock of the mails, which the tests alone move. */
const START_MS = Date.now();
let pushedMs = 0;
let received: { from: string; to: string[]; raw: string }[];
const reported: unknown[] = [];

function startServer(): Promise<void> {
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'venue' && password === 'p@ss'
        ? done(null, { user: username })
        : done(new Error('no')),
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody') ? new Error('no such box') : null),
    onData: (stream, { envelope }, done) => {
      void text(stream).then((raw) => {
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from: envelope.mailFrom.address, to, raw });
        done();
      });
    },
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

const stopServer = () => new Promise<void>((resolve) => server.close(resolve));

beforeAll(async () => {
  db = await startTestDatabase({ migrations });
  await installQueue(db.owner, db.address);
  // One that stays free while the server is away.
  port = await findFreePort();
});
afterAll(() => db.stop());
beforeEach(async () => {
  received = [];
  pushedMs = 0;
  reported.length = 0;
  await db.owner.execute('DELETE FROM mails; DELETE FROM jobs._private_jobs');
  await startServer();
});
afterEach(async () => {
  await stop();
  stop = async () => {};
  await stopServer();
});

/** Not the seal of the installation, which base/credentials tries: letters turned round. */
const seal = {
  close: (plain: string) => Buffer.from(plain).reverse(),
  open: (sealed: Buffer) => Buffer.from(sealed).reverse().toString(),
};

const describe = (password = 'p%40ss') => ({
  database: db.app,
  seal,
  hasOutbox: false,
  deliver: createSmtp(
    `smtp://venue:${password}@127.0.0.1:${port}`,
    'Isobath <no-reply@venue.example>',
  ),
  readNowMs: () => START_MS + pushedMs,
});
const mail = () => createMail({ ...describe(), enqueue: enqueueJob });
/** Run the jobs of mails until the test ends. */
async function run(password?: string): Promise<void> {
  const jobs = await runJobs({
    address: db.address,
    database: db.app,
    jobs: createMailJobs(describe(password)),
    platform: undefined,
    isSettled: async () => true,
    readNowMs: Date.now,
    report: (error) => reported.push(error),
  });
  stop = jobs.stop;
}
let stop = async () => {};
/** Let the time pass until what failed is tried again. */
const wait = () => db.owner.execute('UPDATE jobs._private_jobs SET run_at = now()');
const asked = () => readJobs(db.app, 200);
const draft = (to: string) => ({
  to,
  subject: 'Code 123456',
  text: '验证码 123456\n',
  visitorId: '',
});
const countUnsent = async () => {
  const rows = await db.app.query('SELECT 1 FROM mails WHERE sent_at IS NULL');
  return rows.length;
};

test('a mail arrives as it was written, from the right address, and counts as sent', async () => {
  await run();
  await mail().send(draft('jane@example.com'));
  await waitFor('the mail', () => received.length === 1);
  const [{ from, to, raw }] = received;
  expect({ from, to }).toEqual({ from: 'no-reply@venue.example', to: ['jane@example.com'] });
  expect(raw).toContain('Subject: Code 123456');
  const [, body] = raw.split('\r\n\r\n');
  expect(Buffer.from(body, 'base64').toString()).toContain('验证码 123456');
  await waitFor('the note that it is sent', async () => (await countUnsent()) === 0);
});

test('what a server that is away did not take is sent once it is back', async () => {
  await stopServer();
  await run();
  await mail().send(draft('jane@example.com'));
  await waitFor('the report', () => reported.length === 1);
  expect(await countUnsent()).toBe(1);
  // The report comes a moment before the end of the try is written down.
  const failing = [{ job: 'mail.send', state: 'failing', attempts: 1 }];
  await expect.poll(() => asked()).toMatchObject(failing);
  await startServer();
  await wait();
  await waitFor('the mail', () => received.length === 1);
  await waitFor('nothing left to do', async () => (await asked()).length === 0);
});

test('an address that is refused does not hold up the mails behind it', async () => {
  await mail().send(draft('nobody@example.com'));
  await mail().send(draft('joe@example.com'));
  await run();
  await waitFor('the report', () => reported.length === 1);
  await waitFor('the mail', () => received.length === 1);
  expect(received.map(({ to }) => to)).toEqual([['joe@example.com']]);
  await waitFor('the note that it is sent', async () => (await countUnsent()) === 1);
});

test('a wrong password is told, and the mail stays', async () => {
  await run('wrong');
  await mail().send(draft('jane@example.com'));
  await waitFor('the report', () => reported.length === 1);
  expect(String(reported[0])).toContain('Invalid login');
  expect(await countUnsent()).toBe(1);
});

test('a mail whose writing is taken back is not sent', async () => {
  const writing = db.app.transaction(async (session) => {
    await mail().write(session, draft('jane@example.com'));
    throw new Error('no');
  });
  await expect(writing).rejects.toThrow('no');
  expect(await asked()).toEqual([]);
});

test('mails from before there was a mail server are sent, each by one job', async () => {
  await createMail(describe()).send(draft('jane@example.com'));
  expect(await asked()).toEqual([]);
  await sweepMails(describe());
  await sweepMails(describe());
  expect(await asked()).toHaveLength(1);
  await run();
  await waitFor('the mail', () => received.length === 1);
});

test('a code that is over is not sent, nor what is three days old', async () => {
  await mail().send({ ...draft('jane@example.com'), expiresAtMs: START_MS + 1_000 });
  await mail().send(draft('joe@example.com'));
  pushedMs = 1_000;
  await sweepMails(describe());
  pushedMs = 3 * 86_400_000;
  await run();
  await waitFor('nothing left to do', async () => (await asked()).length === 0);
  expect(received).toEqual([]);
  await sweepMails(describe());
  const rows = await db.app.query('SELECT 1 FROM mails WHERE given_up_at IS NOT NULL');
  expect(rows).toHaveLength(2);
});

test('one address gets so many mails of a kind a day', async () => {
  const limited = { kind: 'code', dayCountMax: 2 };
  const code = () => ({ ...draft('jane@example.com'), limited, expiresAtMs: START_MS + 1_000 });
  const sent = [await mail().send(code()), await mail().send(code()), await mail().send(code())];
  expect(sent).toEqual([true, true, false]);
  expect(await mail().send({ ...code(), to: 'joe@example.com' })).toBe(true);
  pushedMs = 86_400_001;
  expect(await mail().send({ ...code(), expiresAtMs: START_MS + 2 * 86_400_000 })).toBe(true);
});
