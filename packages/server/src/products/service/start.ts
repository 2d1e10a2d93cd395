// Puts support together: a person's side and the desk's. Called through module.ts by the edge's
// process.
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { createConversations } from './conversations.ts';
import { createDeskRoutes } from './desk-routes.ts';
import { createServiceRoutes } from './routes.ts';

/** Make the calls. */
export function startService(platform: Platform): RunningModule {
  const { database, audit, readNowMs, deskChanged, unreadChanged } = platform;
  const talks = createConversations(database, readNowMs, deskChanged.publish);
  const { publish } = unreadChanged;
  return {
    handlers: [
      ...createServiceRoutes({ talks, publish }),
      ...createDeskRoutes({ database, talks, audit, readNowMs, publish }),
    ],
  };
}
