// Calls of proofs of reserves: everybody reads proofs and bundles, a person reads their own leaves
// and nobody else's. Called by the edge.
import { solvencyRoutes } from '@isobath/wire';
import type { Database } from '../../base/db/index.ts';
import { refuse, type RouteHandler, serve } from '../../base/product/index.ts';
import { listProofs, readBundle, readCoins, readOwnLeaves, readProof } from './store.ts';

/** What the calls stand on. */
export interface SolvencyParts {
  readonly database: Database;
}

/** Handlers of the product. */
export function createSolvencyRoutes({ database }: SolvencyParts): RouteHandler[] {
  return [
    serve(solvencyRoutes.proofs, ({ query }) => listProofs(database, Number(query.before ?? 0))),
    serve(solvencyRoutes.proof, async ({ query: { proofId } }) => {
      const proof = await readProof(database, Number(proofId ?? 0));
      if (proof === undefined && proofId !== undefined) throw refuse('object_not_found');
      if (proof === undefined) return null;
      const { head, mode, hasPaths } = proof;
      return { ...head, mode, hasPaths, coins: await readCoins(database, Number(head.proofId)) };
    }),
    serve(solvencyRoutes.bundle, async ({ query }) => {
      const bundle = await readBundle(database, Number(query.proofId ?? 0));
      if (bundle === undefined) throw refuse('object_not_found');
      return { ...bundle };
    }),
    serve(solvencyRoutes.path, async ({ query, caller: { ownerId } }) => {
      const proof = await readProof(database, Number(query.proofId ?? 0));
      if (proof === undefined) throw refuse('object_not_found');
      const leaves = await readOwnLeaves(database, ownerId, Number(proof.head.proofId));
      return { ...proof.head, uid: String(ownerId), leaves };
    }),
  ];
}
