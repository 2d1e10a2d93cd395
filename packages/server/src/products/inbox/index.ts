/** The inbox room's door. */
export { createAlertWatch } from './alert-watch.ts';
export { createAlerts } from './alerts.ts';
export { createNoticeMails, type MailPerson } from './by-mail.ts';
export { createNoticeFeed } from './feed.ts';
export { createMessages } from './messages.ts';
export { createInboxRoutes } from './routes.ts';
export type { SpeakNotice } from './show.ts';
export { createTaskRoutes } from './tasks/routes.ts';
export { createTasks, type TaskFacts } from './tasks/tasks.ts';
