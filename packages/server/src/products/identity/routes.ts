// A person's side of verification: files, forms, the outcome, and what is asked for afterwards.
// Called by the edge.
import { identityRoutes } from '@isobath/wire';
import { identityStatuses } from '../../base/identity/index.ts';
import type { Database } from '../../base/db/index.ts';
import { type RouteHandler, serve } from '../../base/product/index.ts';
import type { Applications } from './applications.ts';
import type { Files } from './files.ts';
import { readOutcome } from './outcome.ts';
import type { Supplements } from './supplements.ts';

/** What the calls stand on. */
export interface IdentityParts {
  readonly database: Database;
  readonly applications: Applications;
  readonly files: Files;
  readonly supplements: Supplements;
  /** Told that somebody answered. */
  readonly onAnswered: () => Promise<void>;
}

/** Handlers of a person's side. */
export function createIdentityRoutes(parts: IdentityParts): RouteHandler[] {
  const { database, applications, files, supplements } = parts;
  return [
    serve(identityRoutes.takeFile, async ({ caller: { ownerId }, body: { kind, file } }) =>
      files.take({ ownerId, kind, content: Buffer.from(await file.arrayBuffer()) }),
    ),
    serve(identityRoutes.checkStandard, ({ caller, body }) =>
      applications.checkStandard(caller.ownerId, body),
    ),
    serve(identityRoutes.applyStandard, ({ caller, body }) =>
      applications.applyStandard(caller.ownerId, body),
    ),
    serve(identityRoutes.applyAdvanced, ({ caller, body }) =>
      applications.applyAdvanced(caller.ownerId, body),
    ),
    serve(identityRoutes.verifyResult, async ({ caller: { ownerId }, query: { type } }) => {
      const outcome = await readOutcome(database, ownerId, Number(type ?? 0));
      const none = { type: Number(type ?? 0), status: identityStatuses.notIdentified };
      return outcome ?? { ...none, reasonCodes: [], items: [] };
    }),
    serve(identityRoutes.checkSupplement, ({ caller }) => supplements.check(caller.ownerId)),
    serve(identityRoutes.submitSupplement, async ({ caller, body }) => {
      const answer = await supplements.submit(caller.ownerId, body.answers);
      await parts.onAnswered();
      return answer;
    }),
  ];
}
