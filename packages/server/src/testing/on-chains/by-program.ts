// A withdrawal that a program asks for in the trading dialect, all the way: real tables and engine,
// the real signer, a real node. It arrives, and the history says so.
import { AccountType } from '@isobath/core';
import { apiCapitalRoutes } from '@isobath/wire';
import { beforeAll, describe, expect, test } from 'vitest';
import { openIdentityRecord, turnIdentityRecord } from '../../base/identity/index.ts';
import type { CallContext } from '../../base/product/index.ts';
import { callAs } from '../../base/proofs/testing.ts';
import { readAddressForm } from '../../products/capital/book/address-form.ts';
import { createCapitalBinance } from '../../products/capital/binance-api/index.ts';
import { createWithdrawalSearch } from '../../products/capital/withdrawals/records.ts';
import { submitWithdrawal, type WithdrawParts } from '../../products/capital/withdrawals/submit.ts';
import { COINS } from '../sender-fixture.ts';
import { fixture, steps } from './ground.ts';

let ownerId: number;

async function call<TAnswer>(name: 'withdraw' | 'withdrawals', query: object): Promise<TAnswer> {
  const { database, money } = fixture;
  const { accounts, intents, markets } = money;
  const parts = {
    database,
    accounts,
    intents,
    markets,
    commandClient: {},
    configuration: { readWithdrawLimit: async () => '20000', readTravelFrom: async () => '1000' },
    people: {},
    vault: {},
    readNowMs: Date.now,
    readLastTicks: () => 200_000,
    readAccountUnits: async (of: number, type: AccountType) => {
      const units = money.readUnits(accounts.readAccount(of, type, 0) ?? 0);
      return Object.entries(units).map(([assetId, availableUnits]) => ({
        assetId: Number(assetId),
        availableUnits,
        heldUnits: 0n,
      }));
    },
  } as unknown as WithdrawParts;
  const handlers = createCapitalBinance({
    ...parts,
    addresses: {} as never,
    readUnits: {} as never,
    readDeposits: {} as never,
    searchWithdrawals: createWithdrawalSearch(parts),
    submit: (asked) => submitWithdrawal(parts, asked),
  });
  const route = apiCapitalRoutes[name];
  const caller = { ...callAs(ownerId, 1), signed: { deadlineMs: 0 } };
  const given = { caller, query: route.query?.parse(query) } as CallContext;
  const handler = handlers.find((one) => one.route === route);
  return route.answer.parse(await handler?.handle(given)) as TAnswer;
}

describe('asked for by a program', () => {
  beforeAll(async () => {
    ({ ownerId } = await fixture.openPerson({ USDT: 1_000n }));
    const { owner } = fixture;
    await owner.execute(
      `INSERT INTO users
       (owner_id, email, nickname, password_hash, locale, anti_phishing_code, totp_secret)
     VALUES ($1, 'bot@example.com', 'somebody', '', 'en_US', '', '\\x00')`,
      [ownerId],
    );
    const recordId = await openIdentityRecord(owner, ownerId, 1);
    await turnIdentityRecord(owner, recordId, { from: 0, to: 1 });
  });

  test('what a program asks for arrives on the chain, and the history says so', async () => {
    const typed = steps.newAddress();
    const address = (await readAddressForm('evm', typed)) ?? '';
    const asked = {
      coin: 'USDT',
      network: 'ETH',
      address: typed,
      amount: '60',
      withdrawOrderId: 'bot-7',
    };
    await expect(call('withdraw', asked)).rejects.toMatchObject({ code: -4035 });
    await fixture.owner.execute(
      `INSERT INTO withdraw_addresses
       (owner_id, network_id, asset_id, address, saved_at_ms, usable_at_ms)
     VALUES ($1, $2, 0, $3, 1, 1)`,
      [ownerId, COINS.USDT.networkId, address],
    );
    const { id } = await call<{ id: string }>('withdraw', asked);
    await steps.settle([Number(id)]);
    const told = await call<Record<string, string>[]>('withdrawals', { withdrawOrderId: 'bot-7' });
    const { tx_hash: txId } = await fixture.stateOf(Number(id));
    expect(told).toMatchObject([{ id, status: 6, txId, completeTime: expect.any(String) }]);
    const [{ amount = '', transactionFee = '' } = {}] = told;
    // In hundredths of a millionth: nothing but the cut stays with who asked.
    const [net, fee] = [amount, transactionFee].map((text) => Math.round(Number(text) * 1e8));
    expect(BigInt(net ?? 0)).toBe((await steps.readTokens(typed)) * 100n);
    const spotId = fixture.money.accounts.readSpotAccount(ownerId) ?? 0;
    const left = steps.unitsOf(spotId, COINS.USDT.assetId);
    expect(left).toBe(1_000n * 10n ** 8n - BigInt((net ?? 0) + (fee ?? 0)));
    await steps.expectNoDifference();
    expect(fixture.troubles).toEqual([]);
  });
});
