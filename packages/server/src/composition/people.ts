// People as every product of the edge meets them: who they are, their sign-ins and passkeys, and
// mails to them. All of it is of base; it serves nothing itself. Opened by the edge's process.
import type { AuditLog } from '../base/audit/index.ts';
import type { Settings } from '../base/config/index.ts';
import {
  createPasskeys,
  createTickets,
  createUsers,
  type Seal,
} from '../base/credentials/index.ts';
import type { Database } from '../base/db/index.ts';
import type { ApiKeys } from '../base/keys/index.ts';
import { enqueueJob } from '../base/jobs/index.ts';
import type { Freezes, Freezing } from '../base/locks/index.ts';
import { createMail, createMailCheck, createMailWriter } from '../base/mail/index.ts';
import type { PlatformPeople } from '../base/modules/index.ts';
import { createNotificationWriter } from '../base/notifications/index.ts';
import { createFreezeLinks, createProofs } from '../base/proofs/index.ts';
import type { Sessions } from '../base/sessions/index.ts';
import type { Translate } from '../edge/answer.ts';

/** What they stand on. */
export interface PeopleOptions {
  readonly settings: Settings;
  readonly database: Database;
  readonly audit: AuditLog;
  readonly seal: Seal;
  readonly sessions: Sessions;
  readonly keys: ApiKeys;
  readonly freezes: Freezes;
  readonly freezing: Freezing;
  readonly translateMail: Translate;
  readonly readBrandName: () => Promise<string>;
}

/** Open them. */
export function openPeople(options: PeopleOptions): PlatformPeople {
  const { settings, database, seal, sessions, keys, readBrandName } = options;
  const tickets = createTickets(database, Date.now);
  const mail = createMail({
    database,
    enqueue: settings.smtp && enqueueJob,
    seal,
    readNowMs: Date.now,
  });
  const users = createUsers(database, seal);
  const passkeys = createPasskeys(database, tickets, {
    origin: settings.publicUrl,
    readName: readBrandName,
    of: 'people',
  });
  const writeMail = createMailWriter({
    mail,
    translate: options.translateMail,
    readBrandName,
    writeNotification: createNotificationWriter(database),
    readNowMs: Date.now,
  });
  const freezeLinks = createFreezeLinks(database, settings.publicUrl, Date.now);
  return {
    users,
    sessions,
    tickets,
    seal,
    keys,
    mail,
    passkeys,
    writeMail,
    freezeLinks,
    proofs: createProofs({
      database,
      audit: options.audit,
      users,
      seal,
      passkeys,
      writeMail,
      freezeLinks,
      translateAction: (locale, action, facts) =>
        options.translateMail(locale, `proof_${action}`, facts).trim(),
      readNowMs: Date.now,
    }),
    checkMail: createMailCheck(mail),
    freezes: options.freezes,
    freeze: options.freezing.freeze,
    readFreeze: (ownerId) => options.freezes.read(ownerId)?.cause ?? null,
    freezeOwn: (ownerId, cancelsOrders) =>
      options.freezing.freeze({ ownerId, cause: 'own', cancelsOrders }),
  };
}
