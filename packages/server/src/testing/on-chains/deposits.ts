// From a payment on a real node to a credit in the real engine: reorganisations, kills, two
// scanners at once. After each the chain, the rows and the ledger say the same. On each node the
// half of the cuts; all of them: chain-deposits.prove.ts.
import { AccountType } from '@isobath/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { coinRows } from '../../sandbox/listing.ts';
import { localNetworks } from '../../sandbox/chains/networks.ts';
import { makeEvmTrial, makeUtxoTrial, type TrialChain } from '../../sandbox/chains/testing.ts';
import { coins, type DepositFixture, startDepositFixture } from '../deposit-fixture.ts';
import {
  CUT_POINTS,
  type DepositSteps,
  makeDepositSteps,
  reorganiseAndKill,
} from '../deposit-steps.ts';
import { fixture as ground } from './ground.ts';

const nodes = [
  {
    name: 'Anvil',
    coin: coins.ETH[0],
    raw: 9_007_199_254_740_993n,
    units: 90_071_992n,
    networkId: localNetworks.evm,
    points: CUT_POINTS.filter((_one, place) => place % 2 === 0),
    open: (): TrialChain =>
      makeEvmTrial({
        keeper: ground.keepers.evm,
        port: ground.portOf(localNetworks.evm),
        outside: ground.outside.evm,
      }),
  },
  {
    name: 'bcoin',
    coin: coins.BTC[0],
    raw: 1_234_567n,
    units: 123_456_700n,
    networkId: localNetworks.bitcoin,
    points: CUT_POINTS.filter((_one, place) => place % 2 === 1),
    open: (): TrialChain =>
      makeUtxoTrial({
        keeper: ground.keepers.bitcoin,
        port: ground.portOf(localNetworks.bitcoin),
        outside: ground.outside.bitcoin,
      }),
  },
] as const;

/** How a network is listed: its first block, and its tokens. */
async function readListed(networkId: number) {
  const [network] = await ground.database.query<{ genesis_hash: string }>(
    'SELECT genesis_hash FROM networks WHERE network_id = $1',
    [networkId],
  );
  const rows = await ground.database.query<{
    asset_id: number;
    contract: string;
    decimals: number;
    code_hash: string;
  }>(
    `SELECT asset_id, contract, decimals, code_hash FROM network_assets
     WHERE network_id = $1 AND contract <> ''`,
    [networkId],
  );
  const tokens = rows.map(({ asset_id: assetId, contract, decimals, code_hash: codeHash }) => {
    const symbol = coinRows.find(([number]) => number === assetId)?.[1] ?? '';
    return { symbol, address: contract, decimals, codeHash };
  });
  return { genesisHash: network?.genesis_hash ?? '', tokens };
}

describe.each(nodes)(
  'deposits on $name',
  ({ open, coin, raw, units, networkId: number, points }) => {
    let chain: TrialChain;
    let fixture: DepositFixture;
    let steps: DepositSteps;
    beforeAll(async () => {
      ground.troubles.length = 0;
      chain = open();
      fixture = await startDepositFixture({ chain, ...(await readListed(number)) });
      steps = makeDepositSteps(fixture, chain);
    });
    afterAll(async () => {
      await fixture?.stop();
      // Of a chain nothing else may have gone wrong.
      expect(ground.troubles.map(String).filter((text) => !text.includes('started again'))).toEqual(
        [],
      );
    });

    const pay: DepositSteps['pay'] = (...of) => steps.pay(...of);
    const expectEven = () => steps.expectEven();

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

    test('five reorganisations and five kills, two scanners: each deposit counts once', () =>
      reorganiseAndKill({ fixture, chain, steps, coin, raw }, points));

    test('below the minimum it is collected, and credited whole once it reaches it', async () => {
      const eve = await fixture.money.openPerson();
      const to = await fixture.giveAddress(eve.ownerId);
      const { needed } = fixture.network;
      const [listed] = await fixture.money.database.query<{ min: string }>(
        `SELECT deposit_raw_min::text AS min FROM network_assets
       WHERE network_id = $1 AND asset_id = $2`,
        [fixture.network.networkId, coin],
      );
      const min = BigInt(listed?.min ?? 0);
      const before = await fixture.readHouseUnits(AccountType.operatorSuspense, coin);
      const first = await pay(to, min - 1_000n, needed);
      await fixture.finish();
      const held = await fixture.readHouseUnits(AccountType.operatorSuspense, coin);
      const find = async (txid: string) =>
        (await fixture.readDeposits()).find(({ tx_hash: hash }) => hash === txid);
      expect(await find(first)).toMatchObject({ status: 10, reason: 'below_minimum' });
      expect(held - before).toBe(BigInt((await find(first))?.units ?? 0));
      expect(await fixture.readUnits(eve.ownerId, AccountType.spot, coin)).toBe(0n);
      await expectEven();
      const second = await pay(to, 1_000n, needed);
      await fixture.finish();
      for (const txid of [first, second]) expect(await find(txid)).toMatchObject({ status: 3 });
      const scaled = coin === coins.ETH[0] ? min / 10n ** 8n : min * 100n;
      expect(await fixture.readUnits(eve.ownerId, AccountType.spot, coin)).toBe(scaled);
      expect(await fixture.readHouseUnits(AccountType.operatorSuspense, coin)).toBe(before);
      await expectEven();
    });

    test('what is held stays in suspense; a screening that is down looks again', async () => {
      const dan = await fixture.money.openPerson();
      const to = await fixture.giveAddress(dan.ownerId);
      const { needed } = fixture.network;
      fixture.setScreening(() => Promise.reject(new Error('nobody answers')));
      const txid = await pay(to, raw, needed);
      await fixture.finish();
      const find = async () =>
        (await fixture.readDeposits()).find(({ tx_hash: hash }) => hash === txid);
      expect(await find()).toMatchObject({
        status: 11,
        reason: 'screening_down',
        held_in: 'suspense',
      });
      await expectEven();
      fixture.setScreening(async () => ({ kind: 'pass' }));
      await fixture.finish();
      expect(await find()).toMatchObject({ status: 11 });
      fixture.passTime(61_000);
      await fixture.finish();
      expect(await find()).toMatchObject({ status: 3, held_in: 'owner' });
      expect(await fixture.readUnits(dan.ownerId, AccountType.spot, coin)).toBe(units);
      const told = await fixture.money.database.query(
        `SELECT kind FROM notices WHERE owner_id = $1 AND kind = 'deposit_held'`,
        [dan.ownerId],
      );
      expect(told).toHaveLength(1);
      await expectEven();
    });

    test('money of the house goes to the treasury, that of nobody into suspense', async () => {
      const { needed } = fixture.network;
      const read = async () => [
        await fixture.readHouseUnits(AccountType.operatorTreasury, coin),
        await fixture.readHouseUnits(AccountType.operatorSuspense, coin),
      ];
      const [treasury, suspense] = await read();
      await pay(fixture.hot, raw, needed);
      await pay(await fixture.giveAddress(null), raw, needed);
      await fixture.finish();
      const [after, nobody] = await read();
      const about = (gained: bigint) => [units, units + 1n].includes(gained);
      expect(about((after ?? 0n) - (treasury ?? 0n))).toBe(true);
      expect(about((nobody ?? 0n) - (suspense ?? 0n))).toBe(true);
      expect((await fixture.readDeposits()).at(-1)).toMatchObject({
        status: 4,
        reason: 'no_owner',
      });
      await expectEven();
    });

    test('lost after it counted: the network halts, the money goes and comes back', async () => {
      const fay = await fixture.money.openPerson();
      const to = await fixture.giveAddress(fay.ownerId);
      const { needed, networkId } = fixture.network;
      const payment = await chain.pay(to, raw);
      chain.keeper.pause();
      await chain.port.broadcast(payment.raw);
      await chain.keeper.mine(needed);
      await fixture.finish();
      expect(await fixture.readUnits(fay.ownerId, AccountType.spot, coin)).toBe(units);
      await chain.keeper.reorganise({ depth: needed, without: [payment.txid] });
      await fixture.finish();
      const readState = async () =>
        (
          await fixture.money.database.query<{ state: string; halt_reason: string }>(
            'SELECT state, halt_reason FROM networks WHERE network_id = $1',
            [networkId],
          )
        )[0];
      const read = async () => [
        await fixture.readUnits(fay.ownerId, AccountType.spot, coin),
        await fixture.readUnits(fay.ownerId, AccountType.outgoing, coin),
      ];
      expect(await readState()).toEqual({ state: 'halted', halt_reason: 'deposit_vanished' });
      expect(fixture.reports.some((text) => text.includes('stand in no block'))).toBe(true);
      expect(await read()).toEqual([0n, units]);
      await expectEven();
      expect((await chain.port.broadcast(payment.raw)).kind).toBe('accepted');
      await chain.keeper.mine(1);
      await fixture.finish();
      expect(await read()).toEqual([units, 0n]);
      expect(await readState()).toMatchObject({ state: 'halted' });
      await expectEven();
      await fixture.money.owner.execute(
        `UPDATE networks SET state = 'open', halt_reason = '' WHERE network_id = $1`,
        [networkId],
      );
    });

    test('what vanished for a day is written off: the insurance pays what is missing', async () => {
      const gus = await fixture.money.openPerson();
      const to = await fixture.giveAddress(gus.ownerId);
      const { needed, networkId } = fixture.network;
      const payment = await chain.pay(to, raw);
      chain.keeper.pause();
      await chain.port.broadcast(payment.raw);
      await chain.keeper.mine(needed);
      await fixture.finish();
      const spent = units / 4n;
      await fixture.spend(gus.ownerId, coin, spent);
      await chain.keeper.reorganise({ depth: needed, without: [payment.txid] });
      await fixture.finish();
      expect(await fixture.readUnits(gus.ownerId, AccountType.outgoing, coin)).toBe(units - spent);
      const row = (await fixture.readDeposits()).find(({ tx_hash: hash }) => hash === payment.txid);
      const depositId = row?.deposit_id ?? 0;
      await expect(fixture.rollBack(depositId)).rejects.toMatchObject({ word: 'object_not_found' });
      fixture.passTime(86_400_000);
      // Nobody has paid into the insurance: the engine refuses, and all is as it was.
      await fixture.rollBack(depositId);
      await fixture.settle();
      expect((await fixture.readDeposits()).at(-1)).toMatchObject({ status: 3 });
      await fixture.insure(coin, spent);
      await fixture.rollBack(depositId);
      await fixture.settle();
      expect((await fixture.readDeposits()).at(-1)).toMatchObject({ status: 7 });
      expect(await fixture.readUnits(gus.ownerId, AccountType.outgoing, coin)).toBe(0n);
      expect(await fixture.readHouseUnits(AccountType.operatorInsurance, coin)).toBe(0n);
      await chain.keeper.mine(1);
      await fixture.finish();
      await expectEven();
      await fixture.openNetwork(networkId);
      expect(
        await fixture.money.database.query(`SELECT state FROM networks WHERE state = 'halted'`),
      ).toEqual([]);
    });

    test('what the chain holds and no row knows stops the sending of the coin', async () => {
      await fixture.money.owner.execute(
        `UPDATE chain_books SET units = units + 1 WHERE network_id = $1 AND asset_id = $2`,
        [fixture.network.networkId, coin],
      );
      await chain.keeper.mine(1);
      await fixture.look();
      const [row] = await fixture.money.database.query<{ sending_stop: string }>(
        'SELECT sending_stop FROM network_assets WHERE network_id = $1 AND asset_id = $2',
        [fixture.network.networkId, coin],
      );
      expect(row).toEqual({ sending_stop: 'difference' });
      expect(await fixture.money.database.query('SELECT FROM chain_differences')).toHaveLength(1);
      expect(fixture.reports.some((text) => text.includes('chain and books differ'))).toBe(true);
    });
  },
);
