// From a payment on a real node to a credit in the real engine: reorganisations, kills, two
// scanners at once. After each the chain, the rows and the ledger say the same.
import { AccountType } from '@isobath/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openTrialBitcoin,
  openTrialEvm,
  type Trial,
  type TrialChain,
} from './sandbox/chains/testing.ts';
import { coins, type DepositFixture, startDepositFixture } from './testing/deposit-fixture.ts';

const ROUNDS = 10;
/** Statements of a scanner; its connection is cut at one of them in each round. */
const POINTS = [
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
] as const;

interface Opened extends Trial<object> {
  readonly listed: Omit<Parameters<typeof startDepositFixture>[0], 'chain'>;
}

const nodes = [
  {
    name: 'Anvil',
    coin: coins.ETH[0],
    raw: 9_007_199_254_740_993n,
    units: 90_071_992n,
    open: async (): Promise<Opened> => {
      const trial = await openTrialEvm();
      const { genesisHash, tokens } = trial.local;
      return { ...trial, listed: { genesisHash, tokens } };
    },
  },
  {
    name: 'bcoin',
    coin: coins.BTC[0],
    raw: 1_234_567n,
    units: 123_456_700n,
    open: async (): Promise<Opened> => {
      const trial = await openTrialBitcoin();
      const { genesisHash } = trial.local;
      return { ...trial, listed: { genesisHash, tokens: [] } };
    },
  },
] as const;

describe.each(nodes)('$name', ({ open, coin, raw, units }) => {
  let trial: Opened;
  let chain: TrialChain;
  let fixture: DepositFixture;
  beforeAll(async () => {
    trial = await open();
    ({ chain } = trial);
    fixture = await startDepositFixture({ chain, ...trial.listed });
  });
  afterAll(async () => {
    await fixture?.stop();
    await trial?.close();
  });

  async function pay(to: string, amount: bigint, blocks = 1): Promise<string> {
    chain.keeper.pause();
    const payment = await chain.pay(to, amount);
    expect((await chain.port.broadcast(payment.raw)).kind).toBe('accepted');
    await chain.keeper.mine(blocks);
    return payment.txid;
  }

  async function expectEven(): Promise<void> {
    const { height } = await chain.port.readHead();
    const recons = await fixture.readRecons();
    expect(recons.length).toBeGreaterThan(0);
    for (const recon of recons) expect(recon).toMatchObject({ height, difference: '0' });
    fixture.money.expectSumsZero();
  }

  test('a deposit is credited once it is deep enough, and what is left over counts', async () => {
    const ann = await fixture.money.openPerson();
    const to = await fixture.giveAddress(ann.ownerId);
    const { needed } = fixture.network;
    await pay(to, raw);
    await fixture.finish();
    expect(await fixture.readDeposits()).toMatchObject([{ status: 1, units: null }]);
    await chain.keeper.mine(needed - 2);
    await fixture.finish();
    expect(await fixture.readDeposits()).toMatchObject([{ status: 1 }]);
    await chain.keeper.mine(1);
    await fixture.finish();
    expect(await fixture.readDeposits()).toMatchObject([{ status: 3, units: String(units) }]);
    await expectEven();
    await pay(to, raw, needed);
    await fixture.finish();
    const twice = units * 2n + (coin === coins.ETH[0] ? 1n : 0n);
    expect(await fixture.readUnits(ann.ownerId, AccountType.spot, coin)).toBe(twice);
    expect(await fixture.readHouseUnits(AccountType.chain, coin)).toBe(-twice);
    await expectEven();
    const residue = coin === coins.ETH[0] ? 9_481_986n : 0n;
    const recon = (await fixture.readRecons()).find(({ asset_id: id }) => id === coin);
    expect(recon?.terms['residues']).toBe(String(coin === coins.ETH[0] ? residue : 0n));
  });

  test('ten reorganisations and ten kills, two scanners: each deposit counts once', async () => {
    const bob = await fixture.money.openPerson();
    const to = await fixture.giveAddress(bob.ownerId);
    const first = await chain.port.readHead();
    const paid = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const txid = await pay(to, raw, 1 + (round % 2));
      paid.add(txid);
      const [text, when] = POINTS[round] as (typeof POINTS)[number];
      fixture.cutAt(text, when);
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
    await chain.keeper.mine(fixture.network.needed);
    await fixture.lookThrough();
    await fixture.lookTwice();
    await fixture.settle();
    await fixture.finish();
    expect(fixture.countCuts()).toBeGreaterThan(0);
    const rows = await fixture.readDeposits();
    const credited = rows.filter(({ tx_hash: hash, status }) => paid.has(hash) && status === 3);
    expect(credited).toHaveLength(paid.size);
    const [listed] = [coin === coins.ETH[0] ? { factor: 10n ** 8n } : { factor: 0n }];
    const total = raw * BigInt(paid.size);
    const expected = listed.factor === 0n ? total * 100n : total / listed.factor;
    expect(await fixture.readUnits(bob.ownerId, AccountType.spot, coin)).toBe(expected);
    await expectEven();
    expect(await fixture.money.database.query('SELECT FROM chain_differences')).toEqual([]);
  });
});
