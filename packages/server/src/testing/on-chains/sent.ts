// Withdrawals all the way over real nodes, the real signer and engine: seen to arrive, paid once
// whatever is cut, given back where the chain paid nobody, and books that say what the chain says.
// Every place where it can be killed: withdrawals-sent.prove.ts.
import { describe, expect, test } from 'vitest';
import { moveWithdrawal, releaseWithdrawal } from '../../base/custody/index.ts';
import { readQueue } from '../../custody/sender/queue.ts';
import { localNetworks } from '../../sandbox/chains/networks.ts';
import { payOnceOver } from '../sender-steps.ts';
import { fixture, steps } from './ground.ts';

describe('withdrawals', () => {
  test('tokens, coins and outputs arrive at an outside wallet, and the books say so', async () => {
    const person = await fixture.openPerson({ USDT: 1_000n, ETH: 1n, BTC: 1n });
    const to = steps.newAddress();
    const [usdt, eth] = [steps.units('USDT', 10_050), steps.units('ETH', 10)];
    const btc = steps.units('BTC', 20);
    const ids = [
      await fixture.ask({ person, coin: 'USDT', units: usdt, to }),
      await fixture.ask({ person, coin: 'ETH', units: eth, to }),
      await fixture.ask({ person, coin: 'BTC', units: btc, to: fixture.outside.bitcoin.address }),
      await fixture.ask({ person, coin: 'BTC', units: btc, to: fixture.outside.bitcoin.address }),
    ];
    await steps.settle(ids, 1);
    for (const id of ids) expect(await fixture.stateOf(id)).toMatchObject({ state: 'complete' });
    expect(await steps.readTokens(to)).toBe(100_500_000n);
    const port = fixture.portOf(localNetworks.evm);
    const { hash } = await port.readHead();
    expect(await port.readHoldings([to], hash)).toContainEqual({
      address: to,
      asset: 'native',
      raw: 10n ** 17n,
    });
    const [first, second] = [
      await fixture.stateOf(ids[2] ?? 0),
      await fixture.stateOf(ids[3] ?? 0),
    ];
    // One batch: the same transaction pays both.
    expect(first.tx_hash).toBe(second.tx_hash);
    expect(steps.unitsOf(person.outgoingId, 52)).toBe(0n);
    await steps.expectNoDifference();
    expect(fixture.troubles).toEqual([]);
  });

  test.each([
    ['sign', 'after', 0],
    ['broadcast', 'after', 0],
  ] as const)('killed at %s, %s, after %d of them: paid once', (point, when, skipped) =>
    payOnceOver({ fixture, steps }, { point, when, skipped }),
  );

  test('a block that was replaced gives the payment back, and it is sent again', async () => {
    const person = await fixture.openPerson({ USDT: 200n });
    const to = steps.newAddress();
    const id = await fixture.ask({ person, coin: 'USDT', units: steps.units('USDT', 5_000), to });
    const { evm } = fixture.keepers;
    for (let round = 0; (await fixture.stateOf(id)).state !== 'mined'; round += 1) {
      expect(round).toBeLessThan(20);
      await fixture.look();
      await evm.mine();
    }
    const { tx_hash: txid } = await fixture.stateOf(id);
    evm.pause();
    await evm.reorganise({ depth: 3, without: [txid] });
    expect((await fixture.portOf(localNetworks.evm).readTransaction(txid)).kind).not.toBe('mined');
    await fixture.look();
    expect(await fixture.stateOf(id)).toMatchObject({ state: 'sent', tx_hash: txid });
    evm.resume();
    await steps.settle([id]);
    expect(await fixture.stateOf(id)).toMatchObject({ state: 'complete', tx_hash: txid });
    expect(await steps.readTokens(to)).toBe(50_000_000n);
    await steps.expectNoDifference();
  });

  test('what waits too long offers more, and is paid once', async () => {
    const person = await fixture.openPerson({ USDT: 200n });
    const to = steps.newAddress();
    const id = await fixture.ask({ person, coin: 'USDT', units: steps.units('USDT', 5_000), to });
    const { evm } = fixture.keepers;
    evm.pause();
    await fixture.look();
    await fixture.look();
    fixture.pace.bumpAfterMs = 0;
    await fixture.look();
    fixture.pace.bumpAfterMs = 3_600_000;
    const members = await fixture.database.query<{ member: number; state: string; fee: string }>(
      `SELECT member, state, body -> 'fees' ->> 'maxFeePerGas' AS fee FROM chain_sends
     JOIN chain_send_payments USING (send_id) WHERE withdrawal_id = $1 ORDER BY member`,
      [id],
    );
    expect(members.length).toBeGreaterThan(1);
    const [first, second] = members;
    expect(BigInt(second?.fee ?? 0) * 8n >= BigInt(first?.fee ?? 0) * 9n).toBe(true);
    evm.resume();
    await steps.settle([id]);
    expect(await steps.readTokens(to)).toBe(50_000_000n);
    await steps.expectNoDifference();
  });

  test('what is stuck is told, and holds up no other', async () => {
    const person = await fixture.openPerson({ USDT: 200n });
    const to = steps.newAddress();
    const asked = { person, coin: 'USDT', units: steps.units('USDT', 1_000), to } as const;
    const ids = [await fixture.ask(asked), await fixture.ask(asked), await fixture.ask(asked)];
    fixture.keepers.evm.pause();
    await fixture.look();
    await fixture.look();
    const change = (words: string, id = 0) =>
      fixture.owner.execute(
        `UPDATE chain_sends SET ${words} WHERE send_id =
         (SELECT send_id FROM chain_send_payments WHERE withdrawal_id = $1)`,
        [id ?? 0],
      );
    await change('member = 8', ids[0]);
    // The ceiling of a sandbox, of which an eighth more is asked.
    await change(`body = jsonb_set(body, '{fees,maxFeePerGas}', '"500000000000"')`, ids[1]);
    Object.assign(fixture.pace, { bumpAfterMs: 0, againAfterMs: 3_600_000 });
    fixture.troubles.length = 0;
    for (let round = 0; round < 3; round += 1) await fixture.look();
    Object.assign(fixture.pace, { bumpAfterMs: 3_600_000, againAfterMs: 0 });
    const told = fixture.troubles.splice(0).map(String);
    expect(told.filter((text) => text.includes('waits after 8 bumps')).length).toBe(3);
    expect(told.filter((text) => text.includes('above the ceiling of fees')).length).toBe(1);
    const bumps = await fixture.database.query(
      `SELECT withdrawal_id, state FROM chain_sends JOIN chain_send_payments USING (send_id)
     WHERE kind = 'bump' AND withdrawal_id = ANY ($1) ORDER BY send_id LIMIT 2`,
      [ids],
    );
    expect(bumps).toEqual([
      { withdrawal_id: ids[1], state: 'refused' },
      { withdrawal_id: ids[2], state: 'sent' },
    ]);
    fixture.keepers.evm.resume();
    await steps.settle(ids);
    expect(await steps.readTokens(to)).toBe(30_000_000n);
    await steps.expectNoDifference();
  });

  test('another customer’s address is booked inside, and the fee goes back', async () => {
    const person = await fixture.openPerson({ USDT: 200n });
    const other = await fixture.openPerson({});
    const address = steps.newAddress();
    await fixture.owner.execute(
      `INSERT INTO deposit_addresses (family, index, address, statement, owner_id, given_at_ms)
     VALUES ('evm', 7, $1, '', $2, 1)`,
      [address, other.ownerId],
    );
    const id = await fixture.ask({
      person,
      coin: 'USDT',
      units: steps.units('USDT', 5_000),
      to: address,
      payee: other,
    });
    await steps.settle([id]);
    expect(await fixture.stateOf(id)).toMatchObject({ state: 'complete', tx_hash: '' });
    expect(fixture.money.readUnits(other.accountId)).toEqual({ '52': 50n * 10n ** 8n });
    expect(fixture.money.readUnits(person.accountId)).toEqual({ '52': 150n * 10n ** 8n });
    const rows = await fixture.database.query(
      `SELECT kind, status, units::text FROM deposits WHERE owner_id = $1`,
      [other.ownerId],
    );
    expect(rows).toEqual([{ kind: 'inside', status: 3, units: String(50n * 10n ** 8n) }]);
    await steps.expectNoDifference();
  });

  test('of who takes it back and who sends it, one is first', async () => {
    const person = await fixture.openPerson({ USDT: 10_000n });
    const ids: number[] = [];
    const to = steps.newAddress();
    for (let count = 0; count < 6; count += 1) {
      ids.push(await fixture.ask({ person, coin: 'USDT', units: steps.units('USDT', 1_000), to }));
    }
    const cancel = (withdrawalId: number) =>
      fixture.database.transaction((session) =>
        releaseWithdrawal(session, fixture.money.intents, {
          withdrawalId,
          to: 'cancelled',
          nowMs: Date.now(),
        }),
      );
    const looking = fixture.look();
    const taken = await Promise.all(
      ids.map(async (id, place) => {
        await new Promise((resolve) => setTimeout(resolve, place * 15));
        return cancel(id);
      }),
    );
    await looking;
    await steps.settle(ids);
    const states = await Promise.all(ids.map(async (id) => (await fixture.stateOf(id)).state));
    expect(states).toEqual(taken.map((isTaken) => (isTaken ? 'cancelled' : 'complete')));
    const paidCount = states.filter((state) => state === 'complete').length;
    expect(await steps.readTokens(to)).toBe(BigInt(paidCount) * 10_000_000n);
    expect(steps.unitsOf(person.outgoingId, 52)).toBe(0n);
    await steps.expectNoDifference();
  });

  test('more than the hot wallet has stays in the queue, oldest first', async () => {
    const person = await fixture.openPerson({ ETH: 30n });
    const to = steps.newAddress();
    const large = await fixture.ask({ person, coin: 'ETH', units: steps.units('ETH', 2_500), to });
    const small = await fixture.ask({ person, coin: 'ETH', units: steps.units('ETH', 1), to });
    await fixture.look();
    await fixture.look();
    for (const id of [large, small]) {
      expect(await fixture.stateOf(id)).toMatchObject({ state: 'queued' });
    }
    for (const withdrawalId of [large, small]) {
      const step = { withdrawalId, to: 'cancelled', nowMs: Date.now() } as const;
      const isGivenBack = await fixture.database.transaction((session) =>
        releaseWithdrawal(session, fixture.money.intents, step),
      );
      expect(isGivenBack).toBe(true);
    }
    await fixture.finish();
    expect(fixture.money.readUnits(person.accountId)).toEqual({ '2': 30n * 10n ** 10n });
  });

  test('a stop keeps what is queued; what the signer refuses for good is looked at', async () => {
    const person = await fixture.openPerson({ USDT: 20_000n, ETH: 1n });
    const to = steps.newAddress();
    const stop = (reason: string, assetIds = [2, 52]) =>
      fixture.owner.execute(
        'UPDATE network_assets SET sending_stop = $1 WHERE asset_id = ANY ($2::int[])',
        [reason, assetIds],
      );
    await stop('test');
    const id = await fixture.ask({ person, coin: 'USDT', units: steps.units('USDT', 1_000), to });
    await fixture.look();
    await fixture.look();
    expect(await fixture.stateOf(id)).toMatchObject({ state: 'queued' });
    // It takes no place of another coin, of which there are few in a look.
    const behind = await fixture.ask({ person, coin: 'ETH', units: steps.units('ETH', 1), to });
    await fixture.look();
    await fixture.look();
    await stop('', [2]);
    const now = { networkId: localNetworks.evm, nowMs: Date.now(), rowsOfCoinMax: 1 };
    expect(await readQueue(fixture.database, now)).toMatchObject([{ withdrawalId: behind }]);
    await stop('');
    await steps.settle([id, behind]);
    // Two officers are needed, and a sandbox has none: it waits, and nothing else waits with it.
    const large = await fixture.ask({
      person,
      coin: 'USDT',
      units: steps.units('USDT', 1_100_000),
      to,
    });
    const after = await fixture.ask({
      person,
      coin: 'USDT',
      units: steps.units('USDT', 1_000),
      to,
    });
    await steps.settle([after]);
    expect(await fixture.stateOf(large)).toMatchObject({ state: 'queued' });
    const step = { withdrawalId: large, to: 'rejected', nowMs: Date.now() } as const;
    await fixture.database.transaction((session) =>
      releaseWithdrawal(session, fixture.money.intents, step),
    );
    await fixture.finish();
    await steps.expectNoDifference();
  });

  test('review, approval and screening keep it until somebody says so', async () => {
    const person = await fixture.openPerson({ USDT: 30_000n });
    const to = steps.newAddress();
    const base = { person, coin: 'USDT', units: steps.units('USDT', 1_000), to } as const;
    const reviewed = await fixture.ask({ ...base, reasons: ['new_address'] });
    const large = await fixture.ask({ ...base, valueUnits: 10_000n * 10n ** 8n });
    fixture.screen.say = async () => 'hold';
    await fixture.look();
    const held = await fixture.ask(base);
    await fixture.look();
    fixture.screen.say = async () => 'refuse';
    const refused = await fixture.ask(base);
    await fixture.look();
    fixture.screen.say = async () => {
      throw new Error('nobody answers');
    };
    const asked = await fixture.ask(base);
    await fixture.look();
    await fixture.finish();
    expect(await fixture.stateOf(reviewed)).toMatchObject({ state: 'review' });
    expect(await fixture.stateOf(held)).toMatchObject({
      state: 'review',
      reasons: ['screening_held'],
    });
    expect(await fixture.stateOf(refused)).toMatchObject({ state: 'rejected' });
    expect(await fixture.stateOf(asked)).toMatchObject({ state: 'screening' });
    expect(['review', 'waiting_approval']).toContain((await fixture.stateOf(large)).state);
    fixture.screen.say = async () => 'pass';
    const own = await fixture.ask({ ...base, to: fixture.hotOf('evm').toLowerCase() });
    await fixture.look();
    await fixture.finish();
    expect(await fixture.stateOf(own)).toMatchObject({ state: 'rejected' });
    const step = {
      withdrawalId: reviewed,
      to: 'queued',
      from: ['review'],
      nowMs: Date.now(),
    } as const;
    await fixture.database.transaction((session) => moveWithdrawal(session, step));
    await steps.settle([reviewed, asked]);
    await steps.expectNoDifference();
  });

  test('what a frozen account asked for waits until somebody looks and it is thawed', async () => {
    const person = await fixture.openPerson({ USDT: 3_000n });
    const payee = await fixture.openPerson({});
    const base = { person, coin: 'USDT', units: steps.units('USDT', 1_000) } as const;
    await fixture.owner.execute(
      "INSERT INTO account_freezes (owner_id, cause, at_ms) VALUES ($1, 'own', 0)",
      [person.ownerId],
    );
    const own = steps.newAddress();
    await fixture.owner.execute(
      `INSERT INTO deposit_addresses (family, index, address, statement, owner_id, given_at_ms)
     VALUES ('evm', 8, $1, '', $2, 1)`,
      [own, payee.ownerId],
    );
    const outside = await fixture.ask({ ...base, to: steps.newAddress() });
    const inside = await fixture.ask({ ...base, to: own, payee });
    const release = (withdrawalId: number) =>
      fixture.database.transaction((session) =>
        moveWithdrawal(session, {
          withdrawalId,
          to: 'queued',
          from: ['review'],
          nowMs: Date.now(),
        }),
      );
    for (let round = 0; round < 2; round += 1) {
      await fixture.look();
      await fixture.finish();
      for (const withdrawalId of [outside, inside]) {
        const held = { state: 'review', reasons: ['account_frozen'] };
        expect(await fixture.stateOf(withdrawalId)).toMatchObject(held);
        expect(await release(withdrawalId)).toBe(true);
      }
    }
    await fixture.owner.execute('DELETE FROM account_freezes WHERE owner_id = $1', [
      person.ownerId,
    ]);
    await steps.settle([outside, inside]);
    await steps.expectNoDifference();
  });
});
