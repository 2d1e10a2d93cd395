// Payments above the signer's threshold and acts of officers, from the link of the host to the
// chain: the real signer and nodes, passkeys of Node's own, calls of the back office. No pages.
// Read by on-chains.test.ts.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { officerRoutes } from '@isobath/wire';
import { getAddress } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { releaseWithdrawal } from '../../base/custody/index.ts';
import { localNetworks } from '../../sandbox/chains/networks.ts';
import {
  askForLarge,
  LARGE_RAW,
  payWithOfficersOver,
  startOfficers,
  type TestOfficer,
} from '../officers.ts';
import { Cut } from '../sender-loops.ts';
import { fixture, steps } from './ground.ts';

describe('officers', () => {
  let desk: Awaited<ReturnType<typeof startOfficers>>;
  let ann: TestOfficer;
  let ben: TestOfficer;
  let cleo: TestOfficer;

  beforeAll(async () => {
    fixture.troubles.length = 0;
    desk = await startOfficers(fixture);
  });

  const askLarge = () => askForLarge({ fixture, steps });
  const itemOf = (withdrawalId: number) => desk.findPayment(withdrawalId);

  test('without officers a large payment waits, and the first two are appointed', async () => {
    const { id } = await askLarge();
    expect(await itemOf(id)).toMatchObject({ state: 'waiting', obstacle: 'no_officer', needed: 2 });
    await expect(desk.ask('custody.thaw')).rejects.toThrow('no two officers');
    [ann, ben] = await desk.appointTwo();
    const { officers, signer } = await desk.readView(ann.operatorId);
    expect(officers).toMatchObject([
      {
        officerId: 'ann',
        isOfficer: true,
        email: 'ann@example.com',
        fingerprint: expect.stringMatching(/^[0-9A-F ]{24}$/),
      },
      { officerId: 'ben', isOfficer: true },
    ]);
    expect(signer).toMatchObject({ isFrozen: false });
    // Nobody is two officers.
    const enrolled = desk.enrolAs('second', ann.operatorId);
    await expect(enrolled).rejects.toThrow('approval_own');
    // The host appoints nobody where there are officers.
    await expect(desk.appoint([])).rejects.toThrow('there are officers');
    const step = { withdrawalId: id, to: 'rejected', nowMs: Date.now() } as const;
    await fixture.database.transaction((session) =>
      releaseWithdrawal(session, fixture.money.intents, step),
    );
    await fixture.finish();
    await fixture.lookAtOfficers();
    expect(await itemOf(id)).toMatchObject({ state: 'over' });
  });

  test('two different officers sign a payment, and it is paid', async () => {
    const { to, id } = await askLarge();
    const item = await itemOf(id);
    if (item === undefined) throw new Error('officers are not asked');
    expect(item.text.split('\n')).toEqual([
      `payment w${id}`,
      `11000 USDT (${LARGE_RAW} raw units)`,
      expect.stringMatching(/^token 0x/),
      expect.stringMatching(new RegExp(`^to ${to}$`, 'i')),
      `network ${localNetworks.evm} (chain id 31337)`,
      `hash ${item.hash}`,
    ]);
    expect(item.obstacle).toBe('none');
    await desk.sign(ann, item);
    await expect(desk.sign(ann, item)).rejects.toMatchObject({ word: 'approval_own' });
    await fixture.look();
    expect(await fixture.stateOf(id)).toMatchObject({ state: 'queued' });
    // Of another hash, of another officer, of a passkey that is nobody's here.
    const other = { ...item, hash: '0'.repeat(64) };
    await expect(desk.sign(ben, other)).rejects.toMatchObject({ word: 'approval_changed' });
    const foreign = { ...ben, passkey: ann.passkey };
    await expect(desk.sign(foreign, item)).rejects.toMatchObject({ word: 'passkey_wrong' });
    const nobody = { ...ben, operatorId: 999 };
    await expect(desk.sign(nobody, item)).rejects.toMatchObject({ word: 'passkey_wrong' });
    // Who let it pass review does not sign it.
    const release = (by: number) =>
      fixture.owner.execute('UPDATE withdrawals SET released_by = $2 WHERE withdrawal_id = $1', [
        id,
        by,
      ]);
    await release(ben.operatorId);
    await expect(desk.sign(ben, item)).rejects.toMatchObject({ word: 'approval_own' });
    await release(0);
    expect(await desk.sign(ben, item)).toMatchObject({ signedCount: 2 });
    // Nor does what that person had signed before count.
    await release(ann.operatorId);
    await fixture.look();
    await fixture.look();
    expect(await fixture.stateOf(id)).toMatchObject({ state: 'queued' });
    expect(await itemOf(id)).toMatchObject({ state: 'waiting', signedBy: [{ officerId: 'ben' }] });
    await release(0);
    await steps.settle([id]);
    expect(await fixture.stateOf(id)).toMatchObject({ state: 'complete' });
    expect(await steps.readTokens(to)).toBe(LARGE_RAW);
    await fixture.lookAtOfficers();
    expect(await itemOf(id)).toMatchObject({ state: 'done', signedBy: [{}, {}] });
    await steps.expectNoDifference();
  });

  test('what somebody wrote into the table is refused, and officers sign again', async () => {
    const { to, id } = await askLarge();
    const item = await itemOf(id);
    if (item === undefined) throw new Error('officers are not asked');
    await desk.sign(ann, item);
    await fixture.owner.execute(
      `INSERT INTO officer_assertions (item_id, officer_id, operator_id, assertion, counter, at_ms)
     SELECT item_id, 'ben', 0, assertion, 9, 0 FROM officer_assertions WHERE item_id = $1`,
      [item.itemId],
    );
    await fixture.look();
    expect(await fixture.stateOf(id)).toMatchObject({ state: 'queued' });
    expect(fixture.troubles.splice(0).map(String)).toEqual([
      expect.stringContaining('approval_invalid'),
    ]);
    const again = await itemOf(id);
    expect(again).toMatchObject({ state: 'waiting', signedBy: [], outcome: 'approval_invalid' });
    await desk.sign(ben, item);
    await desk.sign(ann, item);
    await steps.settle([id]);
    expect(await steps.readTokens(to)).toBe(LARGE_RAW);
  });

  test('killed behind the signer with two assertions, it is paid once', async () => {
    await payWithOfficersOver({ fixture, steps, desk }, [ann, ben], {
      point: 'sign',
      when: 'after',
    });
  });

  test('one officer freezes, two thaw with the nonces of the chain, despite kills', async () => {
    await desk.call(ann.operatorId, officerRoutes.officerAsk, { kind: 'freeze' });
    await fixture.lookAtOfficers();
    const freeze = await desk.findItem('freeze');
    if (freeze === undefined) throw new Error('no freeze is asked for');
    await desk.sign(ann, freeze);
    // Killed behind the signer's answer: what came of it is the signer's state.
    fixture.cutNext('sign', 'after', 1);
    await expect(fixture.lookAtOfficers()).rejects.toThrow(Cut);
    await fixture.restart();
    await fixture.lookAtOfficers();
    expect((await desk.readView(ann.operatorId)).signer).toMatchObject({
      isFrozen: true,
      reasons: ['officer'],
    });
    const person = await fixture.openPerson({ USDT: 20n });
    const to = steps.newAddress();
    const id = await fixture.ask({ person, coin: 'USDT', units: steps.units('USDT', 1_000), to });
    await fixture.look();
    await fixture.look();
    expect(await fixture.stateOf(id)).toMatchObject({ state: 'queued' });
    expect(fixture.troubles.splice(0).map(String)[0]).toContain('frozen');

    // The host freezes too: its file alone is taken away by the command, not by officers.
    const file = join(fixture.money.folder, 'signer', 'freeze');
    writeFileSync(file, '');
    // A sender of which nothing was ever signed is not stated.
    const idle = getAddress(steps.newAddress());
    await fixture.owner.execute('INSERT INTO chain_nonces VALUES ($1, $2, 5)', [
      localNetworks.evm,
      idle,
    ]);
    await desk.ask('custody.thaw');
    expect(existsSync(file)).toBe(false);
    await fixture.lookAtOfficers();
    const thaw = await desk.findItem('thaw');
    if (thaw === undefined) throw new Error('no thaw is asked for');
    const hot = fixture.hotOf('evm');
    expect(thaw.text).toMatch(new RegExp(`next nonce \\d+ of ${hot} on network 101`));
    expect(thaw.text).not.toContain(idle);
    // A database that was restored knows a lower number than the chain.
    const readNonce = async () => {
      const [row] = await fixture.database.query<{ next_nonce: number }>(
        'SELECT next_nonce FROM chain_nonces WHERE address = $1',
        [hot],
      );
      return row?.next_nonce ?? 0;
    };
    const nonce = await readNonce();
    expect(nonce).toBeGreaterThan(0);
    await fixture.owner.execute('UPDATE chain_nonces SET next_nonce = 0 WHERE address = $1', [hot]);
    await desk.sign(ann, thaw);
    await fixture.lookAtOfficers();
    expect((await desk.readView(ann.operatorId)).signer).toMatchObject({ isFrozen: true });
    await desk.sign(ben, thaw);
    await fixture.lookAtOfficers();
    await fixture.lookAtOfficers();
    expect((await desk.readView(ann.operatorId)).signer).toMatchObject({ isFrozen: false });
    expect(await readNonce()).toBe(nonce);
    await steps.settle([id]);
    expect(await steps.readTokens(to)).toBe(10n ** 7n);
  });

  test('a third officer is made by two, and the signer names no other change', async () => {
    const { fingerprint, ...third } = await desk.enrol('cleo');
    cleo = third;
    const foreign = desk.ask('custody.confirm', { officer: 'cleo', fingerprint: 'AAAA' });
    await expect(foreign).rejects.toThrow('another one');
    const { itemId } = await desk.ask('custody.confirm', { officer: 'cleo', fingerprint });
    expect(itemId).toBeGreaterThan(0);
    await fixture.lookAtOfficers();
    const change = await desk.findItem('policy');
    expect(change?.text.split('\n').slice(2, -1)).toEqual([`officer cleo: none -> ${fingerprint}`]);
    if (change === undefined) throw new Error('no policy is asked for');
    await expect(desk.sign(cleo, change)).rejects.toMatchObject({ word: 'passkey_wrong' });
    await desk.sign(ben, change);
    await desk.sign(ann, change);
    await fixture.lookAtOfficers();
    await fixture.lookAtOfficers();
    const { own } = await desk.readView(cleo.operatorId);
    expect(own).toMatchObject({ officerId: 'cleo' });
    const bad = desk.ask('custody.policy', { text: '{"version":1}' });
    await expect(bad).rejects.toThrow('The policy is wrong at');
  });
});
