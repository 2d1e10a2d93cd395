// One suite for every node: a port must say the same of all of them. What a family alone has is in
// evm.test.ts.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ChainFault } from '../../custody/index.ts';
import { waitFor } from '../../../../../tools/testing/wait.ts';
import {
  makeAddress,
  openTrialBitcoin,
  openTrialEvm,
  readHeld,
  readLastMoves,
  type Trial,
  type TrialChain,
} from './testing.ts';
import { reorganiseAtRandom } from './reorganisations.ts';

const AMOUNT_RAW = 1_234_567n;

const nodes = [
  { name: 'Anvil', open: openTrialEvm },
  { name: 'bcoin', open: openTrialBitcoin },
] as const;

describe.each(nodes)('$name', ({ open }) => {
  let trial: Trial<object>;
  let chain: TrialChain;
  beforeAll(async () => {
    trial = await open();
    ({ chain } = trial);
  });
  afterAll(() => trial.close());

  /** Broadcast, and wait until the keeper has mined it. */
  async function mine(payment: { readonly raw: string; readonly txid: string }): Promise<void> {
    expect(await chain.port.broadcast(payment.raw)).toEqual({ kind: 'accepted' });
    await waitFor('its block', async () => {
      return (await chain.port.readTransaction(payment.txid)).kind === 'mined';
    });
  }

  test('a payment is mined at once, moves its amount and leaves its trace', async () => {
    const to = makeAddress(chain);
    const before = await chain.port.readHead();
    const payment = await chain.pay(to, AMOUNT_RAW);
    expect(await chain.port.readSpend(chain.readSpent())).toBeUndefined();
    expect(await chain.port.readTransaction(payment.txid)).toEqual({ kind: 'missing' });
    await mine(payment);
    const { moves, hash, height } = await readLastMoves(chain, to);
    expect(moves).toHaveLength(1);
    expect(moves[0]).toMatchObject({ txid: payment.txid, asset: 'native', raw: AMOUNT_RAW });
    expect(moves[0]?.place).toMatch(/^(call:0|out:0)$/);
    expect(height).toBe(before.height + 1);
    const block = await chain.port.readBlock(hash);
    expect(block?.header).toMatchObject({ height, hash, parentHash: before.hash });
    expect(await chain.port.readHash(height)).toBe(hash);
    expect(await chain.port.readHash(height + 1)).toBeUndefined();
    expect(await chain.port.readTransaction(payment.txid)).toMatchObject({
      kind: 'mined',
      blockHash: hash,
      isDone: true,
    });
    expect(await chain.port.readSpend(chain.readSpent())).toBe(payment.txid);
    expect(await readHeld(chain, to)).toEqual({ native: AMOUNT_RAW });
  });

  test('no block is made while nothing waits; one by one while a height is expected', async () => {
    const { height } = await chain.port.readHead();
    chain.keeper.expectHeight(height + 3);
    await waitFor('three blocks', async () => (await chain.port.readHead()).height === height + 3);
    await chain.keeper.mine(0);
    expect((await chain.port.readHead()).height).toBe(height + 3);
  });

  test('a node says what it makes of a transaction', async () => {
    const to = makeAddress(chain);
    const first = await chain.pay(to, AMOUNT_RAW);
    const other = await chain.pay(makeAddress(chain), AMOUNT_RAW, { feeTimes: 10n });
    chain.keeper.pause();
    expect(await chain.port.broadcast(first.raw)).toEqual({ kind: 'accepted' });
    expect(await chain.port.broadcast(first.raw)).toEqual({ kind: 'known' });
    expect(await chain.port.readTransaction(first.txid)).toEqual({ kind: 'waiting' });
    expect(await chain.port.readSpend(chain.readSpent())).toBe(first.txid);
    const conflict = await chain.port.broadcast(other.raw);
    expect(conflict).toMatchObject({ kind: 'refused' });
    expect(['spent', 'underpriced']).toContain('reason' in conflict ? conflict.reason : '');
    chain.keeper.resume();
    await waitFor('its block', async () => {
      return (await chain.port.readTransaction(first.txid)).kind === 'mined';
    });
    expect(await chain.port.broadcast(first.raw)).toEqual({ kind: 'known' });
    expect(await chain.port.broadcast(other.raw)).toMatchObject({
      kind: 'refused',
      reason: 'spent',
    });
    expect(await chain.port.broadcast('0x00')).toMatchObject({ reason: 'malformed' });
  });

  test('a transaction that waits can be dropped, and another take its place', async () => {
    chain.keeper.pause();
    const to = makeAddress(chain);
    const first = await chain.pay(to, AMOUNT_RAW);
    await chain.port.broadcast(first.raw);
    expect(await chain.keeper.drop(first.txid)).toBe(true);
    expect(await chain.port.readTransaction(first.txid)).toEqual({ kind: 'missing' });
    const other = await chain.pay(to, AMOUNT_RAW + 1n, { feeTimes: 20n });
    chain.keeper.resume();
    await mine(other);
    expect(await readHeld(chain, to)).toEqual({ native: AMOUNT_RAW + 1n });
  });

  test('a mined transaction can be lost in a reorganisation and come back', async () => {
    const to = makeAddress(chain);
    const payment = await chain.pay(to, AMOUNT_RAW);
    await mine(payment);
    const { hash, height } = await chain.port.readHead();
    await chain.keeper.mine(2);
    await chain.keeper.reorganise({ depth: 3, without: [payment.txid] });
    const head = await chain.port.readHead();
    expect(head.height).toBe(height + 3);
    expect(await chain.port.readHash(height)).not.toBe(hash);
    expect(await chain.port.readTransaction(payment.txid)).toEqual({ kind: 'missing' });
    expect(await readHeld(chain, to)).toEqual({});
    await mine(payment);
    expect(await readHeld(chain, to)).toEqual({ native: AMOUNT_RAW });
  });

  test('what an address held is said of the block that was asked for, or of none', async () => {
    const to = makeAddress(chain);
    const before = await chain.port.readHead();
    await mine(await chain.pay(to, AMOUNT_RAW));
    if (chain.port.family === 'evm') {
      expect(await chain.port.readHoldings([to], before.hash)).toEqual([]);
    } else {
      const asked = chain.port.readHoldings([to], before.hash);
      await expect(asked).rejects.toThrow(ChainFault);
      await expect(asked).rejects.toMatchObject({ kind: 'moved' });
    }
  });

  test('ten reorganisations at random, each followed by the whole chain', async () => {
    await reorganiseAtRandom(chain, { rounds: 10, depthMax: 8, seed: 24 });
  });

  test('a node that was killed comes back with the same chain at the same address', async () => {
    const to = makeAddress(chain);
    await mine(await chain.pay(to, AMOUNT_RAW));
    const head = await chain.port.readHead();
    const { pid } = chain.keeper;
    process.kill(pid, 'SIGKILL');
    await waitFor('the node', () => chain.keeper.pid !== pid && chain.keeper.pid !== 0);
    expect(await chain.port.readHead()).toEqual(head);
    expect((await readLastMoves(chain, to)).moves).toHaveLength(1);
    await mine(await chain.pay(to, AMOUNT_RAW));
    expect(await readHeld(chain, to)).toEqual({ native: 2n * AMOUNT_RAW });
  });

  test('who has no password, is a web page, or asks for too much, gets nothing', async () => {
    const url = new URL(chain.keeper.url);
    const secret = Buffer.from(`${url.username}:${url.password}`).toString('base64');
    const ask = async (headers: Record<string, string>, method: string) => {
      const body = JSON.stringify({ id: 1, method, params: [] });
      const plain = `http://${url.host}`;
      return (await fetch(plain, { method: 'POST', headers, body })).status;
    };
    const known = { authorization: `Basic ${secret}` };
    const method = chain.port.family === 'evm' ? 'eth_chainId' : 'getblockcount';
    expect(await ask(known, method)).toBe(200);
    expect(await ask({}, method)).toBe(401);
    expect(await ask({ ...known, origin: 'https://example.com' }, method)).toBe(401);
    expect(await ask(known, 'anvil_setBalance')).toBe(403);
    expect(await ask(known, 'keeper_mine')).toBe(403);
  });
});
