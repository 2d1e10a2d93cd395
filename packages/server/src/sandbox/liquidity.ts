// The simulated traders: makers hold ladders around the reference price, takers hit them now and
// then. Their accounts are the sandbox's, everything else is the real thing. Run by
// sandbox-process.ts.
import {
  type AccountId,
  type BatchItem,
  CommandKind,
  type CoreEvent,
  EventKind,
  MarketState,
  OrderType,
  simpleLimitTerms,
  Side,
  Source,
  TimeInForce,
} from '@isobath/core';
import type { CommandBody, CommandClient } from '../base/commands/index.ts';
import type { Market, MarketRegistry } from '../base/market/index.ts';
import type { CommittedStep } from '../base/product/index.ts';
import { OperatorAccountOwner } from './operator-account.ts';
import { majors } from './listing.ts';
import { createLadder, type Ladder, type LadderShape } from './maker.ts';
import { createRandom } from './random.ts';

/** Where prices come from: the walk, a file of candles, or another venue. */
export interface ReferencePrice {
  /** Price of one base in quote, undefined when there is none at this moment. */
  read(base: string, quote: string, nowMs: number): number | undefined;
}

/** Whether prices come: live, late (older than they should be), or away (there is none). */
export type ReferenceState = 'live' | 'late' | 'away';

/** A reference price that may fail. */
export interface LiveReference extends ReferencePrice {
  readState(nowMs: number): ReferenceState;
  close(): Promise<void>;
}

/** What the traders stand on. */
export interface LiquidityParts {
  readonly commandClient: CommandClient;
  readonly markets: MarketRegistry;
  readonly reference: Pick<LiveReference, 'read' | 'readState'>;
  /** Accounts of the traders; the first half makes, the rest takes. */
  readonly accounts: readonly AccountId[];
  readonly seed: number;
  readonly report: (error: unknown) => void;
}

/** Running traders. */
export interface Liquidity {
  /** Take in what was committed: fills and closes of the makers' orders. */
  apply(step: CommittedStep): void;
  /** Stand in every market once. */
  fill(report: (text: string) => void): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const MAJOR: LadderShape = { levels: 28, usd: 900 };
const MINOR: LadderShape = { levels: 12, usd: 250 };
const MAJOR_QUOTE_MS = 1_200;
const MINOR_QUOTE_MS = 24_000;
const MAJOR_TRADE_MS = 700;
/** With half of it more, still one trade a minute. */
const MINOR_TRADE_MS = 36_000;
const BURST_SHARE = 0.012;
/** While prices are late makers stand this share of the price away from the middle. */
const LATE_GAP = 0.005;
const TICK_MS = 100;

interface Stand {
  readonly market: Market;
  readonly isMajor: boolean;
  readonly maker: number;
  readonly ladder: Ladder;
  quoteAtMs: number;
  tradeAtMs: number;
  burstLeft: number;
  isBusy: boolean;
}

/** Make the traders. */
export function createLiquidity(parts: LiquidityParts): Liquidity {
  const { commandClient, accounts } = parts;
  const random = createRandom(parts.seed);
  const makersCount = Math.ceil(accounts.length / 2);
  const stands = new Map<number, Stand>();
  const ladders = new Map<AccountId, Ladder[]>();
  let timer: NodeJS.Timeout | undefined;
  const busy = new Set<Promise<void>>();
  let isStopped = false;
  let state = parts.reference.readState(Date.now());

  function send(trader: number, body: CommandBody) {
    return commandClient.try(body, {
      caller: { ownerId: OperatorAccountOwner.liquidityFirst + trader, sessionId: 0 },
      idempotencyKey: '',
      source: Source.sandbox,
    });
  }

  function openStand(market: Market): Stand {
    const isMajor = majors.has(market.symbol);
    const maker = market.instrumentId % makersCount;
    const accountId = accounts[maker];
    const ladder = createLadder({ market, accountId, shape: isMajor ? MAJOR : MINOR, random });
    ladders.set(accountId, [...(ladders.get(accountId) ?? []), ladder]);
    const nowMs = Date.now();
    return {
      market,
      isMajor,
      maker,
      ladder,
      quoteAtMs: nowMs + random() * (isMajor ? MAJOR_QUOTE_MS : MINOR_QUOTE_MS),
      tradeAtMs: nowMs + random() * (isMajor ? MAJOR_TRADE_MS : MINOR_TRADE_MS),
      burstLeft: 0,
      isBusy: false,
    };
  }

  function readMiddle(market: Market): number | undefined {
    const price = parts.reference.read(market.base.shortName, market.quote.shortName, Date.now());
    return price === undefined ? undefined : price * 10 ** market.priceDecimals;
  }

  function readUsdPerLot(market: Market): number {
    const usd = parts.reference.read(market.base.shortName, 'USDT', Date.now()) ?? 1;
    return usd / 10 ** market.lotDecimals;
  }

  async function quote(stand: Stand): Promise<void> {
    const { market, ladder, maker } = stand;
    const middle = readMiddle(market);
    if (middle === undefined) return withdraw(stand);
    const gapTicks = state === 'late' ? Math.ceil(middle * LATE_GAP) : 0;
    const items: BatchItem[] = ladder.plan(middle, { usdPerLot: readUsdPerLot(market), gapTicks });
    if (items.length === 0) return;
    const outcome = await send(maker, { kind: CommandKind.batchOrders, items });
    ladder.learn(items, outcome.events);
  }

  /** Without a price there is nothing to stand for. */
  async function withdraw({ market, ladder, maker }: Stand): Promise<void> {
    if (ladder.isEmpty()) return;
    const accountId = accounts[maker];
    const { instrumentId } = market;
    const outcome = await send(maker, {
      kind: CommandKind.cancelAllOrders,
      accountId,
      instrumentId,
    });
    ladder.learn([], outcome.events);
  }

  /** A taker hits a few lots, more often towards where the reference goes. */
  async function trade(stand: Stand): Promise<void> {
    const { market } = stand;
    if (state !== 'live' || readMiddle(market) === undefined) return;
    const side = random() < 0.5 ? Side.buy : Side.sell;
    const usd = (stand.isMajor ? 60 : 20) + 400 * random() ** 4;
    const sizeLots = Math.max(market.sizeLotsMin, Math.round(usd / readUsdPerLot(market)));
    const trader = makersCount + Math.floor(random() * (accounts.length - makersCount));
    await send(trader, {
      kind: CommandKind.placeOrder,
      isTest: false,
      accountId: accounts[trader],
      instrumentId: market.instrumentId,
      side,
      orderType: OrderType.market,
      timeInForce: TimeInForce.ioc,
      priceTicks: 0,
      sizeLots: Math.min(sizeLots, market.marketSizeLotsMax),
      ...simpleLimitTerms,
    });
  }

  function run(stand: Stand, work: (stand: Stand) => Promise<void>): void {
    if (stand.isBusy) return;
    stand.isBusy = true;
    const done = work(stand)
      .catch(parts.report)
      .finally(() => {
        stand.isBusy = false;
        busy.delete(done);
      });
    busy.add(done);
  }

  function look(stand: Stand, nowMs: number): void {
    const state = parts.markets.marketById(stand.market.instrumentId)?.state;
    if (state !== MarketState.trading) return;
    if (nowMs >= stand.quoteAtMs) {
      const everyMs = stand.isMajor ? MAJOR_QUOTE_MS : MINOR_QUOTE_MS;
      const isGrowing = !stand.ladder.isFull();
      stand.quoteAtMs = nowMs + everyMs * (0.7 + 0.6 * random()) * (isGrowing ? 0.5 : 1);
      run(stand, quote);
    } else if (nowMs >= stand.tradeAtMs) {
      if (stand.burstLeft > 0) stand.burstLeft -= 1;
      else if (stand.isMajor && random() < BURST_SHARE) stand.burstLeft = 12;
      const everyMs = stand.isMajor ? MAJOR_TRADE_MS : MINOR_TRADE_MS;
      stand.tradeAtMs = nowMs + everyMs * (0.5 + random()) * (stand.burstLeft > 0 ? 0.2 : 1);
      run(stand, trade);
    }
  }

  /** When prices stop or come back every maker moves at once, not at their next turn. */
  function watchState(nowMs: number): void {
    const now = parts.reference.readState(nowMs);
    if (now === state) return;
    state = now;
    for (const stand of stands.values()) stand.quoteAtMs = nowMs;
  }

  function forgetOrder(event: CoreEvent): void {
    if (event.kind !== EventKind.orderClosed) return;
    for (const ladder of ladders.get(event.accountId) ?? []) ladder.forget(event.orderId);
  }

  return {
    apply(step) {
      for (const event of step.events) forgetOrder(event);
    },
    async fill(report) {
      for (let maker = 0; maker < makersCount; maker += 1) {
        await send(maker, {
          kind: CommandKind.cancelAllOrders,
          accountId: accounts[maker],
          instrumentId: 0,
        });
      }
      let done = 0;
      for (const market of parts.markets.listMarkets()) {
        if (isStopped) return;
        const stand = openStand(market);
        stands.set(market.instrumentId, stand);
        if (market.state === MarketState.trading) {
          for (let round = 0; round < (stand.isMajor ? 4 : 2); round += 1) await quote(stand);
        }
        done += 1;
        if (done % 11 === 0) report(`${done} markets quoted`);
      }
    },
    start() {
      if (isStopped) return;
      timer = setInterval(() => {
        const nowMs = Date.now();
        watchState(nowMs);
        for (const stand of stands.values()) look(stand, nowMs);
      }, TICK_MS);
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.allSettled(busy);
    },
  };
}
