import { expect, it } from 'vitest';
import type { SessionRecord } from '../base/sessions/index.ts';
import { keepForPage } from './page-account.ts';

const session = { sessionId: 7, ownerId: 1_000_001 } as SessionRecord;

it.each([
  ['nothing stated', undefined, true],
  ['no account in the address', null, true],
  ['the same account', '1000001', true],
  ['another account', '1000002', false],
  ['a number in another spelling', '01000001', false],
  ['nothing after the name', '', false],
  ['two accounts', ['1000001', '1000001'], false],
])('a page that states %s', (_, stated, isKept) => {
  expect(keepForPage(session, stated)).toBe(isKept ? session : undefined);
});

it('a guest stays a guest', () => {
  expect(keepForPage(undefined, '1000001')).toBeUndefined();
});
