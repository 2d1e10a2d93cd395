// Money out on a real database: networks, coins with a price, people who may withdraw, and the
// engine's answer about balances. For the tests of this product alone.
import { AccountType, type CoreEvent, EventKind } from '@isobath/core';
import { createAccountDirectory } from '../../../base/accounts/index.ts';
import { turnIdentityRecord, openIdentityRecord } from '../../../base/identity/index.ts';
import { createMarketRegistry } from '../../../base/market/index.ts';
import type { UnitBalance } from '../../../base/modules/index.ts';
import { type Proving, startProofs } from '../../../base/proofs/testing.ts';
import { migrations } from '../../../migrations.ts';

/** Numbers of coins; ETH is 2,000 USDT. */
export const COINS = { usdt: 1, eth: 2, odd: 3 } as const;
/** Numbers of networks. */
export const NETWORKS = { evm: 1, btc: 2, memo: 3, halted: 4 } as const;
/** Listed contract of USDT. */
export const CONTRACT = '0xdac17f958d2ee523a2206206994597c13d831ec7';
/** Addresses of the paper's mnemonic, and others in their forms. */
export const ADDRESSES = {
  evm: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  deposit: '0x8C8d35429F74ec245F8Ef2f4Fd1e551cFF97d650',
  other: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  btc: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  taproot: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  base58: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  script: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
} as const;

const USDT_UNIT = 10n ** 8n;

/** Start it. */
export async function startMoneyOut() {
  const proving = await startProofs(migrations);
  const { test } = proving;
  const { owner } = test;
  await owner.execute(`
    INSERT INTO networks (network_id, name, family, chain_id, needed, block_seconds,
      is_memo_needed, state, halt_reason) VALUES
      (1, 'Chain', 'evm', 1, 12, 12, false, 'open', ''),
      (2, 'Bitcoin', 'btc', 0, 3, 600, false, 'open', ''),
      (3, 'With memo', 'evm', 3, 12, 12, true, 'open', ''),
      (4, 'Halted', 'evm', 4, 12, 12, false, 'halted', 'difference');
    INSERT INTO network_assets (network_id, asset_id, contract, decimals, code_hash,
      deposit_raw_min, withdraw_units_min, withdraw_units_max, fee_units, fee_ppm,
      is_withdrawal_open) VALUES
      (1, 1, '${CONTRACT}', 6, 'x', 1, 1000000000, 5000000000000, 100000000, 1000, true),
      (1, 2, '', 18, '', 1, 100, 1000000000000, 1000, 0, true),
      (1, 3, '0x00000000000000000000000000000000000a11ce', 8, 'x', 1, 1, 1000, 0, 0, true),
      (2, 2, '', 8, '', 1, 100, 1000000000000, 1000, 0, true),
      (3, 2, '', 18, '', 1, 100, 1000000000000, 1000, 0, true),
      (4, 2, '', 18, '', 1, 100, 1000000000000, 1000, 0, true);`);
  const markets = createMarketRegistry();
  const define = (assetId: number, shortName: string, scale: number) => {
    markets.nameCoin({ coinId: assetId, shortName, name: shortName });
    const event = { kind: EventKind.assetDefined, assetId, scale, isMock: false };
    markets.apply(event as unknown as CoreEvent);
  };
  define(COINS.usdt, 'USDT', 8);
  define(COINS.eth, 'ETH', 10);
  define(COINS.odd, 'ODD', 8);
  markets.nameMarket({ instrumentId: 1, symbol: 'eth_usdt' });
  markets.apply({
    kind: EventKind.instrumentDefined,
    instrumentId: 1,
    baseAssetId: COINS.eth,
    quoteAssetId: COINS.usdt,
    priceDecimals: 2,
    lotDecimals: 4,
    tradeArea: 1,
  } as unknown as CoreEvent);
  const accounts = createAccountDirectory();
  const balances = new Map<number, UnitBalance[]>();
  /** From which value on it is declared who receives. */
  const travel = { fromUsdt: '1000' };
  const parts = {
    ...proving,
    travel,
    database: proving.database,
    accounts,
    markets,
    people: { proofs: proving.proofs },
    configuration: {
      readWithdrawLimit: async (type: number) => ['0', '20000', '200000', '1000000'][type] ?? '0',
      readTravelFrom: async () => travel.fromUsdt,
    },
    readAccountUnits: async (ownerId: number, type: AccountType) =>
      type === AccountType.spot ? (balances.get(ownerId) ?? []) : [],
    readLastTicks: () => 200_000,
  };

  /** A person who may withdraw: verified, with a second factor, and this much of each coin. */
  async function addRich(units = 100_000n * USDT_UNIT): Promise<Proving> {
    const person = await proving.addPerson();
    const { ownerId } = person;
    const recordId = await openIdentityRecord(test.app, ownerId, 1);
    await turnIdentityRecord(test.app, recordId, { from: 0, to: 1 });
    accounts.apply({
      kind: EventKind.accountOpened,
      accountId: ownerId,
      ownerId,
      accountType: AccountType.spot,
      scope: 0,
      isMock: false,
    } as unknown as CoreEvent);
    balances.set(
      ownerId,
      Object.values(COINS).map((assetId) => ({
        assetId,
        availableUnits: units,
        heldUnits: 0n,
      })),
    );
    return person;
  }
  return { ...parts, balances, addRich };
}

/** The word with which work is refused, `ok` when it is done. */
export const wordOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: { word?: string }) => error.word ?? String(error),
  );
