// Closing out dust: an account sells all it has available of a base asset, too little to be an
// order, to the operator at the reference price, once a day. No order and no trade comes of it.
// Called for the command only.
import type { CloseOutDust } from '../../command.ts';
import * as contextNames from '../../context.ts';
import type { AccountId, AssetId } from '../../ids.ts';
import type { LedgerCommands } from '../../ledger/commands.ts';
import * as mathNames from '../../math/index.ts';
import * as wordsNames from '../../words.ts';
import type { OrderChecks } from '../../trading/checks/check-order.ts';
import * as checkOrderNames from '../../trading/checks/check-order.ts';
import type { TradingContext } from '../../trading/trading-context.ts';

const { StepWord } = contextNames;
const { floorDiv, floorDivBig } = mathNames;
const { AccountClass, AccountType, MarketState, TransferReason } = wordsNames;
const { foundMarket } = checkOrderNames;

const operatorAccount = 1;
const dayMs = 86_400_000;
const rowStride = 3;
const rowsMax = 262_144;

/** What createCloseOut needs. */
export interface CloseOutParts {
  readonly tradingContext: TradingContext;
  readonly checks: OrderChecks;
  /** Posted transfers. */
  readonly ledgerCommands: LedgerCommands;
}

/** A close-out whose checks have passed. */
interface CloseOut {
  readonly market: number;
  readonly availableUnits: bigint;
  readonly proceedsUnits: bigint;
}

/** Make close-outs. */
export function createCloseOut({ tradingContext, checks, ledgerCommands }: CloseOutParts) {
  const { markets, ledger, refusal, step, memory } = tradingContext;
  const { refuse } = refusal;
  const { accounts, assets, balances, units } = ledger;
  const count = memory.int32('closeOutsCount', 1, () => 1);
  /**
   * Account, asset and day of today's close-outs; older ones are dropped with the first of a day.
   */
  const rows = memory.float64('closeOuts', rowsMax * rowStride, () => count[0] * rowStride);
  const used = new Set<string>();
  memory.onLoad(() => {
    used.clear();
    for (let row = 0; row < count[0]; row += 1) used.add(makeKey(row));
  });

  function makeKey(row: number): string {
    return rows.subarray(row * rowStride, (row + 1) * rowStride).join(' ');
  }

  function readDay(): number {
    return floorDiv(step[StepWord.atMs], dayMs);
  }

  function recordUse(accountId: number, assetId: number): void {
    if (count[0] > 0 && rows[rowStride - 1] !== readDay()) {
      count[0] = 0;
      used.clear();
    }
    rows.set([accountId, assetId, readDay()], count[0] * rowStride);
    used.add(makeKey(count[0]));
    count[0] += 1;
  }

  function findDustAccount(market: number): number {
    const account = accounts.find({
      ownerId: operatorAccount,
      accountType: AccountType.operatorDust,
      scope: 0,
      isMock: markets.readMock(market) === 1,
    });
    return account !== 0 && accounts.readClass(account) === AccountClass.wallet ? account : 0;
  }

  function readAvailable(accountId: number, assetSlot: number): bigint {
    return balances.readAvailable(balances.findRow(accountId, assetSlot));
  }

  function calculateProceeds(market: number, availableUnits: bigint): bigint {
    const reference = BigInt(markets.readReferenceTicks(market));
    const perTickLot = units.readFactor(units.quoteFactorAt(market));
    const perLot = units.readFactor(units.baseFactorAt(market));
    return floorDivBig(availableUnits * reference * perTickLot, perLot);
  }

  /** From `market_state_forbids` on; parties are found. */
  function checkCloseOut(command: CloseOutDust, closeOut: CloseOut): number {
    const { accountId, instrumentId } = command;
    const { market, availableUnits, proceedsUnits } = closeOut;
    const state = markets.readState(market);
    if (state !== MarketState.trading) return refuse('market_state_forbids', state);
    if (markets.readReferenceTicks(market) === 0) return refuse('no_reference_price', instrumentId);
    if (availableUnits === 0n) return refuse('nothing_to_close_out', accountId);
    const min = markets.readNotionalUnitsMin(market);
    const max = markets.readCloseOutUnitsMax(market);
    if (proceedsUnits >= min || proceedsUnits > max) {
      return refuse('above_close_out_minimum', proceedsUnits, min < max ? min : max);
    }
    const assetId = assets.readId(markets.readBaseSlot(market));
    if (used.has(`${accountId} ${assetId} ${readDay()}`)) {
      return refuse('close_out_used_today', assetId);
    }
    if (proceedsUnits === 0n) return refuse('nothing_to_close_out', accountId);
    return checkOperatorAccount(market, proceedsUnits);
  }

  function checkOperatorAccount(market: number, proceedsUnits: bigint): number {
    const account = findDustAccount(market);
    const quoteSlot = markets.readQuoteSlot(market);
    const canPay = account !== 0 && readAvailable(account, quoteSlot) >= proceedsUnits;
    return canPay ? 0 : refuse('operator_balance_too_low', account);
  }

  function postBoth(command: CloseOutDust, closeOut: CloseOut): void {
    const { market, availableUnits, proceedsUnits } = closeOut;
    const dust = findDustAccount(market) as AccountId;
    const common = { reason: TransferReason.closeOut, reference: command.instrumentId };
    ledgerCommands.postTransfer({
      ...common,
      fromAccountId: command.accountId,
      toAccountId: dust,
      assetId: assets.readId(markets.readBaseSlot(market)) as AssetId,
      amountUnits: availableUnits,
    });
    ledgerCommands.postTransfer({
      ...common,
      fromAccountId: dust,
      toAccountId: command.accountId,
      assetId: assets.readId(markets.readQuoteSlot(market)) as AssetId,
      amountUnits: proceedsUnits,
    });
  }

  function findParties(command: CloseOutDust): number {
    const { accountId, instrumentId, actorId } = command;
    if (!isNumber(accountId)) return refuse('value_out_of_range', 0);
    if (!isNumber(instrumentId)) return refuse('value_out_of_range', 1);
    return checks.checkParties(command, actorId);
  }

  /** The command. */
  function closeOutDust(command: CloseOutDust): number {
    const wrong = findParties(command);
    if (wrong !== 0) return wrong;
    const market = checks.found[foundMarket];
    const availableUnits = readAvailable(command.accountId, markets.readBaseSlot(market));
    const proceedsUnits = calculateProceeds(market, availableUnits);
    const closeOut = { market, availableUnits, proceedsUnits };
    const code = checkCloseOut(command, closeOut);
    if (code !== 0) return code;
    postBoth(command, closeOut);
    recordUse(command.accountId, assets.readId(markets.readBaseSlot(market)));
    return 0;
  }

  return {
    closeOutDust,
    rowsMax,
    /** Close-outs of the day of the core time. */
    countToday: (): number => (rows[rowStride - 1] === readDay() ? count[0] : 0),
    /** Today's close-outs by account and asset: account, asset, day. */
    listToday: (): number[][] =>
      Array.from({ length: count[0] }, (_, row) => [
        ...rows.subarray(row * rowStride, (row + 1) * rowStride),
      ])
        .filter(([, , day]) => day === readDay())
        .sort((left, right) => left[0] - right[0] || left[1] - right[1]),
  };
}

function isNumber(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
