// Calls of feedback. Called by the edge.
import { feedbackRoutes } from '@isobath/wire';
import type { Database } from '../../../base/db/index.ts';
import { refuse, type RouteHandler, serve } from '../../../base/product/index.ts';
import { addFeedback, listFeedback } from './feedback.ts';
import { addPicture, readPicture } from './pictures.ts';

/** Handlers of what people tell the house. */
export function createFeedbackRoutes(database: Database, readNowMs: () => number): RouteHandler[] {
  return [
    serve(feedbackRoutes.feedback, ({ caller }) => listFeedback(database, caller.ownerId)),
    serve(feedbackRoutes.sendFeedback, ({ caller, body }) =>
      addFeedback(database, {
        ...body,
        ownerId: caller.ownerId,
        device: caller.device,
        locale: caller.locale,
        nowMs: readNowMs(),
      }),
    ),
    serve(feedbackRoutes.addPicture, async ({ caller, body }) => {
      const picture = { ownerId: caller.ownerId, ...body, nowMs: readNowMs() };
      return { pictureId: String(await addPicture(database, picture)) };
    }),
    serve(feedbackRoutes.picture, async ({ caller, query }) => {
      const found = await readPicture(database, caller.ownerId, query.pictureId);
      if (found === undefined) throw refuse('object_not_found');
      return found;
    }),
  ];
}
