import { operatorRoleNames, type UserView } from '@isobath/wire';
import { expect, test } from 'vitest';
import type { OfficeParts, PersonParts } from './parts.ts';
import { createPeople } from './people.ts';

const published = {
  identity: { level: 'progress', identityStatus: 0 },
  talks: [
    { conversationId: 4, line: 3, state: 'open', lastText: 'my code', messagesCount: 2, at: 5 },
  ],
  feedback: [{ id: '1', type: 'idea', state: 'answered', text: 'a wish', answer: 'yes', at: 6 }],
} as unknown as PersonParts;

const people = createPeople({
  database: { query: async () => [{ owner_id: 7, email: 'a@b.example', created_at: new Date(0) }] },
  audit: { write: async () => {}, list: async () => [] },
  sessions: {},
  readVipLevel: () => 2,
  readPerson: async () => published,
} as unknown as OfficeParts);

const view = (role: string): Promise<UserView> =>
  people.view({ operatorId: 1, sessionId: 1, email: 'o@b.example', role }, 7, 'en_US');

test('a person is seen with level, talks and feedback; words only by the desk', async () => {
  const support = await view('support');
  expect(support.profile.vipLevel).toBe(2);
  expect(support.identity.level).toBe('progress');
  expect(support.talks[0]).toMatchObject({ lastText: 'my code', messagesCount: 2 });
  expect(support.feedback[0]).toMatchObject({ text: 'a wish', answer: 'yes' });
  expect(operatorRoleNames).toContain('finance');
  const finance = await view('finance');
  expect(finance.talks[0]).toMatchObject({ lastText: '', state: 'open', messagesCount: 2 });
  expect(finance.feedback[0]).toMatchObject({ text: '', answer: '', state: 'answered' });
});
