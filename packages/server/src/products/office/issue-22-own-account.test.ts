// What an operator does about the own account, on a real database: a new sign-in ends the old
// session, a password changes with a fresh second factor alone, nothing is approved without one,
// and no administrator puts another out alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { officeRoutes, officeSignInRoutes, ownAccountRoutes, type Route } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { showCode } from '../../../../../tools/testing/authenticator.ts';
import { type ApprovalWorks, createApprovals } from '../../base/approvals/index.ts';
import { createAuditLog, makeAuditKey } from '../../base/audit/index.ts';
import {
  createBrowsers,
  createPasskeys,
  createSeal,
  createThrottle,
  createTickets,
  hashPassword,
  listTryLimits,
  makeTotp,
} from '../../base/credentials/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import { createOperators, createOperatorSessions } from '../../base/office/index.ts';
import type { CallContext } from '../../base/product/index.ts';
import { migrations } from '../../migrations.ts';
import type { OfficeParts } from './parts.ts';
import { createOfficeRoutes } from './routes.ts';
import { OFFICE_TRIES } from './sign-in.ts';
import { createWorks } from './works.ts';

const PASSWORD = 'correct horse battery';
const seal = createSeal('7'.repeat(64));
const secrets = new Map<string, string>();
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let folder: string;
let nowMs = Date.now();
let parts: OfficeParts;
let handlers: ReturnType<typeof createOfficeRoutes>;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  folder = mkdtempSync(join(tmpdir(), 'isobath-own-account-'));
  const readNowMs = () => nowMs;
  const { app } = database;
  const kept = { key: makeAuditKey('ab'.repeat(32)), dataFolder: folder, readNowMs };
  const audit = createAuditLog(app, kept);
  const operators = createOperators(app);
  const operatorSessions = createOperatorSessions(app, readNowMs);
  const works = createWorks({ audit, operators, operatorSessions } as never);
  const report = console.error;
  const tickets = createTickets(app, readNowMs);
  const readName = async () => 'Isobath';
  parts = {
    operators,
    operatorSessions,
    audit,
    approvals: createApprovals({
      database: app,
      audit,
      readWorks: () => works as ApprovalWorks,
      readNowMs,
      report,
    }),
    tickets,
    passkeys: createPasskeys(app, tickets, {
      origin: 'http://localhost',
      readName,
      of: 'operators',
    }),
    throttle: createThrottle(
      { ...listTryLimits(OFFICE_TRIES), unknown: { count: 100, forgetOneMs: 6_000 } },
      readNowMs,
    ),
    browsers: createBrowsers(app, 'operators'),
    seal,
    readNowMs,
    report,
    canSignIn: true,
    mode: 'production',
  } as unknown as OfficeParts;
  handlers = createOfficeRoutes(parts);
  const passwordHash = await hashPassword(PASSWORD);
  for (const name of ['ann', 'bob', 'eve']) {
    const { secret } = makeTotp(name, 'Isobath');
    secrets.set(name, secret);
    await app.transaction(async (session) => {
      const role = name === 'eve' ? 'viewer' : 'administrator';
      const request = { email: `${name}@x.example`, role, passwordHash } as const;
      const id = await operators.create(session, request);
      await operators.change(session, id ?? 0, { totpSecret: seal.close(secret) });
    });
  }
});
afterAll(async () => {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Requested = Readonly<Record<string, unknown>>;

async function ask<TAnswer = Requested>(route: Route, body: object, cookie = ''): Promise<TAnswer> {
  const operator = await parts.operatorSessions.read(cookie, true);
  const caller = { ip: '192.0.2.1', device: 'test', visitorId: '', operator };
  const handler = handlers.find((one) => one.route === route);
  const context = { caller, body, query: {}, setHeader } as unknown as CallContext;
  return (await handler?.handle(context)) as TAnswer;
}

let cookie = '';
const setHeader = (_name: string, value: string) => {
  cookie = /^__Secure-office=([^;]*)/.exec(value)?.[1] ?? '';
};
const wordOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { word?: string }) => error.word ?? String(error),
  );
/** The code of the next half minute: none is taken twice. */
const nextCode = (name: string) => {
  nowMs += 30_000;
  return showCode(secrets.get(name) ?? '', nowMs);
};

async function signIn(name: string, password = PASSWORD): Promise<string> {
  const { ticket } = await ask(officeSignInRoutes.login, { email: `${name}@x.example`, password });
  await ask(officeSignInRoutes.verifyTotp, { ticket, code: nextCode(name) });
  return cookie;
}

const openOf = async (own: string) => {
  const { sessions } = await ask<{ sessions: { isOpen: boolean; isOwn: boolean }[] }>(
    ownAccountRoutes.ownAccount,
    {},
    own,
  );
  return sessions.map(({ isOpen, isOwn }) => [isOpen, isOwn]);
};

test('a new sign-in ends the session before, and both stand in the list', async () => {
  const first = await signIn('eve');
  expect(await openOf(first)).toEqual([[true, true]]);
  const second = await signIn('eve');
  expect(await parts.operatorSessions.read(first, true)).toBeUndefined();
  expect(await openOf(second)).toEqual([
    [true, true],
    [false, false],
  ]);
});

test('a password is changed with the old one and a fresh second factor', async () => {
  const own = await signIn('eve');
  const set = (password: string, newPassword: string) =>
    wordOf(ask(ownAccountRoutes.setOwnPassword, { password, newPassword }, own));
  nowMs += 11 * 60_000;
  expect(await set(PASSWORD, 'another long horse')).toBe('step_up_needed');
  const stepUp = (code: string) => wordOf(ask(ownAccountRoutes.stepUpByTotp, { code }, own));
  expect(await stepUp('000000')).toBe('code_wrong');
  const code = nextCode('eve');
  expect(await stepUp(code)).toBe('ok');
  expect(await stepUp(code)).toBe('code_wrong');
  expect(await set('not the old one', 'another long horse')).toBe('credentials_wrong');
  expect(await set(PASSWORD, 'password')).toBe('password_weak');
  expect(await set(PASSWORD, 'another long horse')).toBe('ok');
  expect(await openOf(own)).toEqual([
    [true, true],
    [false, false],
    [false, false],
  ]);
  await expect(signIn('eve')).rejects.toMatchObject({ word: 'credentials_wrong' });
  await signIn('eve', 'another long horse');
});

test('the own session of elsewhere is ended, not one of somebody else', async () => {
  const eve = await signIn('eve', 'another long horse');
  const ann = await signIn('ann');
  const { sessionId = 0 } = (await parts.operatorSessions.read(ann, true)) ?? {};
  const end = (id: number, own: string) =>
    wordOf(ask(ownAccountRoutes.endOwnSessions, { sessionId: id }, own));
  expect(await end(sessionId, eve)).toBe('object_not_found');
  expect(await end(0, eve)).toBe('ok');
  expect(await end(sessionId, ann)).toBe('ok');
  expect(await parts.operatorSessions.read(ann, true)).toBeUndefined();
  expect(await parts.operatorSessions.read(eve, true)).toBeDefined();
});

test('a passkey goes with a fresh factor alone, and never as the last factor', async () => {
  const eve = await signIn('eve', 'another long horse');
  const operatorId = (await parts.operators.findByEmail('eve@x.example'))?.operatorId ?? 0;
  const keep = (owner: number, id: string) =>
    database.app.execute(
      `INSERT INTO operator_passkeys
         (credential_id, owner_id, public_key, counter, transports, name)
       VALUES ($1, $2, '', 0, '{}', 'Phone')`,
      [id, owner],
    );
  await keep(operatorId, 'first');
  await keep(operatorId, 'second');
  await keep((await parts.operators.findByEmail('ann@x.example'))?.operatorId ?? 0, 'of ann');
  const list = async () => {
    const { passkeys } = await ask<{ passkeys: { id: string; name: string }[] }>(
      ownAccountRoutes.ownAccount,
      {},
      eve,
    );
    return passkeys.map(({ id, name }) => [id, name]);
  };
  const remove = (id: string) => wordOf(ask(ownAccountRoutes.removeOwnPasskey, { id }, eve));
  expect(await list()).toEqual([
    ['first', 'Phone'],
    ['second', 'Phone'],
  ]);
  nowMs += 11 * 60_000;
  expect(await remove('first')).toBe('step_up_needed');
  expect(await wordOf(ask(ownAccountRoutes.ownPasskeyOptions, {}, eve))).toBe('step_up_needed');
  const made = wordOf(ask(ownAccountRoutes.addOwnPasskey, { response: {} }, eve));
  expect(await made).toBe('step_up_needed');
  await ask(ownAccountRoutes.stepUpByTotp, { code: nextCode('eve') }, eve);
  expect(await remove('of ann')).toBe('object_not_found');
  expect(await remove('first')).toBe('ok');
  await database.app.execute('UPDATE operators SET totp_secret = NULL WHERE operator_id = $1', [
    operatorId,
  ]);
  expect(await remove('second')).toBe('last_factor');
  expect(await list()).toEqual([['second', 'Phone']]);
  const acts = (await parts.audit.list({ limit: 20 })).filter(
    ({ action }) => action === 'operator_passkey_removed',
  );
  expect(acts.map(({ detail }) => JSON.parse(detail) as unknown)).toEqual([{ device: 'Phone' }]);
  await keep(operatorId, 'third');
  const both = [remove('second'), remove('third')];
  expect((await Promise.all(both)).toSorted()).toEqual(['last_factor', 'ok']);
});

test('an administrator is let go by two, one of whom confirms with a second factor', async () => {
  const [ann, bob] = [await signIn('ann'), await signIn('bob')];
  const find = async (name: string) =>
    (await parts.operators.findByEmail(`${name}@x.example`))?.operatorId ?? 0;
  const disable = async (name: string) =>
    ask<{ approvalId: number }>(
      officeRoutes.disableOperator,
      { operatorId: await find(name), reason: 'for the test' },
      ann,
    );
  expect(await disable('eve')).toEqual({ approvalId: 0 });
  expect((await parts.operators.findByEmail('eve@x.example'))?.isDisabled).toBe(true);
  const { approvalId } = await disable('bob');
  expect(approvalId).toBeGreaterThan(0);
  expect((await parts.operators.findByEmail('bob@x.example'))?.isDisabled).toBe(false);
  const [row] = await parts.approvals.list();
  const approve = (own: string) =>
    wordOf(ask(officeRoutes.approve, { approvalId, payloadHash: row?.payloadHash }, own));
  expect(await approve(ann)).toBe('approval_own');
  nowMs += 11 * 60_000;
  expect(await approve(bob)).toBe('step_up_needed');
  expect(await wordOf(ask(ownAccountRoutes.stepUpByTotp, { code: nextCode('bob') }, bob))).toBe(
    'ok',
  );
  expect(await approve(bob)).toBe('ok');
  expect((await parts.operators.findByEmail('bob@x.example'))?.isDisabled).toBe(true);
  const acts = (await parts.audit.list({ limit: 200 })).map(({ action }) => action);
  expect(acts).toEqual(
    expect.arrayContaining([
      'operator_disabled',
      'operator_confirmed',
      'operator_confirm_failed',
      'operator_password_set',
      'operator_sessions_ended',
    ]),
  );
});
