// Puts the inbox together: people's messages, the channel that brings them live, price alerts,
// mails about messages, tasks of newcomers. Called through module.ts by the edge's process, before
// it follows the engine's steps: alerts follow the same ones.
import { readLocale } from '@isobath/texts';
import { writeWord } from '../../base/mail/index.ts';
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { createAlertWatch } from './alert-watch.ts';
import { createAlerts } from './alerts.ts';
import { createNotificationMails, type MailPerson } from './by-mail.ts';
import { createNotificationFeed } from './feed.ts';
import { createMessages } from './messages.ts';
import { createInboxRoutes } from './routes.ts';
import { createTaskFacts } from './tasks/facts.ts';
import { createTaskRoutes } from './tasks/routes.ts';
import { createTasks } from './tasks/tasks.ts';

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

/** Make the calls and the channel, watch alerts and send mails from then on. */
export async function startInbox(platform: Platform): Promise<RunningModule> {
  const { database, hub, markets, people, settings, readNowMs, report } = platform;
  const translate = await platform.loadTranslate('inbox');
  const messages = createMessages(database, readNowMs);
  const feed = createNotificationFeed({
    hub,
    messages,
    translate,
    isLocale: (name) => readLocale(name ?? '') !== null,
    readNowMs,
    readDesk: platform.readDeskUnread,
  });
  const endListening = platform.unreadChanged.listen(feed.publish);
  const alerts = createAlerts(database, markets, readNowMs);
  const watch = createAlertWatch({ database, markets, alerts, report });
  await watch.load();
  platform.follow({ apply: watch.apply });
  const { faucet } = settings.sandbox;
  const tasks = createTasks({
    database,
    readFacts: createTaskFacts(platform),
    links: { ...TASK_LINKS, ...(faucet ? { money: '/assetManagement/home' } : {}) },
    readNowMs,
  });
  const mails = createNotificationMails({
    database,
    mail: people.mail,
    translate,
    readPerson: await createPersonReader(platform),
    publicUrl: settings.publicUrl,
  });
  const timers = [
    setInterval(() => void feed.look().catch(report), LOOK_EVERY_MS),
    setInterval(() => void mails.look().catch(report), MAIL_EVERY_MS),
  ];
  for (const timer of timers) timer.unref();
  return {
    handlers: [
      ...createInboxRoutes({ messages, alerts, watch, translate, publish: feed.publish }),
      ...createTaskRoutes(tasks),
    ],
    stop: () => {
      endListening();
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** Whom a mail about a message goes to. */
async function createPersonReader({ people, configuration, loadTranslate }: Platform) {
  const translateMail = await loadTranslate('mail');
  return async (ownerId: number): Promise<MailPerson | undefined> => {
    const user = await people.users.read(ownerId);
    if (user === undefined) return undefined;
    const word = writeWord(translateMail, user);
    const name = await configuration.readBrandName();
    const closing = `${translateMail(user.locale, 'notice_closing', {})}\n\n${name}`;
    const { email, locale } = user;
    return { email, locale, frame: (text) => `${word}${text}\n\n${closing}` };
  };
}
