// How long what is kept of people is kept: rows the operator sets in days, and the job that
// removes what is older. Nothing that books or the law need is in it. The job runs every six
// hours; what it removed is counted and stands in the audit log.
import type { Session } from '../../../base/db/index.ts';
import { type AuditLog, HOST } from '../../../base/audit/index.ts';
import type { ReferenceTable } from '../../../base/reference-tables/index.ts';
import { refuse, refuseField } from '../../../base/product/index.ts';

/** What goes once it is older than $1. */
const REMOVALS = {
  logins: 'DELETE FROM login_history WHERE at < $1',
  // One that nobody ended is over by its age long before.
  sessions: `DELETE FROM sessions
    WHERE ended_at < $1 OR created_at < $1::timestamptz - interval '31 days'`,
  mails: `DELETE FROM mails
    WHERE created_at < $1 AND (sent_at IS NOT NULL OR given_up_at IS NOT NULL)`,
  talks: `DELETE FROM service_talks AS t WHERE state = 'closed'
    AND NOT EXISTS (SELECT FROM service_messages AS m WHERE m.conversation_id = t.conversation_id
      AND m.at_ms >= extract(epoch FROM $1::timestamptz) * 1000)`,
} as const;

type Name = keyof typeof REMOVALS;

const DAY_MS = 86_400_000;
const DAYS_MAX = 36_500;

const readRules = (session: Session) =>
  session.query<{ name: string; days: number }>(
    'SELECT name, days FROM retention_rules ORDER BY name',
  );

/** The rules as the operator keeps them. */
export const retentionTable: ReferenceTable = {
  name: 'retention',
  list: async (session) =>
    (await readRules(session)).map(({ name, days }) => ({
      key: name,
      cells: { days: String(days) },
    })),
  readKey(key) {
    if (!Object.hasOwn(REMOVALS, key)) throw refuse('object_not_found');
    return key;
  },
  begin: () => ({ days: '0' }),
  async write(session, { key, cells }) {
    const days = Number(cells['days']);
    if (days > DAYS_MAX) throw refuseField('days', `at most ${DAYS_MAX}, 0 for ever`);
    await session.execute('UPDATE retention_rules SET days = $2 WHERE name = $1', [key, days]);
  },
};

/** Remove what is older than the rules say. @returns how many rows of each went. */
export async function removeOld(
  audit: AuditLog,
  nowMs: number,
): Promise<Readonly<Partial<Record<Name, number>>>> {
  return audit.transaction(HOST, async (session, write) => {
    const counts: Partial<Record<Name, number>> = {};
    for (const { name, days } of await readRules(session)) {
      const sql = Object.hasOwn(REMOVALS, name) ? REMOVALS[name as Name] : undefined;
      if (sql === undefined || days === 0) continue;
      const count = await session.execute(sql, [new Date(nowMs - days * DAY_MS)]);
      if (count > 0) counts[name as Name] = count;
    }
    if (Object.keys(counts).length > 0) await write({ action: 'retention_done', detail: counts });
    return counts;
  });
}
