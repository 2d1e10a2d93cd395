// Mails over a real SMTP server on this machine.
import { createRequire } from 'node:module';
import type { Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../../../tools/testing/wait.ts';
import { startTestDatabase, type TestDatabase } from '../db/testing.ts';
import { findFreePort } from '../process/free-port.ts';
import { createMail, createSmtp } from './index.ts';
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
  // One that stays free while the server is away.
  port = await findFreePort();
});
afterAll(() => db.stop());
beforeEach(async () => {
  received = [];
  pushedMs = 0;
  reported.length = 0;
  await db.app.execute('DELETE FROM mails');
  await startServer();
});
afterEach(stopServer);

/** Not the seal of the installation, which base/credentials tries: letters turned round. */
const seal = {
  close: (plain: string) => Buffer.from(plain).reverse(),
  open: (sealed: Buffer) => Buffer.from(sealed).reverse().toString(),
};

const open = (password = 'p%40ss') =>
  createMail({
    database: db.app,
    seal,
    hasOutbox: false,
    deliver: createSmtp(
      `smtp://venue:${password}@127.0.0.1:${port}`,
      'Isobath <no-reply@venue.example>',
    ),
    report: (error) => reported.push(error),
    readNowMs: () => START_MS + pushedMs,
  });
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
  await open().send(draft('jane@example.com'));
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
  const mail = open();
  await mail.send(draft('jane@example.com'));
  await waitFor('the report', () => reported.length === 1);
  expect(await countUnsent()).toBe(1);
  await startServer();
  await mail.retry();
  expect(received).toHaveLength(0);
  pushedMs = 60_000;
  await mail.retry();
  expect(received).toHaveLength(1);
  await mail.retry();
  expect(received).toHaveLength(1);
});

test('an address that is refused does not hold up the mails behind it', async () => {
  const mail = open();
  await mail.send(draft('nobody@example.com'));
  await waitFor('the report', () => reported.length === 1);
  await mail.write(db.app, draft('joe@example.com'));
  await mail.retry();
  expect(received.map(({ to }) => to)).toEqual([['joe@example.com']]);
  expect(await countUnsent()).toBe(1);
});

test('a wrong password is told, and the mail stays', async () => {
  await open('wrong').send(draft('jane@example.com'));
  await waitFor('the report', () => reported.length === 1);
  expect(String(reported[0])).toContain('Invalid login');
  expect(await countUnsent()).toBe(1);
});

test('mails that are refused do not keep those behind them from being tried', async () => {
  await db.app.execute(
    `INSERT INTO mails (recipient, subject, body, visitor_id, next_try_at)
     SELECT CASE WHEN at < 100 THEN 'nobody' || at ELSE 'joe' END || '@example.com', 'S', 'B', '',
       $1
     FROM generate_series(0, 100) AS at ORDER BY at`,
    [new Date(START_MS)],
  );
  const mail = open();
  await mail.retry();
  await mail.retry();
  expect(received.map(({ to }) => to)).toEqual([['joe@example.com']]);
  // Two who try at once take each mail once.
  pushedMs = 3_600_000;
  reported.length = 0;
  await Promise.all([mail.retry(), open().retry()]);
  expect(reported).toHaveLength(100);
  pushedMs = 4 * 86_400_000;
  await mail.retry();
  const rows = await db.app.query('SELECT 1 FROM mails WHERE given_up_at IS NOT NULL');
  expect(rows).toHaveLength(100);
});

test('a code is not sent once it is over, and one address gets so many a day', async () => {
  await stopServer();
  const mail = open();
  const limited = { kind: 'code', dayCountMax: 2 };
  const code = () => ({ ...draft('jane@example.com'), limited, expiresAtMs: START_MS + 1_000 });
  expect([await mail.send(code()), await mail.send(code()), await mail.send(code())]).toEqual([
    true,
    true,
    false,
  ]);
  expect(await mail.send({ ...code(), to: 'joe@example.com' })).toBe(true);
  await waitFor('three reports', () => reported.length === 3);
  await startServer();
  pushedMs = 120_000;
  await mail.retry();
  expect(received).toEqual([]);
  pushedMs = 86_400_001;
  expect(await mail.send({ ...code(), expiresAtMs: START_MS + 2 * 86_400_000 })).toBe(true);
  await waitFor('the mail', () => received.length === 1);
});
