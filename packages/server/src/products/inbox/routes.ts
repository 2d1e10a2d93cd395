// Calls of the notification centre, its settings and price alerts. Called by the edge.
import { inboxRoutes } from '@isobath/wire';
import { refuse, type RouteHandler, serve } from '../../base/product/index.ts';
import type { AlertWatch } from './alert-watch.ts';
import type { Alerts } from './alerts.ts';
import type { Messages } from './messages.ts';
import { showMessage, type TranslateNotification } from './show.ts';

/** What the calls stand on. */
export interface InboxParts {
  readonly messages: Messages;
  readonly alerts: Alerts;
  readonly watch: AlertWatch;
  readonly translate: TranslateNotification;
  /** Tells the person's other pages. */
  readonly publish: (ownerId: number) => Promise<void>;
}

/** Handlers of the inbox. */
export function createInboxRoutes(parts: InboxParts): RouteHandler[] {
  return [...createMessageRoutes(parts), ...createAlertRoutes(parts)];
}

function createMessageRoutes({ messages, translate, publish }: InboxParts): RouteHandler[] {
  async function countTotal(ownerId: number): Promise<{ countTotal: number }> {
    const modules = await messages.countUnread(ownerId);
    return { countTotal: modules.reduce((sum, { unreadCount }) => sum + unreadCount, 0) };
  }
  async function readWanted(ownerId: number) {
    const [muted, mailed] = await Promise.all([
      messages.listMutes(ownerId),
      messages.listMailed(ownerId),
    ]);
    return { muted, mailed };
  }
  return [
    serve(inboxRoutes.messages, async ({ caller, body }) => {
      const [rows, totalCount] = await Promise.all([
        messages.list(caller.ownerId, body),
        messages.count(caller.ownerId, body),
      ]);
      return { list: rows.map((row) => showMessage(row, caller.locale, translate)), totalCount };
    }),
    serve(inboxRoutes.markRead, async ({ caller, body }) => {
      if (body.rangeType === 0) await messages.markAllRead(caller.ownerId);
      else if (!(await messages.markRead(caller.ownerId, body.messageId))) {
        throw refuse('object_not_found');
      }
      await publish(caller.ownerId);
      return countTotal(caller.ownerId);
    }),
    serve(inboxRoutes.unreadCount, ({ caller }) => countTotal(caller.ownerId)),
    serve(inboxRoutes.classify, ({ caller }) => messages.countUnread(caller.ownerId)),
    serve(inboxRoutes.readMutes, ({ caller }) => readWanted(caller.ownerId)),
    serve(inboxRoutes.writeMutes, async ({ caller, body }) => {
      await messages.setMute(caller.ownerId, body.submoduleCode, body.isMuted);
      return readWanted(caller.ownerId);
    }),
    serve(inboxRoutes.writeMailed, async ({ caller, body }) => {
      await messages.setMailed(caller.ownerId, body.submoduleCode, body.isMailed);
      return readWanted(caller.ownerId);
    }),
  ];
}

function createAlertRoutes({ alerts, watch }: InboxParts): RouteHandler[] {
  return [
    serve(inboxRoutes.alerts, async ({ caller }) => {
      const rows = await alerts.list(caller.ownerId);
      return rows.map(alerts.show).filter((row) => row !== undefined);
    }),
    serve(inboxRoutes.addAlert, async ({ caller, body }) => {
      const alert = await alerts.add(caller.ownerId, body);
      await watch.add(alert);
      const shown = alerts.show(alert);
      if (shown === undefined) throw refuse('object_not_found');
      return shown;
    }),
    serve(inboxRoutes.removeAlert, async ({ caller, query }) => {
      const isRemoved = await alerts.remove(caller.ownerId, query.id);
      if (!isRemoved) throw refuse('object_not_found');
      watch.remove(Number(query.id));
      return { isRemoved };
    }),
  ];
}
