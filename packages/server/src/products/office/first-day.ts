// What an installation needs before people are let in, ticked by facts alone: nobody can say that
// something was done. And the mail that proves that mails arrive. Called by the back office.
import { MarketState } from '@isobath/core';
import { type FirstDayItem, isPermitted, officeRoutes } from '@isobath/wire';
import type { Database } from '../../base/db/index.ts';
import type { Mail } from '../../base/mail/index.ts';
import type { MarketRegistry } from '../../base/market/index.ts';
import { refuseField, type RouteHandler, serve } from '../../base/product/index.ts';
import { operatorOf } from './of-call.ts';
import type { OfficeParts } from './parts.ts';

/** What the list looks at. */
export interface FirstDayParts
  extends Pick<OfficeParts, 'database' | 'operators' | 'audit' | 'readNowMs'> {
  readonly markets: MarketRegistry;
  readonly mail: Pick<Mail, 'send'>;
  readonly hasMailServer: boolean;
  /** Words of a mail in a language. */
  readonly translateMail: (
    locale: string,
    word: string,
    facts: Readonly<Record<string, string>>,
  ) => string;
  /**
   * When the last backup was made, of a database of the operator's when its log was archived last;
   * 0 = never.
   */
  readonly readBackupMs: () => Promise<number>;
  /** Where alarms go, "" = nowhere yet. */
  readonly readAlarmAddress: () => Promise<string>;
}

const DAY_MS = 86_400_000;
const TEST_MAIL = { kind: 'test', dayCountMax: 20 } as const;
/** Markets that people can order in now or at a time that is set. */
const OPEN: readonly MarketState[] = [
  MarketState.trading,
  MarketState.auction,
  MarketState.auctionNoCancel,
];

async function readTestMailMs({ database }: FirstDayParts): Promise<number> {
  const [row] = await database.query<{ sent_at: Date | null }>(
    'SELECT max(sent_at) AS sent_at FROM mails WHERE kind = $1',
    [TEST_MAIL.kind],
  );
  return row?.sent_at?.getTime() ?? 0;
}

/**
 * When the log of the operator's own database was archived last: its backups are its own, and
 * without the archive they bring back no moment.
 *
 * @returns UTC milliseconds, 0 = never, or what came after it failed.
 */
export async function readArchivedMs(database: Pick<Database, 'query'>): Promise<number> {
  const [row] = await database.query<{ at_ms: number }>(
    `SELECT CASE WHEN current_setting('archive_mode') = 'off'
         OR last_failed_time > last_archived_time THEN 0
       ELSE coalesce(extract(epoch FROM last_archived_time) * 1000, 0) END::int8 AS at_ms
     FROM pg_stat_archiver`,
  );
  return row?.at_ms ?? 0;
}

/** Whether the terms that people agree to are the house's own words, not those of a release. */
async function hasOwnTerms({ database }: FirstDayParts): Promise<boolean> {
  const rows = await database.query(
    `SELECT FROM content_articles JOIN content_texts USING (article_id)
       JOIN content_versions USING (article_id, locale, version)
     WHERE code = 'terms-of-use' AND author <> 'release' LIMIT 1`,
  );
  return rows.length > 0;
}

async function readItems(parts: FirstDayParts): Promise<FirstDayItem[]> {
  const operators = (await parts.operators.list()).filter(
    (one) =>
      !one.isDisabled &&
      isPermitted(one.role, 'approvals.decide') &&
      (one.totpSecret !== null || one.passkeysCount > 0),
  );
  const [testMailMs, isOwn, backupMs, alarmAddress] = await Promise.all([
    readTestMailMs(parts),
    hasOwnTerms(parts),
    parts.readBackupMs(),
    parts.readAlarmAddress(),
  ]);
  const coins = parts.markets.listCoins().filter(({ isMock }) => !isMock);
  const open = parts.markets.listMarkets().filter(({ state }) => OPEN.includes(state));
  return [
    { name: 'operators', isDone: operators.length >= 2, at: 0 },
    { name: 'mail', isDone: testMailMs > 0, at: testMailMs },
    { name: 'terms', isDone: isOwn, at: 0 },
    { name: 'coin', isDone: coins.length > 0, at: 0 },
    { name: 'market', isDone: open.length > 0, at: 0 },
    { name: 'backup', isDone: backupMs > parts.readNowMs() - DAY_MS, at: backupMs },
    { name: 'alarm', isDone: alarmAddress !== '', at: 0 },
  ];
}

/** Handlers of the first day. */
export function createFirstDayRoutes(parts: FirstDayParts): RouteHandler[] {
  const { audit, mail, translateMail } = parts;
  return [
    serve(officeRoutes.firstDay, async () => ({ items: await readItems(parts) })),
    serve(officeRoutes.sendTestMail, async (call) => {
      const operator = operatorOf(call);
      if (!parts.hasMailServer) throw refuseField('mail', 'SMTP_URL is not set');
      const alarmAddress = await parts.readAlarmAddress();
      const addresses = [...new Set([operator.email, alarmAddress])].filter(Boolean);
      const { locale } = call.caller;
      for (const to of addresses) {
        const subject = translateMail(locale, 'test_subject', {});
        const text = translateMail(locale, 'test_text', {});
        await mail.send({ to, subject, text, visitorId: '', limited: TEST_MAIL });
      }
      await audit.write(operator, { action: 'test_mail_sent' });
      return { addresses };
    }),
  ];
}
