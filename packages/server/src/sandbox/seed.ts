// What a new installation starts with: coins, markets, fees, house accounts, funds from the
// sandbox's chain. Every step can run again: what exists is left alone, what is funded is not
// funded twice.
import {
  type AccountId,
  AccountClass,
  AccountType,
  type AssetId,
  CommandKind,
  type InstrumentId,
  MarketState,
  SelfTradeMode,
  TransferReason,
} from '@isobath/core';
import { calculateUnitsPerTickLot } from '@isobath/core/math';
import type { CommandBody, CommandClient } from '../base/commands/index.ts';
import type { Database } from '../base/db/index.ts';
import { OperatorAccountOwner } from './operator-account.ts';
import { createSendAsOperator } from './send-as-operator.ts';
import type { ReferencePrice } from './liquidity.ts';
import { openAccount } from './open-account.ts';
import { coinRows, type MarketRow, marketRows, symbolOf } from './listing.ts';

/** What seeding stands on. */
export interface SeedParts {
  readonly commandClient: CommandClient;
  readonly database: Database;
  /** Balance of an account and coin: available and held together. */
  readonly readTotal: (accountId: AccountId, assetId: AssetId) => Promise<bigint>;
  readonly report: (text: string) => void;
  /** Gives each market its first reference price; the listing's stands in where it has none. */
  readonly reference: ReferencePrice;
}

/** Fee rates by VIP level 0..15, in ppm. */
export const MAKER_PPM = [
  1000, 900, 800, 700, 600, 500, 450, 400, 350, 300, 250, 200, 150, 100, 50, 0,
] as const;
const TAKER_PPM = Array.from({ length: 16 }, (_unused, level) => 1_000 - 50 * level);

const TICKS_MAX = 2_000_000_000;
const LOTS_MAX = 2 ** 50;
/** Smallest order and largest dust, in quote coins of one dollar. */
const NOTIONAL_MIN = 5;

/** How much each account gets of each coin, in dollars at the start of the walk. */
const FUNDS_USD = { promotions: 20_000_000_000, dust: 1_000_000, trader: 40_000_000 } as const;

/** Accounts of the house: type and what they are funded with. */
const OPERATOR_ACCOUNTS = [
  [AccountType.operatorFee, 0],
  [AccountType.operatorPromotions, FUNDS_USD.promotions],
  [AccountType.operatorInsurance, 0],
  [AccountType.operatorDust, FUNDS_USD.dust],
] as const;

/** Makers and takers of the simulated liquidity. */
export const TRADERS_COUNT = 8;

const coinByName = new Map(coinRows.map((row) => [row[1], row]));

/** Self-trade modes people may ask for; NONE and TRANSFER are the operator's to switch on. */
export const MODES_MASK =
  (1 << SelfTradeMode.expireTaker) |
  (1 << SelfTradeMode.expireMaker) |
  (1 << SelfTradeMode.expireBoth) |
  (1 << SelfTradeMode.decrement);

function limitsOf(row: MarketRow): object {
  const [, base, quote, tradeArea, priceDecimals, lotDecimals] = row;
  const baseCoin = coinByName.get(base);
  const quoteCoin = coinByName.get(quote);
  if (baseCoin === undefined || quoteCoin === undefined) throw new Error(`no coin of ${base}`);
  const quoteOne = 10n ** BigInt(quoteCoin[3]);
  const inQuote = (usd: number) =>
    (BigInt(Math.round((usd / quoteCoin[4]) * 1e9)) * quoteOne) / 1_000_000_000n;
  const priceTicks = (baseCoin[4] / quoteCoin[4]) * 10 ** priceDecimals;
  // The largest order stays clear of 2^53 in ticks times lots over the whole band of prices.
  const sizeLotsMax = Math.min(LOTS_MAX, Math.floor(2 ** 52 / (priceTicks * 5)));
  const unit = calculateUnitsPerTickLot({
    baseScale: baseCoin[3],
    quoteScale: quoteCoin[3],
    priceDecimals,
    lotDecimals,
  });
  if (unit < 1n) throw new Error(`scale law of ${base}`);
  return {
    priceTicksMin: 1,
    priceTicksMax: TICKS_MAX,
    sizeLotsMin: 1,
    sizeLotsMax,
    marketSizeLotsMax: sizeLotsMax,
    notionalUnitsMin: inQuote(NOTIONAL_MIN),
    bandLowPpm: 200_000,
    bandHighPpm: 5_000_000,
    marketGuardBps: 500,
    openOrdersCountMax: 500,
    stopOrdersCountMax: 50,
    icebergPartsCountMax: 10,
    trailingDeltaBpsMin: 10,
    trailingDeltaBpsMax: 2_000,
    amendsCountMax: 10,
    closeOutUnitsMax: inQuote(NOTIONAL_MIN),
    selfTradeModesMask: MODES_MASK,
    selfTradeModeDefault: SelfTradeMode.expireMaker,
    tradeArea,
  };
}

/** Number of the listing in listing.ts; a longer listing gets the next one. */
const LISTING = 1;

/** The trading accounts of a completed seed, undefined when there was none yet. */
export async function readSeeded(database: Database): Promise<AccountId[] | undefined> {
  const rows = await database.query<{ trader_accounts: string[] }>(
    'SELECT trader_accounts FROM sandbox_seeds WHERE listing = $1',
    [LISTING],
  );
  return rows[0]?.trader_accounts.map((accountId) => Number(accountId) as AccountId);
}

/** Seed what is missing. @returns numbers of the trading accounts, makers and takers, in order. */
export async function seed(parts: SeedParts): Promise<AccountId[]> {
  const { commandClient, database } = parts;

  const apply = createSendAsOperator(commandClient);
  const open = (ownerId: number, accountType: AccountType, accountClass: AccountClass) =>
    openAccount(commandClient, { ownerId, accountType, accountClass });

  async function nameThings(): Promise<void> {
    for (const [coinId, shortName, name] of coinRows) {
      await database.execute(
        'INSERT INTO coins (coin_id, short_name, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [coinId, shortName, name],
      );
    }
    for (const row of marketRows) {
      await database.execute(
        'INSERT INTO markets (instrument_id, symbol) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [row[0], symbolOf(row)],
      );
    }
  }

  async function listMarket(row: MarketRow): Promise<void> {
    const [id, base, quote, , priceDecimals, lotDecimals] = row;
    const instrumentId = id as InstrumentId;
    const isNew = await apply({
      kind: CommandKind.defineInstrument,
      instrumentId,
      baseAssetId: coinByName.get(base)?.[0] as AssetId,
      quoteAssetId: coinByName.get(quote)?.[0] as AssetId,
      priceDecimals,
      lotDecimals,
      ...limitsOf(row),
    } as CommandBody);
    if (!isNew) return;
    const listed = (coinByName.get(base)?.[4] ?? 1) / (coinByName.get(quote)?.[4] ?? 1);
    const price = parts.reference.read(base, quote, Date.now()) ?? listed;
    const priceTicks = Math.max(1, Math.round(price * 10 ** priceDecimals));
    await apply({ kind: CommandKind.setReferencePrice, instrumentId, priceTicks });
    await apply({ kind: CommandKind.setMarketState, instrumentId, state: MarketState.trading });
  }

  /** Move money in from the sandbox's chain unless the account already has some of that coin. */
  async function fund(to: AccountId, chain: AccountId, usd: number): Promise<void> {
    if (usd === 0) return;
    for (const [coinId, , , scale, price] of coinRows) {
      const assetId = coinId as AssetId;
      if ((await parts.readTotal(to, assetId)) > 0n) continue;
      const whole = BigInt(Math.max(1, Math.round(usd / price)));
      await apply({
        kind: CommandKind.transfer,
        fromAccountId: chain,
        toAccountId: to,
        assetId,
        amountUnits: whole * 10n ** BigInt(scale),
        reason: TransferReason.seed,
        reference: 0,
      });
    }
  }

  await nameThings();
  const chain = await open(
    OperatorAccountOwner.operatorAccount,
    AccountType.chain,
    AccountClass.contra,
  );
  for (const [coinId, , , scale] of coinRows) {
    const assetId = coinId as AssetId;
    await apply({ kind: CommandKind.defineAsset, assetId, scale, isMock: false });
  }
  const operatorAccount: AccountId[] = [];
  for (const [type] of OPERATOR_ACCOUNTS) {
    operatorAccount.push(
      await open(OperatorAccountOwner.operatorAccount, type, AccountClass.wallet),
    );
  }
  await apply({
    kind: CommandKind.setFeeSchedule,
    instrumentId: 0,
    makerPpm: MAKER_PPM,
    takerPpm: TAKER_PPM,
  });
  parts.report(`${coinRows.length} coins, ${marketRows.length} markets`);
  for (const row of marketRows) await listMarket(row);
  for (const [index, accountId] of operatorAccount.entries()) {
    await fund(accountId, chain, OPERATOR_ACCOUNTS[index][1]);
  }
  const traders: AccountId[] = [];
  for (let index = 0; index < TRADERS_COUNT; index += 1) {
    const ownerId = OperatorAccountOwner.liquidityFirst + index;
    const accountId = await open(ownerId, AccountType.spot, AccountClass.wallet);
    await fund(accountId, chain, FUNDS_USD.trader);
    traders.push(accountId);
  }
  await database.execute(
    'INSERT INTO sandbox_seeds (listing, trader_accounts) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [LISTING, traders],
  );
  return traders;
}
