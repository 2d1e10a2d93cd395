// Counts what happened in runs, so that "nothing differed" is never said of what never happened.
// Called by l0.ts and run.ts.
import type { Command, CoreEvent, OrderReference, PositionChanged } from '@isobath/core';
import { CommandKind } from '@isobath/core/command';
import { EventKind } from '@isobath/core/event';
import { readRejectWord, rejects } from '@isobath/core/reject';
import {
  CloseReason,
  MarketState,
  MarkFlag,
  SelfTradeMode,
  TransferReason,
} from '@isobath/core/words';
import { isSameName } from './model/checks.ts';
import { readPair } from './model/match.ts';
import type { Order } from './model/state.ts';

const prefixed = (prefix: string, names: readonly string[]): string[] =>
  names.map((name) => `${prefix} ${name}`);

const nameOf = (table: Record<string, number>, number: number): string =>
  Object.keys(table).find((name) => table[name] === number) ?? String(number);

const eventNames = new Map(
  Object.entries(EventKind).map(([name, kind]) => [kind as number, `event ${name}`]),
);
const reasonNames = new Map(
  Object.values(CloseReason).map((it) => [it as number, `closed ${nameOf(CloseReason, it)}`]),
);
const modeNames = new Map(
  Object.values(SelfTradeMode).map((it) => [
    it as number,
    `prevented ${nameOf(SelfTradeMode, it)}`,
  ]),
);
const rejectNames = new Map(
  Object.values(rejects).map(([code]) => [code as number, `reject ${readRejectWord(code)}`]),
);

const [legRefused] = rejects.leg_refused;

/** Rejects whose numbers are fixed and which nothing raises before positions can be liquidated. */
const later: readonly string[] = [
  'orders_open',
  'price_beyond_bankruptcy',
  'in_liquidation',
  'deficit_open',
  'margin_out_too_large',
  'merge_mismatch',
  'borrow_over_limit',
  'pool_too_low',
  'debt_not_found',
  'margin_level_forbids',
  'pair_asset_wrong',
  'reset_too_early',
];

const flagNames = Object.keys(MarkFlag) as (keyof typeof MarkFlag)[];

const expected: readonly string[] = [
  ...prefixed(
    'reject',
    Object.keys(rejects).filter((word) => !later.includes(word)),
  ),
  ...prefixed('event', Object.keys(EventKind)),
  ...prefixed('closed', Object.keys(CloseReason)),
  ...prefixed('prevented', ['expireTaker', 'expireMaker', 'expireBoth', 'decrement']),
  ...prefixed('amended', ['iceberg in the book', 'iceberg that waits', 'pair in the book']),
  ...prefixed('amended', ['pair by its stop', 'pair that waits', 'pending pair', 'order alone']),
  ...prefixed('client order id', ['on two markets', 'of two markets named', 'of another market']),
  'client order id with . : or /',
  ...prefixed('leg refused', [
    'value_out_of_range',
    'asset_not_found',
    'account_not_found',
    'same_account',
    'wallet_world_mismatch',
    'contra_above_zero',
    'supply_too_large',
    'balance_too_low',
  ]),
  ...prefixed('group', ['of many legs', 'that passes on', 'with a leg left out', 'of no moves']),
  ...prefixed('mark', flagNames),
  ...prefixed('funding', ['without samples', 'with too few', 'with a rate']),
  ...prefixed('position', ['opened', 'closed', 'flipped', 'drawn', 'of a loss', 'of a profit']),
  ...prefixed('loss paid by', ['insurance', 'the deficit']),
  'rebate on a contract',
  'reduce only',
  'auction trade',
  'rebate',
  'repeated key',
];

/** What kinds of order were made smaller: icebergs, and pairs by what both legs do. */
function nameAmended(order: Order): string[] {
  const names: string[] = [];
  if (order.visibleLots > 0) {
    names.push(order.isResting ? 'iceberg in the book' : 'iceberg that waits');
  }
  const pair = readPair(order.list);
  if (pair === null || (order !== pair.limit && order !== pair.stop)) names.push('order alone');
  else if (order.status === 2) names.push('pending pair');
  else if (!pair.limit.isResting) names.push('pair that waits');
  else names.push(order === pair.limit ? 'pair in the book' : 'pair by its stop');
  return prefixed('amended', names);
}

/** An open order of the account with the same client order id on another market. */
function findTwin(it: Omit<OrderReference, 'orderId'>, open: readonly Order[]): Order | undefined {
  return open.find((order) => {
    const isElsewhere = order.instrumentId !== it.instrumentId;
    return isElsewhere && isSameName(order, { ...it, instrumentId: order.instrumentId });
  });
}

/** What happened how often, by name. */
export class Coverage {
  readonly counts = new Map<string, number>(expected.map((name) => [name, 0]));
  commandsCount = 0;
  acceptedCount = 0;

  private add(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  private addCode(code: number): void {
    const name = rejectNames.get(code);
    if (name !== undefined) this.add(name);
  }

  private addLeg([, legCode = 0]: readonly number[]): void {
    this.add(`leg refused ${readRejectWord(legCode)}`);
  }

  private addAmended(events: readonly CoreEvent[], open: readonly Order[]): void {
    const named = events.find((event) => event.kind === EventKind.orderAmended);
    const order = open.find((it) => it.orderId === named?.orderId);
    for (const name of order === undefined ? [] : nameAmended(order)) this.add(name);
  }

  /** Client order ids by their characters, and those in use on two markets at once. */
  private addNamed(events: readonly CoreEvent[], open: readonly Order[], command: Command): void {
    for (const event of events) {
      if (event.kind !== EventKind.clientOrderIdSet) continue;
      const isWide = event.clientOrderId.some((word) => word >= 65 ** 8);
      if (isWide) this.add('client order id with . : or /');
      const order = open.find((it) => it.orderId === event.orderId);
      if (order && findTwin(order, open)) this.add('client order id on two markets');
    }
    const isReference = command.kind === CommandKind.cancelOrder;
    if (!isReference || command.orderId > 0 || !findTwin(command, open)) return;
    const isFound = events.some((event) => event.kind === EventKind.orderClosed);
    this.add(`client order id ${isFound ? 'of two markets named' : 'of another market'}`);
  }

  /** Groups of transfers that were done, by what is particular in them. */
  private addGroup(events: readonly CoreEvent[], command: Command): void {
    const posted = events.find((event) => event.kind === EventKind.transferGroupPosted);
    if (posted === undefined || command.kind !== CommandKind.transferGroup) return;
    const moving = command.legs.filter(({ amountUnits }) => amountUnits > 0n);
    const targets = moving.map(({ toAccountId }) => toAccountId);
    const passesOn = moving.some(({ fromAccountId }, at) =>
      targets.slice(0, at).includes(fromAccountId),
    );
    if (moving.length > 2) this.add('group of many legs');
    if (passesOn) this.add('group that passes on');
    if (moving.length < command.legs.length) this.add('group with a leg left out');
    if (moving.length === 0) this.add('group of no moves');
  }

  /** Prices of contracts, by what their marks and rates came to. */
  private addPrices(event: CoreEvent): void {
    if (event.kind === EventKind.marksSet) {
      const set = flagNames.filter((name) => (event.flags & MarkFlag[name]) !== 0);
      for (const name of set) this.add(`mark ${name}`);
    } else if (event.kind === EventKind.fundingRoundOpened) {
      if (event.rateE8 !== 0) this.add('funding with a rate');
      else this.add(event.samplesCount === 0 ? 'funding without samples' : 'funding with too few');
    } else if (event.kind === EventKind.marketStateChanged) {
      if (event.state === MarketState.reduceOnly) this.add('reduce only');
    }
  }

  /** Lots of each position, by its number, as they were last told. */
  private readonly lots = new Map<string, number>();

  private addPosition(event: PositionChanged): void {
    const place = `${event.accountId} ${event.instrumentId}`;
    const before = this.lots.get(place) ?? 0;
    this.lots.set(place, event.lots);
    if (event.drawnUnits > 0n) this.add('position drawn');
    if (before === 0 && event.lots !== 0) this.add('position opened');
    if (before !== 0 && event.lots === 0) this.add('position closed');
    if (before * event.lots < 0) this.add('position flipped');
  }

  /** Trades of contracts, by what positions and the house came to. */
  private addContracts(event: CoreEvent): void {
    if (event.kind === EventKind.positionChanged) this.addPosition(event);
    else if (event.kind === EventKind.contractTraded) {
      const pnls = [event.makerPnlUnits, event.takerPnlUnits];
      if (pnls.some((pnl) => pnl < 0n)) this.add('position of a loss');
      if (pnls.some((pnl) => pnl > 0n)) this.add('position of a profit');
      if (event.makerFeeUnits < 0n) this.add('rebate on a contract');
    } else if (event.kind === EventKind.transferPosted) {
      if (event.reason === TransferReason.insurance) this.add('loss paid by insurance');
      if (event.reason === TransferReason.deficit) this.add('loss paid by the deficit');
    } else if (event.kind === EventKind.accountOpened && event.accountId === 1) this.lots.clear();
  }

  /**
   * Count the events of one command.
   *
   * @param open - the orders that are open after it.
   */
  count(events: readonly CoreEvent[], open: readonly Order[], command: Command): void {
    this.commandsCount += 1;
    this.addAmended(events, open);
    this.addNamed(events, open, command);
    this.addGroup(events, command);
    for (const event of events) {
      this.addPrices(event);
      this.addContracts(event);
      this.add(eventNames.get(event.kind) ?? 'event unknown');
      if (event.kind === EventKind.commandApplied) {
        if (event.code === 0 && event.repeatOfSequence === 0) this.acceptedCount += 1;
        if (event.repeatOfSequence > 0) this.add('repeated key');
        this.addCode(event.code);
        if (event.code === legRefused) this.addLeg(event.facts);
      } else if (event.kind === EventKind.itemApplied) {
        this.addCode(event.code);
      } else if (event.kind === EventKind.orderClosed) {
        this.add(reasonNames.get(event.reason) ?? 'closed unknown');
      } else if (event.kind === EventKind.selfTradePrevented) {
        this.add(modeNames.get(event.mode) ?? 'prevented unknown');
      } else if (event.kind === EventKind.tradeExecuted) {
        if (event.isAuction) this.add('auction trade');
        if (event.makerFeeUnits < 0n) this.add('rebate');
      }
    }
  }

  /** What should have happened and did not. */
  readMissing(): string[] {
    return expected.filter((name) => this.counts.get(name) === 0);
  }
}
