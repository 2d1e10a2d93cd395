// Puts the inbox together: people's messages, the channel that brings them live, price alerts.
// It serves nothing itself. Called by the edge's process.
import { readLocale } from '@isobath/texts';
import type { Database } from './base/db/index.ts';
import type { RouteHandler } from './base/product/index.ts';
import type { EdgeRooms } from './edge-rooms.ts';
import {
  createAlerts,
  createAlertWatch,
  createInboxRoutes,
  createMessages,
  createNoticeFeed,
  createNoticeMails,
  createTaskRoutes,
  createTasks,
  type MailPerson,
  type SpeakNotice,
} from './products/inbox/index.ts';
import type { Mail } from './base/mail/index.ts';
import type { Speak } from './edge/answer.ts';
import { type AccountParts, writeWord } from './products/account/index.ts';
import { createTaskFacts } from './task-facts.ts';

/** What the rooms stand on. */
export interface InboxRoomsOptions {
  readonly database: Database;
  readonly rooms: EdgeRooms;
  readonly account: AccountParts;
  readonly hasFaucet: boolean;
  readonly mail: Mail;
  /** Says what stands around the words of a mail. */
  readonly speakMail: Speak;
  readonly publicUrl: string;
  readonly speak: SpeakNotice;
  /** What of the desk is unread for a person. */
  readonly readDesk: Parameters<typeof createNoticeFeed>[0]['readDesk'];
  readonly report: (error: unknown) => void;
}

/** The rooms, ready to be served. */
export interface InboxRooms {
  readonly handlers: readonly RouteHandler[];
  /** Tell a person's pages how things stand now. */
  readonly publish: (ownerId: number) => Promise<void>;
  close(): void;
}

/** How long a message waits at most before it is sent on. */
const LOOK_EVERY_MS = 500;
const MAIL_EVERY_MS = 5_000;

/** Where each task of a newcomer is done. */
const TASK_LINKS = {
  email: '/user/overView',
  secondFactor: '/user/personSetting',
  money: '/assetManagement/topup',
  trade: '/trade/exchange/?tradeCode=btc_usdt',
};

/** Make the rooms. Call before the edge's rooms are opened: alerts follow the same steps. */
export async function createInboxRooms(options: InboxRoomsOptions): Promise<InboxRooms> {
  const { database, rooms, speak, report } = options;
  const { hub, markets } = rooms;
  const messages = createMessages(database, Date.now);
  const feed = createNoticeFeed({
    hub,
    messages,
    speak,
    isLocale: (name) => readLocale(name ?? '') !== null,
    readNowMs: Date.now,
    readDesk: options.readDesk,
  });
  const alerts = createAlerts(database, markets, Date.now);
  const watch = createAlertWatch({ database, markets, alerts, report });
  await watch.load();
  rooms.follow(watch.apply);
  const tasks = createTasks({
    database,
    readFacts: createTaskFacts(database, options.account),
    links: { ...TASK_LINKS, ...(options.hasFaucet ? { money: '/assetManagement/home' } : {}) },
    readNowMs: Date.now,
  });
  const mails = createNoticeMails({
    database,
    mail: options.mail,
    speak,
    readPerson: createPersonReader(options),
    publicUrl: options.publicUrl,
  });
  const timers = [
    setInterval(() => void feed.look().catch(report), LOOK_EVERY_MS),
    setInterval(() => void mails.look().catch(report), MAIL_EVERY_MS),
  ];
  for (const timer of timers) timer.unref();
  return {
    handlers: [
      ...createInboxRoutes({ messages, alerts, watch, speak, publish: feed.publish }),
      ...createTaskRoutes(tasks),
    ],
    publish: feed.publish,
    close: () => {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** Whom a mail about a message goes to. */
function createPersonReader({ account, speakMail }: InboxRoomsOptions) {
  return async (ownerId: number): Promise<MailPerson | undefined> => {
    const user = await account.users.read(ownerId);
    if (user === undefined) return undefined;
    const word = writeWord(speakMail, user);
    const name = await account.readHouseName();
    const closing = `${speakMail(user.locale, 'notice_closing', {})}\n\n${name}`;
    const { email, locale } = user;
    return { email, locale, frame: (text) => `${word}${text}\n\n${closing}` };
  };
}
