// Sweeps over real nodes, the real signer and engine: what deposit addresses hold comes to the hot
// wallet once, whatever is killed; the ledger hears of nothing but gas, and chain and books never
// differ. Every place where it can be killed: chain-sweeps.prove.ts.
import { AccountType } from '@isobath/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { readBreakerRoom } from '../../custody/levels/breaker.ts';
import { localNetworks } from '../../sandbox/chains/networks.ts';
import { Cut } from '../sender-loops.ts';
import { makeSweepSteps } from '../sweep-steps.ts';
import { fixture, steps } from './ground.ts';

describe('sweeps', () => {
  let sweeps: ReturnType<typeof makeSweepSteps>;

  beforeAll(async () => {
    sweeps = makeSweepSteps(fixture, steps);
    await sweeps.sendCoins(sweeps.tank(), 10n ** 18n);
    // The fixture's hot wallets have less than a sandbox's.
    await setLevels('0', String(10n ** 20n));
  });

  const setLevels = (low: string, high: string, assetIds = [1, 2, 52]) =>
    fixture.owner.execute(
      `UPDATE network_assets SET hot_low_units = $1, hot_target_units = $1, hot_high_units = $2
     WHERE asset_id = ANY ($3::int[])`,
      [low, high, assetIds],
    );

  test('what a deposit address holds comes to the hot wallet, whatever is killed', async () => {
    const person = await fixture.openPerson({});
    const { address } = await sweeps.giveAddress(person.ownerId, 'evm');
    const hot = fixture.hotOf('evm').toLowerCase();
    const before = await steps.readTokens(hot);
    await sweeps.sendTokens(address, 25_000_000n);
    const isOver = async () => (await sweeps.readMoves(address)).join() === 'gas final,sweep final';
    for (const point of ['sign', 'broadcast'] as const) {
      fixture.cutNext(point, 'after');
      await sweeps
        .lookUntil(async () => !fixture.isCutDue())
        .catch((error: unknown) => {
          if (!(error instanceof Cut)) throw error;
        });
      expect(fixture.isCutDue()).toBe(false);
      await fixture.restart();
    }
    await sweeps.lookUntil(isOver);
    expect(await steps.readTokens(address)).toBe(0n);
    expect(await steps.readTokens(hot)).toBe(before + 25_000_000n);
    expect(steps.unitsOf(person.accountId, 52)).toBe(25n * 10n ** 8n);
    await sweeps.expectNoDifference();
    // The coin itself: all of it less the worst that its gas may cost, and no deposit of anybody.
    await sweeps.sendCoins(address, 10n ** 17n);
    await sweeps.lookUntil(
      async () => (await sweeps.readMoves(address)).join() === 'gas final,sweep final,sweep final',
    );
    expect(await sweeps.readCoins(address)).toBeLessThan(10n ** 15n);
    expect(steps.unitsOf(person.accountId, 2)).toBe(10n ** 9n);
    const rows = await fixture.database.query('SELECT FROM deposits WHERE owner_id = $1', [
      person.ownerId,
    ]);
    expect(rows.length).toBe(2);
    await sweeps.expectNoDifference();
  });

  test('what is not worth its cost stays, until the hot wallet is low', async () => {
    const person = await fixture.openPerson({});
    const { address } = await sweeps.giveAddress(person.ownerId, 'evm');
    // A withdrawal costs 1 of it: less than 20 times as much.
    await sweeps.sendTokens(address, 15_000_000n);
    await sweeps.lookUntil(async () => steps.unitsOf(person.accountId, 52) > 0n);
    await fixture.mine();
    await sweeps.lookUntil(async () => true);
    expect(await sweeps.readMoves(address)).toEqual([]);
    await setLevels(String(10n ** 18n), String(10n ** 18n), [52]);
    await sweeps.lookUntil(
      async () => (await sweeps.readMoves(address)).join() === 'gas final,sweep final',
    );
    await setLevels('0', String(10n ** 20n));
    await sweeps.expectNoDifference();
  });

  test('a sweep that fails holds up no payment', async () => {
    const person = await fixture.openPerson({ USDT: 200n });
    const { address } = await sweeps.giveAddress(person.ownerId, 'evm');
    const to = steps.newAddress();
    const stop = (reason: string) =>
      fixture.owner.execute(
        'UPDATE network_assets SET sending_stop = $1 WHERE asset_id IN (2, 52)',
        [reason],
      );
    await stop('test');
    await sweeps.sendCoins(address, 10n ** 17n);
    const id = await fixture.ask({ person, coin: 'USDT', units: steps.units('USDT', 5_000), to });
    await sweeps.lookUntil(async () => steps.unitsOf(person.accountId, 2) > 0n);
    expect(await fixture.stateOf(id)).toMatchObject({ state: 'queued' });
    await stop('');
    fixture.cutNext('sign', 'before', 1);
    await expect(fixture.look()).rejects.toThrow(Cut);
    expect(await sweeps.readMoves(address)).toEqual(['sweep planned']);
    expect(await fixture.stateOf(id)).toMatchObject({ state: 'sent' });
    await sweeps.lookUntil(async () => (await sweeps.readMoves(address)).join() === 'sweep final');
    expect(await steps.readTokens(to)).toBe(50_000_000n);
    await sweeps.expectNoDifference();
  });

  test('withdrawals spend deposit addresses, and many small outputs become one', async () => {
    const person = await fixture.openPerson({ BTC: 10n });
    const { address } = await sweeps.giveAddress(person.ownerId, 'btc_regtest');
    for (let count = 0; count < 3; count += 1) await sweeps.sendBitcoin(address, 2_000_000n);
    const readFree = async (account: number) => {
      const [row] = await fixture.database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM chain_outputs
       WHERE is_counted AND send_id IS NULL AND account = $1`,
        [account],
      );
      return row?.count ?? 0;
    };
    await sweeps.lookUntil(async () => (await readFree(1)) === 3);
    // What is dear stays as it is.
    fixture.pace.joinFromCount = 4;
    await fixture.look();
    expect(await readFree(1)).toBe(3);
    fixture.pace.joinBelowRaw = 1_000_000n;
    await sweeps.lookUntil(async () => (await readFree(1)) === 0);
    fixture.pace.joinFromCount = 20;
    await sweeps.lookUntil(async () => (await readFree(0)) === 1);
    await sweeps.expectNoDifference();
    await sweeps.sendBitcoin(address, 3_000_000n);
    await sweeps.lookUntil(async () => (await readFree(1)) === 1);
    // The first takes the large one: what is left of it cannot be spent before a block has it.
    const { address: to } = fixture.outside.bitcoin;
    fixture.keepers.bitcoin.pause();
    const asked = { person, coin: 'BTC', to } as const;
    const first = await fixture.ask({ ...asked, units: steps.units('BTC', 10) });
    await fixture.look();
    await fixture.look();
    const second = await fixture.ask({ ...asked, units: steps.units('BTC', 2) });
    await fixture.look();
    await fixture.look();
    fixture.keepers.bitcoin.resume();
    await steps.settle([first, second]);
    expect(await fixture.stateOf(second)).toMatchObject({ state: 'complete' });
    const [paid] = await fixture.database.query<{ accounts: number[] }>(
      `SELECT array(
         SELECT (one ->> 'account')::int FROM jsonb_array_elements(body -> 'inputs') AS one)
       AS accounts FROM chain_sends JOIN chain_send_payments USING (send_id)
     WHERE withdrawal_id = $1`,
      [second],
    );
    expect(paid).toEqual({ accounts: [1] });
    await sweeps.expectNoDifference();
  });

  test('nothing is signed that gas does not cover; the treasury refills the account', async () => {
    const person = await fixture.openPerson({ USDT: 100n });
    const gas = await fixture.houseOf(AccountType.operatorGas);
    const treasury = await fixture.houseOf(AccountType.operatorTreasury);
    const dust = await fixture.houseOf(AccountType.operatorDust);
    for (const from of [gas, treasury]) {
      await fixture.money.transferUnits(2, [from, dust], steps.unitsOf(from, 2));
    }
    const to = steps.newAddress();
    const id = await fixture.ask({ person, coin: 'USDT', units: steps.units('USDT', 5_000), to });
    fixture.troubles.length = 0;
    await fixture.look();
    await fixture.look();
    expect(await fixture.stateOf(id)).toMatchObject({ state: 'queued' });
    expect(fixture.troubles.map(String)).toEqual([
      expect.stringContaining('gas account is short of'),
    ]);
    await fixture.money.transferUnits(2, [dust, treasury], 10n ** 9n);
    await steps.settle([id]);
    expect(await fixture.stateOf(id)).toMatchObject({ state: 'complete' });
    expect(steps.unitsOf(gas, 2)).toBeGreaterThan(0n);
    await sweeps.expectNoDifference();
  });

  test('what is too much goes to the cold address, what is too little is asked for', async () => {
    const readRefill = async () => {
      const [row] = await fixture.database.query<{ units: string; is_over: boolean }>(
        `SELECT units::text, over_at_ms > 0 AS is_over FROM cold_refills
       WHERE asset_id = 52 ORDER BY refill_id DESC LIMIT 1`,
      );
      return row;
    };
    const hot = fixture.hotOf('evm').toLowerCase();
    const heldUnits = (await steps.readTokens(hot)) * 100n;
    const wanted = heldUnits + 10n ** 10n;
    await setLevels(String(wanted), String(wanted), [52]);
    await fixture.mine();
    await sweeps.lookUntil(async () => (await readRefill())?.units === String(10n ** 10n));
    await setLevels('0', String(heldUnits), [52]);
    await fixture.mine();
    await sweeps.lookUntil(async () => (await readRefill())?.is_over === true);
    // Down to the target: of both families, at the same time.
    await fixture.owner.execute(
      `UPDATE network_assets SET hot_low_units = 0, hot_target_units = $1, hot_high_units = $1
     WHERE asset_id = 52`,
      [String(heldUnits - 2n * 10n ** 11n)],
    );
    await fixture.owner.execute(
      `UPDATE network_assets SET hot_low_units = 0, hot_target_units = 50000000000,
       hot_high_units = 50000000000 WHERE asset_id = 1`,
    );
    const treasury = await fixture.houseOf(AccountType.operatorTreasury);
    const before = [52, 1].map((assetId) => steps.unitsOf(treasury, assetId));
    // All but that much of the treasury is on its way to cold storage on another network.
    await fixture.owner.execute(
      `WITH sent AS (INSERT INTO chain_sends (network_id, kind, request_id, body, from_address,
         fee_raw, state, made_at_ms)
       VALUES ($1, 'sweep', 'elsewhere', '{}', '', 0, 'refused', 0) RETURNING send_id)
     INSERT INTO cold_moves (send_id, network_id, asset_id, raw, units, made_at_ms)
     SELECT send_id, $1, 52, 1, $2, 0 FROM sent`,
      [localNetworks.bitcoin, String((before[0] ?? 0n) - 10n ** 11n)],
    );
    await fixture.mine();
    const readCold = () =>
      fixture.database.query<{ asset_id: number; units: string; state: string }>(
        `SELECT asset_id, units::text, state FROM cold_moves WHERE made_at_ms > 0
       ORDER BY asset_id DESC`,
      );
    await sweeps.lookUntil(async () => {
      const rows = await readCold();
      return rows.length === 2 && rows.every(({ state }) => state === 'booked');
    });
    const moved = await readCold();
    expect(moved[0]).toMatchObject({ asset_id: 52, units: String(10n ** 11n) });
    const after = [52, 1].map((assetId) => steps.unitsOf(treasury, assetId));
    expect(after).toEqual(before.map((units, at) => units - BigInt(moved[at]?.units ?? 0)));
    const [cold] = await fixture.database.query<{ address: string }>(
      'SELECT address FROM cold_addresses ORDER BY network_id',
    );
    expect(await steps.readTokens((cold?.address ?? '').toLowerCase())).toBe(10n ** 9n);
    await fixture.owner.execute("UPDATE cold_moves SET state = 'dropped' WHERE made_at_ms = 0");
    await setLevels('0', String(10n ** 20n));
    await sweeps.expectNoDifference();
  });

  test('too much in an hour stops the coin until people let it go on', async () => {
    const person = await fixture.openPerson({ USDT: 3_000n });
    const to = steps.newAddress();
    const ask = (hundredths: number) =>
      fixture.ask({ person, coin: 'USDT', units: steps.units('USDT', hundredths), to });
    const setFloor = (units: bigint) =>
      fixture.owner.execute(
        `UPDATE network_assets SET breaker_hour_units = $1, breaker_day_units = $1
       WHERE asset_id = 52`,
        [String(units)],
      );
    // What was sent by the tests before it counts, too.
    await setFloor(10n ** 14n);
    const first = await ask(10_000);
    await steps.settle([first]);
    await fixture.owner.execute('UPDATE asset_owed SET units = 0, at_ms = $1', [
      Date.now() + 3_600_000,
    ]);
    await setFloor(200n * 10n ** 8n);
    const tooMuch = await ask(25_000);
    await fixture.look();
    await fixture.look();
    expect(await fixture.stateOf(tooMuch)).toMatchObject({ state: 'queued' });
    const readStop = () =>
      fixture.database.query('SELECT sending_stop FROM network_assets WHERE asset_id = 52');
    expect(await readStop()).toEqual([{ sending_stop: 'breaker_hour' }]);
    await fixture.owner.execute("UPDATE network_assets SET sending_stop = '' WHERE asset_id = 52");
    await steps.settle([tooMuch]);
    expect(await fixture.stateOf(tooMuch)).toMatchObject({ state: 'complete' });
    const within = await ask(15_000);
    await steps.settle([within]);
    expect(await fixture.stateOf(within)).toMatchObject({ state: 'complete' });
    expect(await readStop()).toEqual([{ sending_stop: '' }]);
    await setFloor(10n ** 14n);
    await sweeps.expectNoDifference();
  });

  test('what trips alone stops those behind it, and every network is opened', async () => {
    const person = await fixture.openPerson({ BTC: 3n });
    const to = fixture.outside.bitcoin.address;
    const ask = (hundredths: number) =>
      fixture.ask({ person, coin: 'BTC', units: steps.units('BTC', hundredths), to });
    await fixture.owner.execute(
      `UPDATE network_assets SET sending_stop = 'test', breaker_hour_units = $1,
       breaker_day_units = $1 WHERE asset_id = 1`,
      [String(steps.units('BTC', 2))],
    );
    await fixture.owner.execute('UPDATE network_assets SET breaker_at_ms = $1 WHERE asset_id = 1', [
      Date.now(),
    ]);
    const [large, small] = [await ask(5), await ask(1)];
    await fixture.look();
    await fixture.look();
    await fixture.owner.execute('UPDATE withdrawals SET is_alone = true WHERE withdrawal_id = $1', [
      large,
    ]);
    const setStop = (reason: string) =>
      fixture.owner.execute('UPDATE network_assets SET sending_stop = $1 WHERE asset_id = 1', [
        reason,
      ]);
    await setStop('');
    await fixture.look();
    for (const id of [large, small]) {
      expect(await fixture.stateOf(id)).toMatchObject({ state: 'queued' });
    }
    // Another network of the coin was stopped for something else and is opened before this one.
    const room = { database: fixture.database, readNowMs: Date.now };
    expect(await readBreakerRoom(room, 1)).toBeUndefined();
    await setStop('');
    expect(await readBreakerRoom(room, 1)).toMatchObject({ passedId: large });
    await steps.settle([large, small]);
    expect(await fixture.stateOf(large)).toMatchObject({ state: 'complete' });
    await sweeps.expectNoDifference();
  });

  test('a move of the ledger that custody knows nothing of stops the coin', async () => {
    const dust = await fixture.houseOf(AccountType.operatorDust);
    const chain = await fixture.houseOf(AccountType.chain, 101);
    const look = async () => {
      await fixture.owner.execute('UPDATE chain_totals SET at_ms = 0');
      await fixture.lookAtDeposits();
      return fixture.database.query(
        `SELECT sending_stop, difference::text FROM network_assets
       JOIN chain_totals USING (network_id, asset_id) WHERE asset_id = 52`,
      );
    };
    await fixture.finish();
    expect(await look()).toEqual([{ sending_stop: '', difference: '0' }]);
    await fixture.money.transferUnits(52, [chain, dust], 7n);
    expect(await look()).toEqual([{ sending_stop: '', difference: '7' }]);
    expect(await look()).toEqual([{ sending_stop: 'totals_differ', difference: '7' }]);
    await fixture.money.transferUnits(52, [dust, chain], 7n);
    expect(await look()).toEqual([{ sending_stop: 'totals_differ', difference: '0' }]);
    await fixture.owner.execute("UPDATE network_assets SET sending_stop = ''");
    await sweeps.expectNoDifference();
  });
});
