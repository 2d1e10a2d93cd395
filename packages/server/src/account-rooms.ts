// Puts the account product together with what it stands on: people, tickets, mails, passkeys.
// It serves nothing itself. Called by the edge's process.
// Also answers the operator's questions about people and mails.

import type { Freezing } from './account-freezes.ts';
import {
  createBrowsers,
  createPasskeys,
  createTickets,
  createSeal,
  createThrottle,
  createUsers,
  listTryLimits,
} from './base/credentials/index.ts';
import type { Secrets, Settings } from './base/config/index.ts';
import type { Database } from './base/db/index.ts';
import { createIdentityRecords } from './base/identity/index.ts';
import type { ApiKeys } from './base/keys/index.ts';
import type { Freezes, Locks } from './base/locks/index.ts';
import { createMail, createSmtp, type Mail } from './base/mail/index.ts';
import { createNoticeStart, createNoticeWriter } from './base/notices/index.ts';
import type { OperatorHandlers } from './base/operator/index.ts';
import type { RouteHandler } from './base/product/index.ts';
import type { Sessions } from './base/sessions/index.ts';
import type { Switches } from './base/switches/index.ts';
import type { Speak } from './edge/answer.ts';
import type { EdgeRooms } from './edge-rooms.ts';
import {
  type AccountParts,
  createAccountRoutes,
  createMailWriter,
  createPhotos,
  readOwnStanding,
  readVipLevels,
  TRIES,
} from './products/account/index.ts';
import { readHouseName } from './products/site/index.ts';

/** What the rooms stand on. */
export interface AccountRoomsOptions {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly sessions: Sessions;
  readonly rooms: EdgeRooms;
  readonly keys: ApiKeys;
  readonly switches: Switches;
  readonly speakMail: Speak;
  readonly locks: Locks;
  readonly freezes: Freezes;
  readonly freezing: Freezing;
  readonly report: (error: unknown) => void;
}

/** The rooms, ready to be served. */
export interface AccountRooms {
  readonly handlers: readonly RouteHandler[];
  readonly operatorHandlers: OperatorHandlers;
  readonly parts: AccountParts;
  readonly mail: Mail;
  close(): void;
}

const RETRY_MAILS_EVERY_MS = 60_000;
const MAILS_SHOWN = 20;

/** Make the rooms. */
export function createAccountRooms(options: AccountRoomsOptions): AccountRooms {
  const { settings, secrets, database, sessions, rooms, switches, report } = options;
  const tickets = createTickets(database, Date.now);
  const readName = () => readHouseName(database);
  const send = settings.smtp && createSmtp(settings.smtp.url, settings.smtp.from, readName);
  const seal = createSeal(secrets['credential-key']);
  const mail = createMail({
    database,
    deliver: send,
    seal,
    hasOutbox: settings.sandbox.outbox,
    report,
    readNowMs: Date.now,
  });
  const writeNotice = createNoticeWriter(database);
  const parts: AccountParts = {
    users: createUsers(database, seal),
    sessions,
    tickets,
    throttle: createThrottle(listTryLimits(TRIES), Date.now, options.locks.of('people')),
    browsers: createBrowsers(database, 'people'),
    seal,
    report,
    writeMail: createMailWriter({
      mail,
      speak: options.speakMail,
      readHouseName: readName,
      writeNotice,
      readNowMs: Date.now,
    }),
    writeNotice,
    startNotices: createNoticeStart(database),
    photos: createPhotos(database),
    identity: createIdentityRecords(database),
    passkeys: createPasskeys(database, tickets, {
      origin: settings.publicUrl,
      readName,
      of: 'people',
    }),
    commander: rooms.commander,
    dropWithdrawals: options.keys.dropWithdrawals,
    readFreeze: (ownerId) => options.freezes.read(ownerId)?.cause ?? null,
    freezeOwn: (ownerId, cancelsOrders) =>
      options.freezing.freeze({ ownerId, cause: 'own', cancelsOrders }),
    accounts: rooms.accounts,
    readNowMs: Date.now,
    canSignIn: settings.canSignIn,
    isOpen: (part) => switches.isOn(part) && !switches.isOn('maintenance'),
    readWithdrawLimit: async (identityType) => {
      const rows = await database.query<{ limit: string }>(
        `SELECT daily_withdraw_limit_usdt AS "limit" FROM identity_levels
         WHERE identity_type = $1`,
        [identityType],
      );
      return rows[0]?.limit ?? '0';
    },
    readVipLevels: () => readVipLevels(database),
    readOwnStanding: (ownerId) => readOwnStanding(database, ownerId),
    readHouseName: readName,
  };
  const timer = setInterval(() => void mail.retry().catch(report), RETRY_MAILS_EVERY_MS);
  timer.unref();
  return {
    parts,
    mail,
    handlers: createAccountRoutes(parts),
    operatorHandlers: {
      'mail.list': async ({ to, limit = MAILS_SHOWN }) => ({
        mails: await mail.list(to === undefined ? { limit } : { to, limit }),
      }),
    },
    close: () => clearInterval(timer),
  };
}
