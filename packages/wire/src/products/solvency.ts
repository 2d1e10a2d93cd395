// Proofs of reserves on the wire: what people are owed and what chains hold, coin by coin; the
// bundle for everybody to check; and each person's own path into the tree. The tree itself is
// sum-tree.ts.
import { decimalText, timeMs, wholeText } from '../money.ts';
import { defineRoute } from '../route.ts';
import { z } from '../z.ts';

/** Whole units; a coin's scale says how many of the digits are decimals. */
const wholeUnits = z.string().regex(/^(0|[1-9]\d{0,38})$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Absent = the newest one. */
const chosen = z.object({ proofId: wholeText.optional() });

/** What names a proof. */
const proofHead = z.object({
  proofId: wholeText,
  /** When balances and comparisons were read, all at one moment. */
  at: timeMs,
  /** Step of the engine whose balances stand in the trees. */
  seq: wholeText,
  /** SHA-256 of the bundle's text. */
  bundleHash: hash,
});

/** One coin of a proof. */
const provenCoin = z.object({
  assetId: z.number().int(),
  asset: z.string(),
  /** Owed to people: what they have, in open orders and on its way out, too. */
  liabilities: decimalText,
  /** What people owe; it is never taken off. */
  debts: decimalText,
  /** On chains, at the blocks that the bundle names. */
  holdings: decimalText,
  /** Holdings in millionths of liabilities, "" where nothing is owed. */
  coverPpm: z.union([wholeText, z.literal('')]),
  root: hash,
});

/** A leaf, and the way from it to the root that is published. */
const ownLeaf = z.object({
  assetId: z.number().int(),
  asset: z.string(),
  scale: z.number().int(),
  /** Whole units, `scale` of their digits are decimals. */
  units: wholeUnits,
  salt: hash,
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash, sum: wholeUnits })),
});

/** Routes of proofs of reserves. */
export const solvencyRoutes = {
  proofs: defineRoute({
    method: 'GET',
    role: 'public',
    owner: 'none',
    rate: 'read',
    path: '/hk-web/public/reserves/proofs',
    summary: 'Proofs of reserves, newest first, a hundred at a time; before = an older page.',
    query: z.object({ before: wholeText.optional() }),
    answer: z.array(proofHead),
  }),
  proof: defineRoute({
    method: 'GET',
    role: 'public',
    owner: 'none',
    rate: 'read',
    path: '/hk-web/public/reserves/proof',
    summary: 'One proof of reserves, coin by coin; null before the first one.',
    query: chosen,
    answer: z.union([
      proofHead.extend({
        /** In a sandbox people have demo money, which no chain stands behind. */
        mode: z.enum(['sandbox', 'production']),
        /** Whether people can still check their own part; older paths are not kept. */
        hasPaths: z.boolean(),
        coins: z.array(provenCoin),
      }),
      z.null(),
    ]),
  }),
  bundle: defineRoute({
    method: 'GET',
    role: 'public',
    owner: 'none',
    rate: 'read',
    // Thousands of addresses, which are parsed and written anew.
    weigh: () => 10,
    path: '/hk-web/public/reserves/bundle',
    summary: 'The bundle of a proof, as a file: roots, sums, addresses with their statements.',
    query: chosen,
    answer: z.record(z.string(), z.unknown()),
    isBare: true,
  }),
  path: defineRoute({
    method: 'GET',
    role: 'user',
    owner: 'caller',
    rate: 'read',
    path: '/hk-web/reserves/path',
    summary: 'Your own leaves of a proof, and the way from each to the root.',
    query: chosen,
    answer: proofHead.extend({ uid: wholeText, leaves: z.array(ownLeaf) }),
  }),
} as const;

/** A person's own part of a proof. */
export type OwnPaths = z.output<(typeof solvencyRoutes)['path']['answer']>;
