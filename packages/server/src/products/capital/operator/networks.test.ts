// Listing networks from a file: what is new is halted, what says which chain or token it is stays,
// and a wrong file changes nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperatorHandlers } from '../../../base/operator/index.ts';
import { COINS, CONTRACT, startMoneyOut } from '../book/testing.ts';
import { listStops } from '../deposits/works.ts';
import { createNetworkHandlers } from './networks.ts';

let fixture: Awaited<ReturnType<typeof startMoneyOut>>;
let handlers: OperatorHandlers;
beforeAll(async () => {
  fixture = await startMoneyOut();
  handlers = createNetworkHandlers({ ...fixture, database: fixture.test.app });
});
afterAll(() => fixture?.test.stop());

const GENESIS = `0x${'d4'.repeat(32)}`;
const ETH = {
  coin: 'ETH',
  decimals: 18,
  depositMin: '0.001',
  withdrawMin: '0.01',
  withdrawMax: '20',
  fee: '0.001',
};
const USDT = {
  coin: 'USDT',
  contract: CONTRACT,
  codeHash: `0x${'ab'.repeat(32)}`,
  decimals: 6,
  depositMin: '1',
  withdrawMin: '10',
  withdrawMax: '50000',
  fee: '1.5',
  feePpm: 1_000,
  tier: { from: '10000', needed: 24 },
  breakerHour: '100000',
};
const FILE = {
  networkId: 11,
  name: 'Ethereum',
  family: 'evm',
  chainId: 1,
  genesisHash: GENESIS,
  firstHeight: 21_000_000,
  needed: 0,
  blockSeconds: 12,
  explorer: 'https://scan.example/tx/{tx}',
  coins: [ETH],
};

async function set(file: unknown, isTrial = false): Promise<string[]> {
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  const answer = (await handlers['network.set']?.({ text, isTrial })) as { changes: string[] };
  return answer.changes;
}
const readState = async (networkId = FILE.networkId) => {
  const rows = await fixture.test.app.query<{ state: string; halt_reason: string }>(
    'SELECT state, halt_reason FROM networks WHERE network_id = $1',
    [networkId],
  );
  return rows[0];
};
const open = () =>
  fixture.test.owner.execute(
    `UPDATE networks SET state = 'open', halt_reason = '' WHERE network_id = 11`,
  );

test('a network is listed halted; a trial lists nothing', async () => {
  const said = ['Ethereum is listed, halted', 'ETH is listed'];
  expect(await set(FILE, true)).toEqual(said);
  expect(await readState()).toBeUndefined();
  expect(await set(FILE)).toEqual(said);
  expect(await readState()).toEqual({ state: 'halted', halt_reason: 'new' });
  expect(await listStops(fixture.test.app, FILE.networkId)).toEqual(['new']);
  expect(await set(FILE)).toEqual([]);
  const listed = await handlers['network.list']?.({});
  expect((listed as { networks: object[] }).networks).toContainEqual({
    networkId: 11,
    name: 'Ethereum',
    family: 'evm',
    state: 'halted: new',
    readTo: -1,
    endsAt: -1,
    coins: 'ETH',
  });
});

test('terms change at once, and stand in the smallest parts', async () => {
  await open();
  const dearer = { ...FILE, needed: 64, coins: [{ ...ETH, fee: '0.002' }] };
  expect(await set(dearer)).toEqual(['needed: 0 -> 64', 'ETH: fee_units: 10000000 -> 20000000']);
  expect(await readState()).toEqual({ state: 'open', halt_reason: '' });
  await set(FILE);
});

test('a coin that is new on an open network halts it until two open it again', async () => {
  await open();
  const more = { ...FILE, coins: [ETH, USDT] };
  const halted = 'Ethereum is halted until two operators open it again';
  expect(await set(more)).toEqual(['USDT is listed', halted]);
  expect(await readState()).toEqual({ state: 'halted', halt_reason: 'new' });
  const [row] = await fixture.test.app.query(
    'SELECT * FROM network_assets WHERE network_id = 11 AND asset_id = $1',
    [COINS.usdt],
  );
  expect(row).toMatchObject({
    contract: CONTRACT,
    deposit_raw_min: '1000000',
    withdraw_units_min: '1000000000',
    fee_units: '150000000',
    fee_ppm: 1_000,
    tier_raw_min: '10000000000',
    tier_needed: 24,
    breaker_hour_units: '10000000000000',
    breaker_day_units: '0',
  });
});

test.each([
  ['no JSON', '{', /is no JSON/],
  ['an unknown field', { ...FILE, colour: 'red' }, /colour/],
  ['a chain id of another family', { ...FILE, family: 'btc' }, /chainId/],
  ['finality where there is none', { ...FILE, family: 'btc', chainId: undefined }, /final/],
  [
    'a contract without its code',
    { ...FILE, coins: [{ ...USDT, codeHash: undefined }] },
    /codeHash/,
  ],
  ['a coin that is not listed', { ...FILE, coins: [{ ...ETH, coin: 'DOGE' }] }, /no coin DOGE/],
  ['too many decimals', { ...FILE, coins: [{ ...USDT, depositMin: '0.0000001' }] }, /decimals/],
  ['a minimum above the maximum', { ...FILE, coins: [{ ...ETH, withdrawMin: '21' }] }, /above/],
  ['a number that is no text', { ...FILE, coins: [{ ...ETH, fee: 0.1 }] }, /fee/],
  ['another chain of the same number', { ...FILE, chainId: 5 }, /chain_id of Ethereum cannot/],
  ['another first block', { ...FILE, genesisHash: `0x${'00'.repeat(32)}` }, /genesis_hash/],
  ['other decimals', { ...FILE, coins: [{ ...ETH, decimals: 6 }] }, /decimals of ETH cannot/],
  ['a name that is taken', { ...FILE, name: 'Bitcoin' }, /Network 2 is named Bitcoin/],
])('%s is refused, and changes nothing', async (_what, file, said) => {
  const read = () =>
    fixture.test.app.query(
      'SELECT * FROM networks FULL JOIN network_assets USING (network_id) ORDER BY 1, asset_id',
    );
  const before = await read();
  await expect(set(file)).rejects.toThrow(said);
  expect(await read()).toEqual(before);
});
