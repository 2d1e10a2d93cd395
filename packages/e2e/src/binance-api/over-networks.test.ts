// ccxt, unmodified but for its hosts: coins over networks, where to deposit, and why an account may
// not withdraw. What a program asks for and arrives: on-chains.test.ts of the server. It starts a
// server of its own, since the shared ones run no chains.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StagedServer, startServer } from '../fixture/server.ts';
import { makeKey, makeTrader, openBot } from './client.ts';
import { isReachedByIpv4 } from './network.ts';

let server: StagedServer;

beforeAll(async () => {
  server = await startServer({ ISOBATH_LIQUIDITY: 'off', ISOBATH_CHAINS: 'on' });
  await makeTrader(server.dataFolder, 'payer');
});

afterAll(() => server.stop());

test('coins have networks and an address; who is not verified withdraws nothing', async () => {
  const ip = (await isReachedByIpv4(server.address)) ? '127.0.0.0/16' : '::1';
  const key = await makeKey(server.dataFolder, 'payer', { permissions: 'read,withdraw', ip });
  const payer = openBot(server.address, key);
  // Chains begin behind the ready line.
  const readCoin = async () => (await payer.fetchCurrencies())?.['USDT'];
  await expect.poll(async () => (await readCoin())?.withdraw, { timeout: 120_000 }).toBe(true);
  const coin = await readCoin();
  expect(coin).toMatchObject({
    deposit: true,
    networks: { ERC20: { deposit: true, withdraw: true } },
  });
  const fees = await payer.fetchTransactionFees();
  expect(fees['withdraw'].USDT.ETH).toBe(coin?.networks?.['ERC20']?.fee);
  const readAddress = () =>
    payer.fetchDepositAddress('USDT').then(({ address }) => address, String);
  await expect.poll(readAddress, { timeout: 120_000 }).toMatch(/^0x[0-9a-fA-F]{40}$/);
  expect((await payer.sapiGetAccountApiRestrictions()).enableWithdrawals).toBe(true);
  const { canDeposit, canWithdraw } = await payer.privateGetAccount();
  expect({ canDeposit, canWithdraw }).toEqual({ canDeposit: true, canWithdraw: false });
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  await expect(payer.withdraw('USDT', 20, address)).rejects.toThrow('-4015');
  await expect(payer.withdraw('SOL', 1, address)).rejects.toThrow('-4019');
  const long = payer.sapiGetCapitalWithdrawHistory({ startTime: 1_000 });
  await expect(long).rejects.toThrow('-4047');
  expect(await payer.fetchWithdrawals('USDT', Date.now() - 1_000)).toEqual([]);
});
