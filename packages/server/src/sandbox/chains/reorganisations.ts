// Reorganisations at random, and a follower that keeps the moves of the chain as a scanner would:
// from its own last block back to the common one, then forward. After each it must have what the
// chain has.
// Not part of the product: used by port.test.ts in short, by port.prove.ts at length.

import { deepEqual, equal } from 'node:assert/strict';
import { makeAddress, type TrialChain } from './testing.ts';

/** How many, how deep, and where chance begins. */
export interface ReorganisationPlan {
  readonly rounds: number;
  readonly depthMax: number;
  readonly seed: number;
}

interface Followed {
  readonly height: number;
  readonly hash: string;
  /** Transactions that pay the address. */
  readonly txids: readonly string[];
}

/** Whole numbers below a limit, the same for the same seed. */
function createChance(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Follow the chain to its end; blocks that are no part of it any more are taken back. */
async function follow({ port }: TrialChain, known: Followed[], to: string): Promise<void> {
  for (let last = known.at(-1); last !== undefined; last = known.at(-1)) {
    if ((await port.readHash(last.height)) === last.hash) break;
    known.pop();
  }
  const { height: end } = await port.readHead();
  for (let height = (known.at(-1)?.height ?? end) + 1; height <= end; height += 1) {
    const hash = (await port.readHash(height)) ?? '';
    const block = await port.readBlock(hash);
    equal(block?.header.parentHash, known.at(-1)?.hash);
    const txids = block?.moves.filter((move) => move.to === to).map(({ txid }) => txid) ?? [];
    known.push({ height, hash, txids });
  }
}

/** @errors when what was followed is not what the chain holds. */
export async function reorganiseAtRandom(
  chain: TrialChain,
  { rounds, depthMax, seed }: ReorganisationPlan,
): Promise<void> {
  const { keeper, port } = chain;
  const chance = createChance(seed);
  const to = makeAddress(chain);
  await keeper.mine(1);
  const first = await port.readHead();
  const known: Followed[] = [{ height: first.height, hash: first.hash, txids: [] }];
  const paid = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    keeper.pause();
    const payment = await chain.pay(to, 10_000n);
    equal((await port.broadcast(payment.raw)).kind, 'accepted');
    await keeper.mine(1 + chance(3));
    paid.add(payment.txid);
    await follow(chain, known, to);
    const { height } = await port.readHead();
    const depth = Math.min(1 + chance(depthMax), height - first.height);
    const fate = chance(3);
    // The last payment alone: those before it would pull later ones along.
    const names = [payment.txid];
    await keeper.reorganise({
      depth,
      ...(fate === 1 ? { without: names } : {}),
      ...(fate === 2 ? { later: names } : {}),
    });
    const { kind } = await port.readTransaction(payment.txid);
    if (kind !== 'mined') paid.delete(payment.txid);
    await follow(chain, known, to);
    deepEqual(new Set(known.flatMap(({ txids }) => txids)), paid);
    equal(known.at(-1)?.height, height + 1);
    const { hash } = await port.readHead();
    const [held] = await port.readHoldings([to], hash);
    equal(held?.raw ?? 0n, 10_000n * BigInt(paid.size));
    keeper.resume();
  }
}
