// Every call of the back office against every role, through the real edge: who is nobody is told to
// sign in, who may not is refused, and what a role may change is exactly what is written here. Not
// what the calls do: a stand-in answers in their place.
import { isPermitted, operatorRoleNames, type Permission, routes } from '@isobath/wire';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperatorCaller } from '../base/product/index.ts';
import type { Sessions } from '../base/sessions/index.ts';
import { translatePlainly } from './answer.ts';
import { createEdge } from './http.ts';

const ORIGIN = 'https://x.example';
const NOT_SIGNED_IN = 10_002;
const FORBIDDEN = 10_004;
const calls = Object.values(routes)
  .flatMap((group) => Object.values(group))
  .filter(({ role }) => role.startsWith('admin:'));
let app: FastifyInstance;
let nowMs = 1_000_000;

beforeAll(() => {
  app = createEdge({
    handlers: calls.map((route) => ({ route, handle: async () => ({}) })),
    sessions: { peek: () => undefined, read: async () => undefined } as unknown as Sessions,
    translate: translatePlainly,
    ownOrigin: ORIGIN,
    readOperator: async (headers) => {
      const role = headers['x-role'] as OperatorCaller['role'] | undefined;
      if (role === undefined) return undefined;
      return { operatorId: 7, sessionId: 1, email: 'o@x.example', role };
    },
    mode: 'production',
    // Each call has a minute of its own: together they are more than one caller may make in one.
    readNowMs: () => (nowMs += 60_000),
    report: (error) => console.error(error),
  });
});
afterAll(() => app.close());

async function ask({ method, path }: (typeof calls)[number], role?: string): Promise<number> {
  const own = { host: 'x.example', origin: ORIGIN, 'x-requested-with': 'isobath' };
  const answer = await app.inject({
    method,
    url: path.replaceAll(/:\w+/g, '1'),
    headers:
      role === undefined ? own : { ...own, 'x-role': role, cookie: `__Secure-office=${role}` },
    ...(method === 'GET' ? {} : { payload: {} }),
  });
  return answer.json().code;
}

test('there are calls of the back office, and each below its address', () => {
  expect(calls.length).toBeGreaterThan(40);
  for (const { path } of calls) expect(path).toMatch(/^\/admin\/api\//);
});

test('nobody calls one without signing in, nor with a role that does not exist', async () => {
  for (const call of calls) {
    expect(await ask(call), call.path).toBe(NOT_SIGNED_IN);
    expect(await ask(call, 'toString'), call.path).toBe(FORBIDDEN);
  }
});

test.each(operatorRoleNames)('%s calls what the role holds and nothing else', async (role) => {
  for (const call of calls) {
    const permission = call.role.slice('admin:'.length) as Permission;
    const code = await ask(call, role);
    if (isPermitted(role, permission)) expect([NOT_SIGNED_IN, FORBIDDEN]).not.toContain(code);
    else expect(code, call.path).toBe(FORBIDDEN);
  }
});

/** What everybody changes of the own account. */
const ownAccount = [
  'own/passkeys',
  'own/passkeys/options',
  'own/passkeys/remove',
  'own/password',
  'own/sessions/end',
  'own/step-up/passkey',
  'own/step-up/passkey/options',
  'own/step-up/totp',
];

/** What each role may change, below /admin/api/; `content/preview` writes nothing down. */
const changes = {
  viewer: ['content/preview', 'logout'],
  support: [
    'content/preview',
    'desk/answer',
    'desk/close',
    'desk/file',
    'desk/take',
    'feedback/answer',
    'logout',
    'users/freeze',
    'users/keys/end',
    'users/notes',
    'users/sessions/end',
  ],
  content: [
    'content/article',
    'content/category',
    'content/category/move',
    'content/category/names',
    'content/category/order',
    'content/category/remove',
    'content/frame',
    'content/preview',
    'content/restore',
    'content/show',
    'content/term',
    'content/version',
    'logout',
  ],
  risk: [
    'approvals/approve',
    'approvals/reject',
    'approvals/settle',
    'custody/networks/halt',
    'custody/networks/open',
    'custody/officers/ask',
    'custody/officers/enrol',
    'custody/officers/enrol/options',
    'custody/officers/sign',
    'listing/delist',
    'listing/preview',
    'listing/set',
    'logout',
    'trading/cancel-only',
    'trading/halt',
    'trading/resume',
    'users/change',
    'users/evidence',
    'users/freeze',
    'users/keys/end',
    'users/notes',
    'users/sessions/end',
  ],
  finance: [
    'approvals/approve',
    'approvals/reject',
    'approvals/settle',
    'custody/claims/decide',
    'custody/cold/address',
    'custody/cold/limits',
    'custody/deposits/release',
    'custody/deposits/rollback',
    'custody/withdrawals/name',
    'custody/withdrawals/refuse',
    'custody/withdrawals/release',
    'listing/delist',
    'listing/preview',
    'listing/set',
    'logout',
    'money/check',
    'money/document',
    'money/give',
    'money/postings',
  ],
} as const;

test.each(Object.entries(changes))('%s changes this and no more', async (role, paths) => {
  const open: string[] = [];
  for (const call of calls.filter(({ method }) => method !== 'GET')) {
    if ((await ask(call, role)) !== FORBIDDEN) open.push(call.path.replace('/admin/api/', ''));
  }
  expect(open.sort()).toEqual([...paths, ...ownAccount].sort());
});
