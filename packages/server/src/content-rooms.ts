// Puts help, announcements and feedback together: the release's words are put into the store, and
// announcements are told when their time has come. It serves nothing itself. Called by the edge's
// process.
import type { MarkCounted } from './base/addresses/index.ts';
import type { AuditLog } from './base/audit/index.ts';
import type { Database } from './base/db/index.ts';
import type { RouteHandler } from './base/product/index.ts';
import {
  createArticles,
  createContentRoutes,
  createEditorRoutes,
  createFeedbackRoutes,
  seedContent,
  tellAnnouncements,
} from './products/content/index.ts';
import { readWebConfig } from './products/site/index.ts';

/** What the rooms stand on. */
export interface ContentRoomsOptions {
  readonly database: Database;
  readonly mark: MarkCounted;
  /** Acts of operators in the editor. */
  readonly audit: AuditLog;
  readonly mode: 'sandbox' | 'production';
  readonly report: (error: unknown) => void;
}

/** The rooms, ready to be served. */
export interface ContentRooms {
  readonly handlers: readonly RouteHandler[];
  close(): void;
}

/** How late an announcement may reach the inboxes. */
const TELL_EVERY_MS = 15_000;

/** Make the rooms. */
export async function createContentRooms(options: ContentRoomsOptions): Promise<ContentRooms> {
  const { database, audit, mode, report } = options;
  await seedContent(database, { mode, nowMs: Date.now() });
  await tellAnnouncements(database, Date.now());
  const timer = setInterval(
    () => void tellAnnouncements(database, Date.now()).catch(report),
    TELL_EVERY_MS,
  );
  timer.unref();
  const articles = createArticles(database, Date.now);
  return {
    handlers: [
      ...createContentRoutes({
        database,
        mark: options.mark,
        articles,
        readNowMs: Date.now,
        readChannels: async () => (await readWebConfig(database)).officialChannels,
      }),
      ...createFeedbackRoutes(database, Date.now),
      ...createEditorRoutes({
        database,
        audit,
        readNowMs: Date.now,
        shown: () => tellAnnouncements(database, Date.now()),
      }),
    ],
    close: () => clearInterval(timer),
  };
}
