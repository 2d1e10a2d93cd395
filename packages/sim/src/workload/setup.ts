// The commands that build the world of a run before anybody trades: assets, house, markets, users
// with money. Not here: the trading (steps.ts). Called by workload.ts.
import type { AccountId, AssetId, Command, InstrumentId, OwnerId } from '@isobath/core';
import { CommandKind } from '@isobath/core/command';
import { AccountType, Source, TransferReason } from '@isobath/core/words';
import { listContracts } from './contract-setup.ts';
import { listContractPeople } from './contract-people.ts';
import { envelope, open, ownerOf, type Seat, startMs } from './people.ts';
import type { MarketOptions, Options } from './options.ts';

export { envelope, ownerOf, type Seat, startMs } from './people.ts';

const operator = envelope(2 as OwnerId, Source.operator, startMs);

/** A user who has next to nothing. */
export const dustOwner = 1_000_900 as OwnerId;

/** The number of market `index`. */
export function instrumentOf(index: number): InstrumentId {
  return (101 + index) as InstrumentId;
}

/** Base and quote asset of market `index`. */
export function assetsOf(options: Options, index: number): [AssetId, AssetId] {
  const first = 200 + (options.isShared ? 0 : index * 2);
  return [first as AssetId, (first + 1) as AssetId];
}

function listMarket(options: Options, index: number): Command[] {
  const market = options.markets[index] as MarketOptions;
  const { shape, isMock, limits, makerPpm, takerPpm } = market;
  const [baseAssetId, quoteAssetId] = assetsOf(options, index);
  const instrumentId = instrumentOf(index);
  const { baseScale, quoteScale, priceDecimals, lotDecimals } = shape;
  const asset = { kind: CommandKind.defineAsset, ...operator, isMock } as const;
  const both = [
    { ...asset, assetId: baseAssetId, scale: baseScale },
    { ...asset, assetId: quoteAssetId, scale: quoteScale },
  ];
  const names = { instrumentId, baseAssetId, quoteAssetId, priceDecimals, lotDecimals };
  const priceTicks = shape.usualTicks;
  const reference = {
    kind: CommandKind.setReferencePrice,
    ...operator,
    instrumentId,
    priceTicks,
  } as const;
  const open = { kind: CommandKind.setMarketState, ...operator, instrumentId, state: 4 } as const;
  return [
    ...(options.isShared && index > 0 ? [] : both),
    { kind: CommandKind.defineInstrument, ...operator, ...limits, ...names },
    { kind: CommandKind.setFeeSchedule, ...operator, instrumentId, makerPpm, takerPpm },
    ...(market.hasReference ? [reference] : []),
    ...(market.isOpen ? [open] : []),
  ];
}

function fund(options: Options, it: { from: number; to: number; market: number }): Command[] {
  const { shape } = options.markets[it.market] as MarketOptions;
  const [base, quote] = assetsOf(options, it.market);
  const usualTimes = options.isPoor ? 3n : 60n;
  const times = options.isDeep ? 3_000n : usualTimes;
  const unitsPerLot = 10n ** BigInt(shape.baseScale - shape.lotDecimals);
  const unitsPerTickLot = 10n ** BigInt(shape.quoteScale - shape.priceDecimals - shape.lotDecimals);
  const lots = BigInt(shape.usualLots) * times;
  const amounts: [AssetId, bigint][] = [
    [base, lots * unitsPerLot],
    [quote, lots * BigInt(shape.usualTicks) * unitsPerTickLot],
  ];
  return amounts.map(([assetId, amountUnits]) => ({
    kind: CommandKind.transfer,
    ...operator,
    fromAccountId: it.from as AccountId,
    toAccountId: it.to as AccountId,
    assetId,
    amountUnits,
    reason: TransferReason.seed,
    reference: 0,
  }));
}

/** The world of a run: its first commands and the accounts they open. */
export interface Setup {
  readonly commands: readonly Command[];
  readonly seats: readonly Seat[];
  /** Where money comes from, by world: the real one and the mock one. */
  readonly chains: ReadonlyMap<boolean, AccountId>;
  /** Accounts that trade contracts. */
  readonly contractSeats: readonly Seat[];
}

/** Build the world of a run. */
export function buildSetup(options: Options): Setup {
  const operatorAccount = 1 as OwnerId;
  const commands: Command[] = [{ kind: CommandKind.beginEra, ...operator, rulesVersion: 1 }];
  const funds: Command[] = [];
  const seats: Seat[] = [];
  const chains = new Map<boolean, AccountId>();
  let accountId = 0;
  for (const isMock of [false, true]) {
    const markets = options.markets.flatMap((it, index) => (it.isMock === isMock ? [index] : []));
    if (markets.length === 0) continue;
    const { chain: bank, operatorFee, fiat, operatorDust } = AccountType;
    for (const type of [bank, operatorFee, fiat, operatorDust]) {
      commands.push(open(operatorAccount, { type, scope: 0, isMock }));
    }
    const chain = accountId + 1;
    chains.set(isMock, chain as AccountId);
    accountId += 4;
    if (options.hasDustMoney) {
      for (const market of markets) {
        funds.push(...fund(options, { from: chain, to: accountId, market }));
      }
    }
    commands.push(open(dustOwner, { type: AccountType.spot, scope: 0, isMock }));
    accountId += 1;
    seats.push({ accountId: accountId as AccountId, ownerId: dustOwner, isMock });
    for (let user = 0; user < options.usersCount; user += 1) {
      for (let scope = 0; scope < options.accountsPerUser; scope += 1) {
        accountId += 1;
        const ownerId = ownerOf(user);
        commands.push(open(ownerId, { type: AccountType.spot, scope, isMock }));
        seats.push({ accountId: accountId as AccountId, ownerId, isMock });
        for (const market of markets) {
          funds.push(...fund(options, { from: chain, to: accountId, market }));
        }
      }
    }
  }
  options.markets.forEach((_, index) => commands.push(...listMarket(options, index)));
  const hasContracts = options.pricePercent > 0;
  const contracts = hasContracts ? listContracts(operator) : [];
  const people = listContractPeople(options, { accountId, bank: chains.get(false) });
  const { contractSeats } = people;
  const all = [...commands, ...funds, ...contracts, ...people.commands];
  return { commands: all, seats, chains, contractSeats };
}
