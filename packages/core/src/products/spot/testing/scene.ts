// A small stage for tests of spot: an engine with one market and a few traders, driven by lines of
// text, and its events told back as lines of text. Not part of the product. Called by tests only;
// the language stands in scenes.test.ts beside the cases.
import type { Command } from '../../../command.ts';
import { CommandKind, simpleLimitTerms, unkeyed } from '../../../command.ts';
import { createEngine } from '../../../engine.ts';
import { type CoreEvent, EventKind } from '../../../event.ts';
import { readEvents } from '../../../event-decoder.ts';
import { readRejectFacts, readRejectWord } from '../../../reject.ts';
import { smallSizes } from '../../../sizes.ts';
import {
  AccountClass,
  AccountType,
  CancelCondition,
  CloseReason,
  ListType,
  MarketState,
  OrderType,
  SelfTradeMode,
  Side,
  Source,
  TimeInForce,
} from '../../../words.ts';
import { sceneLimits } from './scene-limits.ts';

type Numbers = Record<string, number>;
type Draft = Record<string, unknown>;

const envelope = {
  actorId: 1,
  sessionId: 1,
  source: Source.operator,
  issuedAtMs: 0,
  ...unkeyed,
};
const firstOwnerId = 1_000_001;
const firstTraderAccount = 4;
const traders = 'abcd';
const base = 1;
const quote = 2;
const instrumentId = 7;
/** Every trader starts with so many units of each asset; one lot and one tick-lot are one unit. */
const startUnits = 10_000n;

const fields: Record<string, string> = {
  price: 'priceTicks',
  size: 'sizeLots',
  amount: 'quoteAmountUnits',
  stop: 'stopPriceTicks',
  delta: 'trailingDeltaBps',
  activation: 'activationPriceTicks',
  visible: 'visibleLots',
  slippage: 'slippageBps',
  until: 'expireAtMs',
};

/** The word of a number in a word list. */
function nameOf(list: Numbers, value: number): string {
  // oxlint-disable-next-line no-restricted-properties -- each number has one word
  return Object.entries(list).find(([, number]) => number === value)?.[0] ?? String(value);
}

function accountOf(trader: string): number {
  return firstTraderAccount + traders.indexOf(trader);
}

function makeTerms(trader: string, words: readonly string[]): Draft {
  const [side, type, ...rest] = words;
  const terms: Draft = {
    accountId: accountOf(trader),
    instrumentId,
    side: (Side as Numbers)[side],
    orderType: (OrderType as Numbers)[type],
    timeInForce: type === 'market' ? TimeInForce.ioc : TimeInForce.gtc,
    priceTicks: 0,
    sizeLots: 0,
    ...simpleLimitTerms,
  };
  for (const word of rest) setTerm(terms, word);
  return terms;
}

function setTerm(terms: Draft, word: string): void {
  const [name, value] = word.split('=');
  if (name === 'tif') terms['timeInForce'] = (TimeInForce as Numbers)[value];
  else if (name === 'stp') terms['selfTradeMode'] = (SelfTradeMode as Numbers)[value];
  else if (name === 'name') terms['clientOrderId'] = [Number(value), 0, 0, 0, 0];
  else if (name === 'on') terms['instrumentId'] = Number(value);
  else if (name === 'for') terms['accountId'] = accountOf(value);
  else if (name === 'until') terms['expireAtMs'] = startMs + Number(value);
  else terms[fields[name]] = name === 'amount' ? BigInt(value) : Number(value);
}

function readCondition(word = 'any'): number {
  return (CancelCondition as Numbers)[word];
}

function readClientId(word = '0'): readonly number[] {
  return [Number(word), 0, 0, 0, 0];
}

/** Core time of the first line. */
export const startMs = 1_000_000;

/** One engine on its stage. */
export class Scene {
  engine = createEngine({ sizes: smallSizes });
  #sequence = 0;
  #atMs = startMs;

  constructor() {
    for (const assetId of [base, quote]) {
      this.#send({ kind: CommandKind.defineAsset, assetId, scale: 0, isMock: false });
    }
    this.#open(1, AccountType.operatorFee, AccountClass.wallet);
    this.#open(1, AccountType.chain, AccountClass.contra);
    this.#open(1, AccountType.operatorDust, AccountClass.wallet);
    for (const trader of traders) {
      this.#open(firstOwnerId + traders.indexOf(trader), AccountType.spot, AccountClass.wallet);
      this.#give(accountOf(trader), base, startUnits);
      this.#give(accountOf(trader), quote, startUnits);
    }
    this.#openMarket(instrumentId);
  }

  #open(ownerId: number, accountType: number, accountClass: number): void {
    const terms = { ownerId, accountType, accountClass, scope: 0, isMock: false };
    this.#send({ kind: CommandKind.openAccount, ...terms });
  }

  #give(toAccountId: number, assetId: number, amountUnits: bigint): void {
    const move = { fromAccountId: 2, toAccountId, assetId, amountUnits };
    this.#send({ kind: CommandKind.transfer, ...move, reason: 1, reference: 0 });
  }

  #send(command: object): CoreEvent[] {
    this.#sequence += 1;
    this.engine.events.reset();
    const whole = { ...envelope, ...command } as Command;
    this.engine.apply(whole, this.#sequence, this.#atMs);
    return readEvents(this.engine.events.readWords());
  }

  /** Let core time pass, firing timers one instant after another as the sequencer does. */
  #pass(ms: number): CoreEvent[] {
    const until = this.#atMs + ms;
    const events: CoreEvent[] = [];
    for (let next = this.#nextMs(); next <= until; next = this.#nextMs()) {
      this.#atMs = next;
      events.push(...this.#send({ kind: CommandKind.time, source: Source.system }));
    }
    this.#atMs = until;
    return events;
  }

  #nextMs(): number {
    const next = this.engine.nextTimerMs();
    return next === 0 ? Infinity : next;
  }

  #operate(words: readonly string[]): CoreEvent[] {
    const [verb, first, second] = words;
    if (verb === 'time') return this.#pass(Number(first));
    if (verb === 'state') {
      const state = (MarketState as Numbers)[first];
      return this.#send({ kind: CommandKind.setMarketState, instrumentId, state });
    }
    if (verb === 'auction') {
      const times = { noCancelAtMs: startMs + Number(first), openAtMs: startMs + Number(second) };
      return this.#send({ kind: CommandKind.startAuction, instrumentId, ...times });
    }
    if (verb === 'reference') {
      const priceTicks = Number(first);
      return this.#send({ kind: CommandKind.setReferencePrice, instrumentId, priceTicks });
    }
    if (verb === 'group') {
      const group = { ownerId: firstOwnerId + traders.indexOf(first), group: Number(second) };
      return this.#send({ kind: CommandKind.setSelfTradeGroup, ...group });
    }
    if (verb === 'fees') {
      const [makerPpm, takerPpm] = [first, second].map((rate) => Array(16).fill(Number(rate)));
      return this.#send({ kind: CommandKind.setFeeSchedule, instrumentId, makerPpm, takerPpm });
    }
    if (verb === 'market') return this.#openMarket(Number(first));
    if (verb === 'drain') return this.#drain(first, Number(second));
    if (verb === 'fund') this.#give(3, quote, BigInt(first));
    if (verb === 'give') this.#give(accountOf(first), base, BigInt(second));
    if (verb === 'limit') return this.#limit(first, Number(second));
    return [];
  }

  /** Open another market of the same coins; told by nothing. */
  #openMarket(id: number): [] {
    const coins = { baseAssetId: base, quoteAssetId: quote, priceDecimals: 0, lotDecimals: 0 };
    const define = { kind: CommandKind.defineInstrument, ...coins, ...sceneLimits };
    const open = { kind: CommandKind.setMarketState, state: MarketState.trading };
    for (const command of [define, open]) this.#send({ ...command, instrumentId: id });
    return [];
  }

  /** Change one limit of the market; told by nothing. */
  #limit(name: string, value: number): CoreEvent[] {
    const decimals = { priceDecimals: 0, lotDecimals: 0 };
    const changed = { ...sceneLimits, [name]: value };
    const kind = CommandKind.updateInstrument;
    return this.#send({ kind, instrumentId, ...decimals, ...changed });
  }

  /** Take base units away until a trader has so many left. */
  #drain(trader: string, leftUnits: number): CoreEvent[] {
    const fromAccountId = accountOf(trader);
    const has = this.engine.readBalance(fromAccountId, base)?.availableUnits ?? 0n;
    const amountUnits = has - BigInt(leftUnits);
    const move = { fromAccountId, toAccountId: 2, assetId: base, amountUnits };
    return this.#send({ kind: CommandKind.transfer, ...move, reason: 2, reference: 0 });
  }

  #trade(trader: string, words: readonly string[]): CoreEvent[] {
    const actorId = firstOwnerId + traders.indexOf(trader);
    const accountId = accountOf(trader);
    const common = { actorId, source: Source.api };
    const [verb, ...rest] = words;
    const named = { accountId, ...readReference(rest[0]) };
    const { kind, body } = this.#makeBody(verb, rest, { trader, named });
    return this.#send({ ...common, kind, ...body });
  }

  #makeBody(
    verb: string,
    rest: readonly string[],
    { trader, named }: { trader: string; named: Draft },
  ): { kind: number; body: Draft } {
    const accountId = accountOf(trader);
    if (verb === 'cancel') {
      return {
        kind: CommandKind.cancelOrder,
        body: { ...named, condition: readCondition(rest[1]) },
      };
    }
    if (verb === 'amend') {
      const newClientOrderId = readClientId(rest[2]);
      const sizeLots = Number(rest[1]);
      return { kind: CommandKind.amendOrder, body: { ...named, sizeLots, newClientOrderId } };
    }
    if (verb === 'cancelAll') {
      return { kind: CommandKind.cancelAllOrders, body: { accountId, instrumentId: 0 } };
    }
    if (verb === 'cancelList') {
      return { kind: CommandKind.cancelOrderList, body: { accountId, listId: Number(rest[0]) } };
    }
    if (verb === 'deadMan') {
      return { kind: CommandKind.setDeadMan, body: { accountId, timeoutMs: Number(rest[0]) } };
    }
    if (verb === 'closeOut') {
      return { kind: CommandKind.closeOutDust, body: { accountId, instrumentId } };
    }
    if (verb === 'replace') {
      const place = makeTerms(trader, rest.slice(2));
      const condition = readCondition(rest[1].replace('!', ''));
      const body = { cancel: named, condition, allowFailure: rest[1].endsWith('!'), place };
      return { kind: CommandKind.cancelReplace, body };
    }
    if (verb in ListType) {
      const legs = rest
        .join(' ')
        .split(';')
        .map((leg) => makeTerms(trader, leg.trim().split(' ')));
      const listType = (ListType as Numbers)[verb];
      return { kind: CommandKind.placeOrderList, body: { listType, legs } };
    }
    if (verb === 'batch') {
      const items = rest
        .join(' ')
        .split(';')
        .map((item) => makeItem(trader, item.trim()));
      return { kind: CommandKind.batchOrders, body: { items: rest.length === 0 ? [] : items } };
    }
    const isTest = verb === 'test';
    const terms = makeTerms(trader, isTest ? rest : [verb, ...rest]);
    return { kind: CommandKind.placeOrder, body: { ...terms, isTest } };
  }

  /** Do one line; gives what happened as lines. */
  do(line: string): string[] {
    const words = line.trim().split(/\s+/);
    const isTrader = words[0].length === 1 && traders.includes(words[0]);
    const events = isTrader ? this.#trade(words[0], words.slice(1)) : this.#operate(words);
    return events.map((event) => emitEvent(event)).filter((text) => text !== '');
  }

  /** Go on with a fresh engine that was given a snapshot of this one. */
  restart(): void {
    const chunks = this.engine.saveSnapshot();
    this.engine = createEngine({ sizes: smallSizes });
    this.engine.loadSnapshot(chunks);
  }

  /** The state as lines (docs/rules/core.md 8). */
  readDump(): string[] {
    const lines: string[] = [];
    this.engine.dumpState((line) => lines.push(line));
    return lines;
  }
}

/** An order by number, or as `name=` with a name and, after an @, its market. */
function readReference(word = ''): Draft {
  const [name, on = instrumentId] = word.replace('name=', '').split('@');
  const isNamed = word.startsWith('name=');
  return {
    instrumentId: isNamed ? Number(on) : 0,
    orderId: isNamed ? 0 : Number(word),
    clientOrderId: [isNamed ? Number(name) : 0, 0, 0, 0, 0],
  };
}

function makeItem(trader: string, text: string): Draft {
  const words = text.split(' ');
  if (words[0] !== 'cancel') return { action: 'place', place: makeTerms(trader, words) };
  const cancel = { accountId: accountOf(trader), ...readReference(words[1]) };
  return { action: 'cancel', cancel };
}

function emitRefusal(code: number, facts: readonly number[]): string {
  // oxlint-disable-next-line no-restricted-properties -- facts stand in the order of their table
  const named = Object.entries(readRejectFacts(code, facts));
  const text = named.map(([name, value]) => `${name}=${value}`).join(' ');
  return `refused ${readRejectWord(code)} ${text}`;
}

/** One event as a line; what tests do not look at is left out. */
export function emitEvent(event: CoreEvent): string {
  switch (event.kind) {
    case EventKind.commandApplied:
      return event.code === 0 ? '' : emitRefusal(event.code, event.facts);
    case EventKind.itemApplied:
      return event.code === 0
        ? `item ${event.index} applied`
        : `item ${event.index} ${emitRefusal(event.code, event.facts)}`;
    case EventKind.orderOpened:
      return `opened ${event.orderId} ${nameOf(statuses, event.status)} hold ${event.holdUnits}`;
    case EventKind.orderTriggered:
      return `triggered ${event.orderId} ${nameOf(statuses, event.status)} hold ${event.holdUnits}`;
    case EventKind.orderAmended:
      return `amended ${event.orderId} size ${event.sizeLots} released ${event.releasedUnits}`;
    case EventKind.orderClosed: {
      const rest = `left ${event.remainingLots} released ${event.releasedUnits}`;
      return `closed ${event.orderId} ${nameOf(CloseReason, event.reason)} ${rest}`;
    }
    case EventKind.tradeExecuted: {
      const fees = `fees ${event.makerFeeUnits} ${event.takerFeeUnits}`;
      const orders = `maker ${event.makerOrderId} taker ${event.takerOrderId}`;
      return `trade ${event.sizeLots} at ${event.priceTicks} ${orders} ${fees}`;
    }
    default:
      return emitRare(event);
  }
}

const statuses = { live: 0, dormant: 1, pending: 2 };

function emitRare(event: CoreEvent): string {
  switch (event.kind) {
    case EventKind.levelChanged:
      return `level ${nameOf(Side, event.side)} ${event.priceTicks} = ${event.totalLots}`;
    case EventKind.selfTradePrevented: {
      const maker = `maker ${event.makerOrderId} -${event.makerLots}`;
      const lots = `${maker} taker ${event.takerOrderId} -${event.takerLots}`;
      const freed = `released ${event.makerReleasedUnits} ${event.takerReleasedUnits}`;
      return `prevented ${nameOf(SelfTradeMode, event.mode)} ${lots} ${freed}`;
    }
    case EventKind.selfTradeTransferred: {
      const orders = `maker ${event.makerOrderId} taker ${event.takerOrderId}`;
      return `transferred ${event.sizeLots} at ${event.priceTicks} ${orders}`;
    }
    case EventKind.orderChanged:
      return `changed ${event.orderId}`;
    case EventKind.orderListOpened:
      return `list ${event.listId} opened ${nameOf(ListType, event.listType)}`;
    case EventKind.orderListClosed:
      return `list ${event.listId} closed`;
    case EventKind.auctionIndicated:
    case EventKind.auctionUncrossed: {
      const verb = event.kind === EventKind.auctionIndicated ? 'indicated' : 'uncrossed';
      return `${verb} ${event.volumeLots} at ${event.priceTicks} surplus ${event.surplusLots}`;
    }
    case EventKind.marketStateChanged:
      return `state ${nameOf(MarketState, event.state)}`;
    case EventKind.deadManSet:
      return `deadMan ${event.dueAtMs === 0 ? 'off' : event.dueAtMs - startMs}`;
    case EventKind.trailingMoved:
      return `moved ${event.orderId} stop ${event.stopPriceTicks}`;
    case EventKind.transferPosted: {
      const accounts = `from ${event.fromAccountId} to ${event.toAccountId}`;
      return `posted ${event.amountUnits} of ${event.assetId} ${accounts}`;
    }
    default:
      return '';
  }
}
