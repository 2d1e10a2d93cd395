// How people join: what is agreed to and whose invitation it was stands in their rows, on a real
// database.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createBrowsers,
  createThrottle,
  createTickets,
  createUsers,
  listTryLimits,
  type Users,
} from '../../base/credentials/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import { createSessions } from '../../base/sessions/index.ts';
import { migrations } from '../../migrations.ts';
import { accountRoutes } from '@isobath/wire';
import type { AccountCall, AccountParts } from './parts.ts';
import { createRegister } from './register.ts';

const PASSWORD = 'correct horse battery';
const plenty = { pair: 100, network: 300 };
const MANY = { join: plenty, joinCode: plenty };
const AGREED_MS = Date.UTC(2026, 5, 20, 12);

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let users: Users;
let register: ReturnType<typeof createRegister>;
let code = '';
let ownersCount = 0;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  users = createUsers(database.app, undefined);
});
afterAll(() => database.stop());
beforeEach(() => {
  const { app } = database;
  register = createRegister({
    users,
    sessions: createSessions(app, Date.now),
    tickets: createTickets(app, Date.now),
    throttle: createThrottle(listTryLimits(MANY), Date.now),
    browsers: createBrowsers(app, 'people'),
    canSignIn: true,
    readNowMs: () => AGREED_MS,
    accounts: { readSpotAccount: () => 1 },
    startNotifications: async () => {},
    writeNotification: async () => {},
    writeMail: async (_kind: string, _to: object, _caller: object, facts?: { code: string }) => {
      code = facts?.code ?? '';
    },
  } as unknown as AccountParts);
});

const call = {
  caller: { ownerId: 0, sessionId: 0, ip: '::1', device: 'test', locale: 'en_US', visitorId: '' },
  setHeader: () => {},
} as unknown as AccountCall;

async function join(inviteCode?: string) {
  ownersCount += 1;
  const email = `new${ownersCount}@example.com`;
  const { ticket } = await register.begin({ email, password: PASSWORD, inviteCode }, call);
  await register.verify({ ticket, code }, call);
  return users.findByEmail(email);
}

test('a person has the time of agreement, and nobody who invited without a code', async () => {
  expect(await join()).toMatchObject({ invitedBy: null, termsAgreedAt: new Date(AGREED_MS) });
});

test('an invitation is kept with the person who used it, for good', async () => {
  const inviter = await join();
  const invited = await join(String(inviter?.ownerId));
  expect(invited?.invitedBy).toBe(inviter?.ownerId);
});

test('a code that is nobody’s is refused before a mail is written', async () => {
  code = 'none';
  const request = { email: 'late@example.com', password: PASSWORD, inviteCode: '9999999' };
  await expect(register.begin(request, call)).rejects.toMatchObject({
    word: 'invite_code_unknown',
  });
  expect(code).toBe('none');
  expect(await users.findByEmail('late@example.com')).toBeUndefined();
});

test('one who invited and is gone meanwhile is nobody', async () => {
  const inviter = await join();
  const request = { email: 'orphan@example.com', password: PASSWORD };
  const { ticket } = await register.begin(
    { ...request, inviteCode: String(inviter?.ownerId) },
    call,
  );
  await database.owner.execute('DELETE FROM users WHERE owner_id = $1', [inviter?.ownerId ?? 0]);
  await register.verify({ ticket, code }, call);
  expect(await users.findByEmail(request.email)).toMatchObject({ invitedBy: null });
});

test('the edge takes no account without agreement, and no code that cannot be one', () => {
  const body = accountRoutes.register.body as NonNullable<typeof accountRoutes.register.body>;
  const request = { email: 'ann@example.com', password: PASSWORD };
  expect(body.safeParse(request).success).toBe(false);
  expect(body.safeParse({ ...request, agreesToTerms: false }).success).toBe(false);
  expect(body.safeParse({ ...request, agreesToTerms: true }).success).toBe(true);
  for (const inviteCode of ['', '12', 'abcdefg', '0000001', '1'.repeat(16)]) {
    expect(body.safeParse({ ...request, agreesToTerms: true, inviteCode }).success).toBe(false);
  }
});
