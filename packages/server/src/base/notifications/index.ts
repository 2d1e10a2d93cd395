/** The notices room's door: messages to people, before they are put into words. */
export {
  type NotificationFacts,
  type NotificationKind,
  notificationModules,
  readKind,
} from './kinds.ts';
export {
  createNotificationStart,
  createNotificationWriter,
  type Notification,
  type StartNotifications,
  type WriteNotification,
  writeNotifications,
} from './notifications.ts';
