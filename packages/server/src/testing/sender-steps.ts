// Steps that tests of sent withdrawals share: until all are over, what arrived, and whether chain
// and books say the same. Not part of the product.
import { AccountType } from '@isobath/core';
import { expect } from 'vitest';
import { localNetworks } from '../sandbox/chains/networks.ts';
import {
  COINS,
  type FixtureCoin,
  type SenderFixture,
  startSenderFixture,
} from './sender-fixture.ts';
import { Cut, type CutPoint } from './sender-loops.ts';

const ROUNDS_MAX = 30;

/** Steps on a fixture. */
export interface SenderSteps {
  /** Hundredths of a coin, in its units. */
  units(coin: FixtureCoin, hundredths: number): bigint;
  unitsOf(accountId: number, assetId: number): bigint;
  /** What chain and books say is the same, to the last raw unit, and was at each block. */
  expectNoDifference(): Promise<void>;
  /**
   * Look, let the engine take what was written, make blocks: until all are over.
   * @param blocks - of a round; chain and books are compared at the last one.
   */
  settle(ids: readonly number[], blocks?: number): Promise<void>;
  /** An EVM address that nobody has used. */
  newAddress(): string;
  /** Tokens of an address, in raw units. */
  readTokens(address: string): Promise<bigint>;
}

/** Start a fixture whose hot wallets and gas account have money. */
export async function startFundedSender(): Promise<{
  readonly fixture: SenderFixture;
  readonly steps: SenderSteps;
}> {
  const fixture = await startSenderFixture();
  const { money, houseOf } = fixture;
  await fixture.fundHot('ETH', 20n);
  await fixture.fundHot('USDT', 50_000n);
  for (let count = 0; count < 3; count += 1) await fixture.fundHot('BTC', 2n);
  await fixture.book();
  // That of the other chain has none: the treasury pays into it.
  const from = await houseOf(AccountType.operatorTreasury);
  await money.transfer('ETH', [from, await houseOf(AccountType.operatorGas)], 10n ** 9n);
  return { fixture, steps: makeSteps(fixture) };
}

function makeSteps(fixture: SenderFixture): SenderSteps {
  let addressesCount = 0;
  return {
    units: (coin, hundredths) => (BigInt(hundredths) * 10n ** BigInt(COINS[coin].scale)) / 100n,
    unitsOf: (accountId, assetId) => fixture.money.readUnits(accountId)[assetId] ?? 0n,
    async expectNoDifference() {
      await fixture.lookAtDeposits();
      await fixture.finish();
      await fixture.mine();
      await fixture.lookAtDeposits();
      const compared = await fixture.database.query<{ difference: string }>(
        'SELECT difference::text FROM chain_recons ORDER BY asset_id',
      );
      expect(compared.length).toBeGreaterThan(2);
      expect(compared.map(({ difference }) => difference)).toEqual(compared.map(() => '0'));
      expect(await fixture.database.query('SELECT * FROM chain_differences')).toEqual([]);
      fixture.money.expectSumsZero();
    },
    async settle(ids, blocks = 3) {
      const readAll = () => Promise.all(ids.map((id) => fixture.stateOf(id)));
      const over = ['complete', 'cancelled', 'rejected', 'failed'];
      for (let round = 0; round < ROUNDS_MAX; round += 1) {
        await fixture.look();
        await fixture.lookAtDeposits();
        await fixture.finish();
        if ((await readAll()).every(({ state }) => over.includes(state))) return;
        await fixture.mine(blocks);
      }
      const left = JSON.stringify(await readAll());
      throw new Error(`not over: ${left}, ${fixture.troubles.join('; ')}`);
    },
    newAddress() {
      addressesCount += 1;
      const number = 0xabcdef0000000000n + BigInt(addressesCount);
      return `0x${number.toString(16).padStart(40, '0')}`;
    },
    async readTokens(address) {
      const port = fixture.portOf(localNetworks.evm);
      const { hash } = await port.readHead();
      const held = await port.readHoldings([address], hash);
      return held.find((one) => one.asset === fixture.contract)?.raw ?? 0n;
    },
  };
}

/** Pay on both chains with a kill in between, and compare. */
export async function payOnceOver(
  { fixture, steps }: Awaited<ReturnType<typeof startFundedSender>>,
  { point, when, skipped }: { point: CutPoint; when: 'before' | 'after'; skipped: number },
): Promise<void> {
  const person = await fixture.openPerson({ USDT: 200n, BTC: 1n });
  const to = steps.newAddress();
  const { address } = fixture.outside.bitcoin;
  const ids = [
    await fixture.ask({ person, coin: 'USDT', units: steps.units('USDT', 5_000), to }),
    await fixture.ask({ person, coin: 'BTC', units: steps.units('BTC', 1), to: address }),
  ];
  fixture.cutNext(point, when, skipped);
  for (let round = 0; round < 20 && fixture.isCutDue(); round += 1) {
    await fixture.look().catch((error: unknown) => {
      if (!(error instanceof Cut)) throw error;
    });
    await fixture.finish();
    await fixture.mine();
  }
  expect(fixture.isCutDue()).toBe(false);
  await fixture.restart();
  await steps.settle(ids);
  for (const id of ids) expect(await fixture.stateOf(id)).toMatchObject({ state: 'complete' });
  expect(await steps.readTokens(to)).toBe(50_000_000n);
  expect(steps.unitsOf(person.outgoingId, 52)).toBe(0n);
  await steps.expectNoDifference();
}
