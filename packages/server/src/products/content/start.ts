// Puts help, announcements and feedback together: the texts of the release are put into the store,
// and announcements are published when they are due. Called through module.ts by the edge.
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { createArticles } from './articles.ts';
import { createFeedbackRoutes } from './feedback/routes.ts';
import { createEditorRoutes } from './office/routes.ts';
import { publishAnnouncements } from './publish.ts';
import { createContentRoutes } from './routes.ts';
import { seedContent } from './seed.ts';

/** How late an announcement may reach the inboxes. */
const PUBLISH_EVERY_MS = 15_000;

/** Make the calls, and publish from then on. */
export async function startContent(platform: Platform): Promise<RunningModule> {
  const { settings, database, audit, mark, readNowMs, report } = platform;
  await seedContent(database, { mode: settings.mode, nowMs: readNowMs() });
  await publishAnnouncements(database, readNowMs());
  const timer = setInterval(
    () => void publishAnnouncements(database, readNowMs()).catch(report),
    PUBLISH_EVERY_MS,
  );
  timer.unref();
  const articles = createArticles(database, readNowMs);
  const { readOfficialChannels: readChannels } = platform.configuration;
  return {
    handlers: [
      ...createContentRoutes({ database, mark, articles, readNowMs, readChannels }),
      ...createFeedbackRoutes(database, readNowMs),
      ...createEditorRoutes({
        database,
        audit,
        readNowMs,
        shown: () => publishAnnouncements(database, readNowMs()),
      }),
    ],
    stop: () => clearInterval(timer),
  };
}
