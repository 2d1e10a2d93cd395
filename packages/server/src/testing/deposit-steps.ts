// Steps that tests of deposits share: a payment in a block, whether chain, rows and ledger say the
// same, and reorganisations with kills between them. Not part of the product.
import { AccountType } from '@isobath/core';
import { expect } from 'vitest';
import type { TrialChain } from '../sandbox/chains/testing.ts';
import { coins, type DepositFixture } from './deposit-fixture.ts';

/** A statement of a scanner, and whether its connection is cut before or after it. */
export type CutPlace = readonly [text: string, when: 'before' | 'after'];

/** Statements of a scanner at which its connection is cut, one after the other. */
export const CUT_POINTS: readonly CutPlace[] = [
  ['INSERT INTO deposits', 'before'],
  ['INSERT INTO chain_blocks', 'after'],
  ['UPDATE chain_cursor SET height', 'before'],
  ['UPDATE chain_cursor SET height', 'after'],
  ['UPDATE deposits SET block_hash = NULL', 'after'],
  ['DELETE FROM chain_blocks', 'before'],
  ['INSERT INTO residues', 'after'],
  ['UPDATE deposits SET units', 'after'],
  ['UPDATE deposits SET moving_to', 'after'],
  ['INSERT INTO chain_recons', 'before'],
];

/** Steps on a fixture. */
export interface DepositSteps {
  /** Pay and mine so many blocks. @returns the transaction. */
  pay(to: string, amount: bigint, blocks?: number): Promise<string>;
  /** At the end of the chain it holds what the books say, to the last unit. */
  expectEven(): Promise<void>;
}

/** Make the steps. */
export function makeDepositSteps(fixture: DepositFixture, chain: TrialChain): DepositSteps {
  return {
    async pay(to, amount, blocks = 1) {
      chain.keeper.pause();
      const payment = await chain.pay(to, amount);
      expect((await chain.port.broadcast(payment.raw)).kind).toBe('accepted');
      await chain.keeper.mine(blocks);
      return payment.txid;
    },
    async expectEven() {
      const { height } = await chain.port.readHead();
      const recons = await fixture.readRecons();
      expect(recons.length).toBeGreaterThan(0);
      for (const recon of recons) expect(recon).toMatchObject({ height, difference: '0' });
      fixture.money.expectSumsZero();
    },
  };
}

/** What is reorganised. */
export interface ReorganisedDeposits {
  readonly fixture: DepositFixture;
  readonly chain: TrialChain;
  readonly steps: DepositSteps;
  readonly coin: number;
  readonly raw: bigint;
}

/** What a chain still holds of what was paid to one person. */
interface Paid {
  readonly ownerId: number;
  readonly txids: ReadonlySet<string>;
}

/**
 * As many reorganisations as there are points, two scanners at once, and a connection cut at each
 * point: every deposit that the chain still holds counts once.
 */
export async function reorganiseAndKill(
  deposits: ReorganisedDeposits,
  points: readonly CutPlace[],
): Promise<void> {
  const { fixture, chain, steps, raw } = deposits;
  const { ownerId } = await fixture.money.openPerson();
  const to = await fixture.giveAddress(ownerId);
  const first = await chain.port.readHead();
  const paid = new Set<string>();
  let point = -1;
  /** The next statement, once the connection was cut at the one before. */
  const cutNext = () => {
    if (point === fixture.countCuts() || point === points.length - 1) return;
    point = fixture.countCuts();
    const [text, when] = points[point] as CutPlace;
    fixture.cutAt(text, when);
  };
  for (let round = 0; round < points.length; round += 1) {
    const txid = await steps.pay(to, raw, 1 + (round % 2));
    paid.add(txid);
    cutNext();
    await fixture.lookTwice();
    const { height } = await chain.port.readHead();
    const depth = Math.min(1 + (round % 3), height - first.height);
    const fate = round % 3;
    await chain.keeper.reorganise({
      depth,
      ...(fate === 1 ? { without: [txid] } : {}),
      ...(fate === 2 ? { later: [txid] } : {}),
    });
    if ((await chain.port.readTransaction(txid)).kind !== 'mined') paid.delete(txid);
    await fixture.lookTwice();
  }
  for (let more = 0; fixture.countCuts() < points.length && more < points.length; more += 1) {
    cutNext();
    paid.add(await steps.pay(to, raw, fixture.network.needed));
    await fixture.lookTwice();
    await fixture.settle();
  }
  await chain.keeper.mine(fixture.network.needed);
  await fixture.lookThrough();
  await fixture.lookTwice();
  await fixture.settle();
  await fixture.finish();
  expect(fixture.countCuts()).toBe(points.length);
  await expectCredited(deposits, { ownerId, txids: paid });
}

async function expectCredited(
  { fixture, steps, coin, raw }: ReorganisedDeposits,
  { ownerId, txids }: Paid,
): Promise<void> {
  const rows = await fixture.readDeposits();
  const credited = rows.filter(({ tx_hash: hash, status }) => txids.has(hash) && status === 3);
  expect(credited).toHaveLength(txids.size);
  const total = raw * BigInt(txids.size);
  const expected = coin === coins.ETH[0] ? total / 10n ** 8n : total * 100n;
  expect(await fixture.readUnits(ownerId, AccountType.spot, coin)).toBe(expected);
  await steps.expectEven();
  expect(await fixture.money.database.query('SELECT FROM chain_differences')).toEqual([]);
}
