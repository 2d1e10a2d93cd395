// The operator's commands about markets: list, set, halt, resume, state, auction.
// The engine decides; here words become its commands. Started by start.ts.
// `set` knows each parameter by one name, in the units that people read.

import {
  CommandKind,
  type InstrumentLimits,
  MarketState,
  type OwnerId,
  type SelfTradeMode,
  Source,
  updateFieldNames,
} from '@isobath/core';
import { parseDecimal } from '@isobath/core/math';
import type { CommandClient, CommandBody } from '../../../base/commands/index.ts';
import {
  type Market,
  type MarketRegistry,
  nameMarketState,
  readMarketState,
  SELF_TRADE_WORDS,
  showMarket,
} from '../../../base/market/index.ts';
import type { OperatorHandlers } from '../../../base/operator/index.ts';
import { EXIT, Refusal } from '../../../base/process/exit.ts';
import { CallRefusal } from '../../../base/product/index.ts';

/** What the commands stand on. */
export interface OperateMarketsParts {
  readonly commandClient: CommandClient;
  readonly markets: MarketRegistry;
  readonly readNowMs: () => number;
  /** Whether orders or alerts of a market are kept in its ticks and lots. */
  readonly hasPast: (instrumentId: number) => Promise<boolean>;
}

const HOUSE = { caller: { ownerId: 1 as OwnerId, sessionId: 0 }, idempotencyKey: '' };
/** How long a resume collects orders before it opens, and its last part without cancelling. */
const RESUME_MS = 30_000;
const NO_CANCEL_MS = 5_000;
/** The engine's clock is ahead of ours by what a command takes to get there. */
const AUCTION_MS_MIN = 1_000;

type Changes = Partial<Record<keyof InstrumentLimits, number | bigint>> & {
  priceDecimals?: number;
  lotDecimals?: number;
};

type UpdateBody = Extract<CommandBody, { kind: typeof CommandKind.updateInstrument }>;

/** Make the handlers. */
export function createMarketHandlers(parts: OperateMarketsParts): OperatorHandlers {
  const { commandClient, markets, readNowMs, hasPast } = parts;

  function findMarket(symbol: string): Market {
    const market = markets.marketBySymbol(symbol.toLowerCase());
    if (market) return market;
    throw new Refusal(EXIT.usage, `There is no market ${symbol}: see market list.`);
  }

  async function send(body: CommandBody): Promise<number> {
    try {
      const { sequence, events } = await commandClient.send(body, {
        ...HOUSE,
        source: Source.operator,
      });
      // The next command of the same request must see what this one did.
      for (const event of events) markets.apply(event);
      return sequence;
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error;
      throw new Refusal(EXIT.failed, `Refused: ${describeRefusal(error, body)}.`, error);
    }
  }

  function show(symbol: string, seq: number) {
    return { seq, market: showMarket(findMarket(symbol)) };
  }

  async function setState(symbol: string, state: MarketState) {
    const { instrumentId } = findMarket(symbol);
    const seq = await send({ kind: CommandKind.setMarketState, instrumentId, state });
    return show(symbol, seq);
  }

  async function moveTo(symbol: string, word: string) {
    const market = findMarket(symbol);
    const state = readMarketState(word.toUpperCase());
    if (state === undefined) {
      throw new Refusal(EXIT.usage, `${word} is no state: there are HALT, CANCEL_ONLY and BREAK.`);
    }
    const isOpening = state === MarketState.auction || state === MarketState.auctionNoCancel;
    if (isOpening || (state === MarketState.trading && market.state !== MarketState.preOpen)) {
      throw new Refusal(EXIT.usage, `${symbol} opens by an auction: see market auction.`);
    }
    return setState(symbol, state);
  }

  async function startAuction(symbol: string, openAtMs: number) {
    const { instrumentId, state } = findMarket(symbol);
    const openAtMsMin = readNowMs() + AUCTION_MS_MIN;
    // Asked before the market is halted: a refused auction must not leave it standing still.
    if (openAtMs < openAtMsMin) {
      throw new Refusal(EXIT.usage, 'An auction opens a second from now or later.');
    }
    const mayStart = state === MarketState.preOpen || state === MarketState.halt;
    if (!mayStart) await setState(symbol, MarketState.halt);
    const noCancelAtMs = Math.max(openAtMsMin, openAtMs - NO_CANCEL_MS);
    const seq = await send({
      kind: CommandKind.startAuction,
      instrumentId,
      noCancelAtMs,
      openAtMs,
    });
    return show(symbol, seq);
  }

  /** What was ordered and traded is kept in ticks and lots: others would move its points. */
  async function refuseOtherDecimals(market: Market, update: UpdateBody): Promise<void> {
    const isOther =
      update.priceDecimals !== market.priceDecimals || update.lotDecimals !== market.lotDecimals;
    if (!isOther || !(await hasPast(market.instrumentId))) return;
    throw new Refusal(
      EXIT.failed,
      `${market.symbol} keeps its decimals: orders or alerts are kept in its ticks and lots.`,
    );
  }

  return {
    'market.list': async () => ({ markets: markets.listMarkets().map(showMarket) }),
    'market.halt': ({ symbol }) => setState(symbol, MarketState.halt),
    'market.resume': ({ symbol }) => startAuction(symbol, readNowMs() + RESUME_MS),
    'market.state': ({ symbol, state }) => moveTo(symbol, state),
    'market.auction': ({ symbol, openAtMs }) => startAuction(symbol, openAtMs),
    'market.set': async ({ symbol, changes }) => {
      const market = findMarket(symbol);
      let seq = 0;
      const limits = Object.entries(changes).filter(([name]) => !FEES.test(name));
      const fees = Object.entries(changes).filter(([name]) => FEES.test(name));
      if (limits.length > 0) {
        const update = updateOf(market, limits);
        await refuseOtherDecimals(market, update);
        seq = await send(update);
      }
      if (fees.length > 0) seq = await send(feesOf(market, fees));
      return show(symbol, seq);
    },
  };
}

const FEES = /^(makerPpm|takerPpm)(\.\d+)?$/;

type Parse = (text: string, market: Market) => number | bigint;

const whole: Parse = (text) => parseWhole(text);
const price: Parse = (text, { priceDecimals }) => Number(parseAmount(text, priceDecimals));
const size: Parse = (text, { lotDecimals }) => Number(parseAmount(text, lotDecimals));
const quote: Parse = (text, market) => parseAmount(text, market.quote.scale);
const mode: Parse = (text) => parseMode(text);
const modes: Parse = (text) =>
  text.split(',').reduce((mask, word) => mask | (1 << parseMode(word)), 0);

/** Its range is what another parameter names. */
const DEFAULT_MODE = 'selfTradePreventionDefault';

/** Names that `market set` knows besides the fees: what each is to the engine, how it is read. */
const SETTERS: Readonly<Record<string, readonly [field: keyof Changes, parse: Parse]>> = {
  minPrice: ['priceTicksMin', price],
  maxPrice: ['priceTicksMax', price],
  minQuantity: ['sizeLotsMin', size],
  maxQuantity: ['sizeLotsMax', size],
  maxMarketQuantity: ['marketSizeLotsMax', size],
  minNotional: ['notionalUnitsMin', quote],
  closeOutMax: ['closeOutUnitsMax', quote],
  bandLowPpm: ['bandLowPpm', whole],
  bandHighPpm: ['bandHighPpm', whole],
  marketGuardBps: ['marketGuardBps', whole],
  openOrdersMax: ['openOrdersCountMax', whole],
  stopOrdersMax: ['stopOrdersCountMax', whole],
  icebergPartsMax: ['icebergPartsCountMax', whole],
  trailingDeltaBpsMin: ['trailingDeltaBpsMin', whole],
  trailingDeltaBpsMax: ['trailingDeltaBpsMax', whole],
  amendsMax: ['amendsCountMax', whole],
  tradeArea: ['tradeArea', whole],
  priceDecimals: ['priceDecimals', whole],
  lotDecimals: ['lotDecimals', whole],
  selfTradePreventionModes: ['selfTradeModesMask', modes],
  [DEFAULT_MODE]: ['selfTradeModeDefault', mode],
};

/** What the engine would not do, in an operator's words where there are some. */
function describeRefusal({ word, facts }: CallRefusal, body: CommandBody): string {
  if (word === 'value_out_of_range' && body.kind === CommandKind.updateInstrument) {
    const name = nameParameter(facts['fieldNumber']);
    if (name !== DEFAULT_MODE) return `${name} is out of its range`;
    const word = SELF_TRADE_WORDS[body.selfTradeModeDefault];
    return `${DEFAULT_MODE} is ${word}, which is none of selfTradePreventionModes: set both`;
  }
  if (word === 'transition_forbidden') {
    const { fromState, toState } = facts;
    const [from, to] = [fromState, toState].map((state) => nameMarketState(Number(state)));
    return `the market is ${from} and cannot be ${to}`;
  }
  return `${word} ${JSON.stringify(facts)}`;
}

/** The name of the parameter that the engine counts as one of an update's fields. */
function nameParameter(fieldNumber: unknown): string {
  const field = updateFieldNames[Number(fieldNumber)];
  const [name] = Object.entries(SETTERS).find(([, [known]]) => known === field) ?? [];
  return name ?? `field ${String(fieldNumber)}`;
}

function updateOf(market: Market, changes: readonly [string, string][]): UpdateBody {
  const all = changes.map(([name, text]) => {
    const setter = Object.hasOwn(SETTERS, name) ? SETTERS[name] : undefined;
    if (setter) return [setter[0], setter[1](text, market)] as const;
    const names = [...Object.keys(SETTERS), 'makerPpm', 'takerPpm'].join(' ');
    throw new Refusal(EXIT.usage, `There is no parameter ${name}; there are: ${names}.`);
  });
  return { ...pickLimits(market), ...Object.fromEntries(all) } as UpdateBody;
}

/** Everything an update states anew. */
function pickLimits(market: Market) {
  return {
    kind: CommandKind.updateInstrument,
    instrumentId: market.instrumentId,
    priceDecimals: market.priceDecimals,
    lotDecimals: market.lotDecimals,
    priceTicksMin: market.priceTicksMin,
    priceTicksMax: market.priceTicksMax,
    sizeLotsMin: market.sizeLotsMin,
    sizeLotsMax: market.sizeLotsMax,
    marketSizeLotsMax: market.marketSizeLotsMax,
    notionalUnitsMin: market.notionalUnitsMin,
    bandLowPpm: market.bandLowPpm,
    bandHighPpm: market.bandHighPpm,
    marketGuardBps: market.marketGuardBps,
    openOrdersCountMax: market.openOrdersCountMax,
    stopOrdersCountMax: market.stopOrdersCountMax,
    icebergPartsCountMax: market.icebergPartsCountMax,
    trailingDeltaBpsMin: market.trailingDeltaBpsMin,
    trailingDeltaBpsMax: market.trailingDeltaBpsMax,
    amendsCountMax: market.amendsCountMax,
    closeOutUnitsMax: market.closeOutUnitsMax,
    selfTradeModesMask: market.selfTradeModesMask,
    selfTradeModeDefault: market.selfTradeModeDefault,
    tradeArea: market.tradeArea,
  };
}

/** `makerPpm=16 numbers` sets all levels, `makerPpm.3=900` one. */
function feesOf(market: Market, changes: readonly [string, string][]): CommandBody {
  const rates = { makerPpm: [...market.makerPpm], takerPpm: [...market.takerPpm] };
  for (const [name, text] of changes) {
    const [side, level] = name.split('.') as ['makerPpm' | 'takerPpm', string | undefined];
    if (level !== undefined) rates[side][parseWhole(level)] = parseWhole(text, true);
    else rates[side] = text.split(',').map((one) => parseWhole(one, true));
  }
  if (rates.makerPpm.length === LEVELS && rates.takerPpm.length === LEVELS) {
    return { kind: CommandKind.setFeeSchedule, instrumentId: market.instrumentId, ...rates };
  }
  throw new Refusal(EXIT.usage, `Fees have ${LEVELS} levels, 0 to ${LEVELS - 1}.`);
}

const LEVELS = 16;

function parseMode(word: string): SelfTradeMode {
  const mode = (SELF_TRADE_WORDS as readonly string[]).indexOf(word.toUpperCase());
  if (mode > 0) return mode as SelfTradeMode;
  throw new Refusal(EXIT.usage, `${word} is none of ${SELF_TRADE_WORDS.slice(1).join(' ')}.`);
}

function parseWhole(text: string, maySink = false): number {
  const value = Number(text);
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value) && (maySink || value >= 0)) return value;
  throw new Refusal(EXIT.usage, `${text} is not a whole number.`);
}

function parseAmount(text: string, decimals: number): bigint {
  try {
    return parseDecimal(text, decimals);
  } catch {
    throw new Refusal(EXIT.usage, `${text} is no amount with at most ${decimals} decimals.`);
  }
}
