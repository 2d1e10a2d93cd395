// People as operators see them: found, seen whole, signed out. Every look and every act is written
// down before it is answered. Not what a person sees themselves (products/account, assets, spot).
import { isPermitted, type UserRow, type UserView } from '@isobath/wire';
import { type OperatorCaller, refuse } from '../../base/product/index.ts';
import type { OfficeParts } from './parts.ts';

interface PersonRow {
  owner_id: number;
  email: string;
  nickname: string;
  locale: string;
  created_at: Date;
  has_totp: boolean;
  passkeys_count: number;
}

const FOUND_ROWS = 50;
const ACTIONS_ROWS = 50;
const SELECT = `SELECT owner_id, email, nickname, locale, created_at,
  totp_secret IS NOT NULL AS has_totp,
  (SELECT count(*) FROM passkeys WHERE passkeys.owner_id = users.owner_id) AS passkeys_count
  FROM users`;

/** That they wrote, and when, without what: those are words for the desk. */
function withoutWords({ talks, feedback }: Pick<UserView, 'talks' | 'feedback'>) {
  return {
    talks: talks.map((conversation) => ({ ...conversation, lastText: '' })),
    feedback: feedback.map((row) => ({ ...row, text: '', answer: '' })),
  };
}

/** Make the questions about people. */
export function createPeople(parts: OfficeParts) {
  const { database, audit, sessions } = parts;

  const showRow = (row: PersonRow): UserRow => ({
    ownerId: row.owner_id,
    email: row.email,
    nickname: row.nickname,
    vipLevel: parts.readVipLevel(row.owner_id),
    createdAt: row.created_at.getTime(),
    hasTotp: row.has_totp,
  });

  async function readPerson(ownerId: number): Promise<PersonRow> {
    const rows = await database.query<PersonRow>(`${SELECT} WHERE owner_id = $1`, [ownerId]);
    if (rows.length === 0) throw refuse('object_not_found');
    return rows[0];
  }

  return {
    async search(
      operator: OperatorCaller,
      { text, before }: { text: string; before: number },
    ): Promise<UserRow[]> {
      const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
      const ownerId = /^\d{1,15}$/.test(text) ? Number(text) : 0;
      const rows = await database.query<PersonRow>(
        `${SELECT} WHERE ($3::int8 = 0 OR owner_id < $3)
           AND (owner_id = $1 OR email ILIKE $2 OR nickname ILIKE $2)
         ORDER BY owner_id DESC LIMIT ${FOUND_ROWS}`,
        [ownerId, pattern, before],
      );
      const people = rows.map((row) => row.owner_id);
      await audit.write(operator, { action: 'users_searched', detail: { text, people } });
      return rows.map(showRow);
    },

    async view(operator: OperatorCaller, ownerId: number, locale: string): Promise<UserView> {
      const row = await readPerson(ownerId);
      const target = { kind: 'user', id: ownerId } as const;
      await audit.write(operator, { action: 'user_viewed', target });
      const [person, acts] = await Promise.all([
        parts.readPerson(ownerId, locale),
        audit.list({ userId: ownerId, limit: ACTIONS_ROWS }),
      ]);
      const profile = {
        ...showRow(row),
        locale: row.locale,
        passkeysCount: row.passkeys_count,
      };
      const mayRead = isPermitted(operator.role, 'desk.read');
      return { profile, ...person, ...(mayRead ? {} : withoutWords(person)), acts };
    },

    async endSessions(
      operator: OperatorCaller,
      { ownerId, reason }: { ownerId: number; reason: string },
    ): Promise<{ endedCount: number }> {
      await readPerson(ownerId);
      const target = { kind: 'user', id: ownerId } as const;
      await audit.write(operator, { action: 'user_sessions_ended', target, detail: { reason } });
      const endedCount = (await sessions.list(ownerId)).length;
      await sessions.endOthers(ownerId, 0);
      return { endedCount };
    },
  };
}
