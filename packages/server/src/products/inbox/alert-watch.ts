// Watches trades for people's price alerts and tells them, once for each crossing.
// A condition that was true before does not fire: the trade before must stand on the other side.
// Follows the engine's committed steps in the edge process; decides nothing about money.
import { formatDecimal } from '@isobath/core/math';
import { EventKind, type TradeExecuted } from '@isobath/core';
import { alertTypes } from '@isobath/wire';
import type { Database } from '../../base/db/index.ts';
import type { Market, MarketRegistry } from '../../base/market/index.ts';
import { type NotificationKind, writeNotifications } from '../../base/notifications/index.ts';
import type { CommittedStep } from '../../base/product/index.ts';
import { type AlertRecord, type Alerts, isAlertActive } from './alerts.ts';
import { type Minute, MinuteWindow } from './minute-window.ts';

/** What the watch stands on. */
export interface AlertWatchParts {
  readonly database: Database;
  readonly markets: MarketRegistry;
  readonly alerts: Alerts;
  readonly report: (error: unknown) => void;
}

/** The running watch. */
export interface AlertWatch {
  /** Read the stored alerts. Call before the first `apply`. */
  load(): Promise<void>;
  add(alert: AlertRecord): Promise<void>;
  remove(alertId: number): void;
  apply(step: CommittedStep): void;
  /** Resolves when everything that fired is written. */
  settle(): Promise<void>;
}

const AGAIN_MS = { once: Number.POSITIVE_INFINITY, daily: 86_400_000, always: 300_000 } as const;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const BPS = 10_000;

/** One market with alerts. */
interface Watched {
  readonly alerts: Map<number, AlertRecord>;
  window: MinuteWindow;
  /** The trade before, 0 = none seen. */
  lastTicks: number;
}

/** A trade against what was before it. */
interface Look {
  readonly priceTicks: number;
  readonly lastTicks: number;
  readonly atMs: number;
  readonly window: MinuteWindow;
}

function calculateMoveBps(fromTicks: number, toTicks: number): number {
  return ((toTicks - fromTicks) / fromTicks) * BPS;
}

/** What an alert has to say about a trade, undefined when nothing. */
function judge(alert: AlertRecord, look: Look): NotificationKind | undefined {
  const { priceTicks, lastTicks } = look;
  switch (alert.alert_type) {
    case alertTypes.rise:
      return lastTicks < alert.price_ticks && priceTicks >= alert.price_ticks
        ? 'alert_rise'
        : undefined;
    case alertTypes.fall:
      return lastTicks > alert.price_ticks && priceTicks <= alert.price_ticks
        ? 'alert_fall'
        : undefined;
    case alertTypes.move: {
      const fromTicks = look.window.readClose(look.atMs - alert.window_minutes * MINUTE_MS);
      if (fromTicks === undefined) return undefined;
      const isBeyond = (ticks: number) =>
        Math.abs(calculateMoveBps(fromTicks, ticks)) >= alert.move_bps;
      return isBeyond(priceTicks) && !isBeyond(lastTicks) ? 'alert_move' : undefined;
    }
    default: {
      const extremes = look.window.readExtremes(look.atMs);
      if (extremes === undefined) return undefined;
      if (priceTicks > extremes.highTicks) return 'alert_high';
      return priceTicks < extremes.lowTicks ? 'alert_low' : undefined;
    }
  }
}

/** Make the watch. */
export function createAlertWatch(parts: AlertWatchParts): AlertWatch {
  const { database, markets, alerts } = parts;
  const watched = new Map<number, Watched>();
  let writing = Promise.resolve();

  async function loadWindow(instrumentId: number): Promise<MinuteWindow> {
    const rows = await database.query<Minute>(
      `SELECT open_ms AS "openMs", high_ticks AS "highTicks", low_ticks AS "lowTicks",
         close_ticks AS "closeTicks" FROM candles
       WHERE instrument_id = $1 AND span_s = 60 AND open_ms >= $2 ORDER BY open_ms`,
      [instrumentId, Date.now() - DAY_MS],
    );
    return new MinuteWindow(rows);
  }

  async function add(alert: AlertRecord): Promise<void> {
    let market = watched.get(alert.instrument_id);
    if (market === undefined) {
      const window = await loadWindow(alert.instrument_id);
      market = watched.get(alert.instrument_id) ?? { alerts: new Map(), window, lastTicks: 0 };
      market.lastTicks ||= window.readClose(Number.MAX_SAFE_INTEGER) ?? 0;
      watched.set(alert.instrument_id, market);
    }
    market.alerts.set(alert.alert_id, alert);
  }

  function describe(alert: AlertRecord, market: Market, look: Look): Record<string, string> {
    const price = (ticks: number) => formatDecimal(BigInt(ticks), market.priceDecimals);
    const fromTicks =
      look.window.readClose(look.atMs - (alert.window_minutes || 1_440) * MINUTE_MS) ??
      look.lastTicks;
    // Whole first: what is too small to be told has no sign either.
    const moveBps = Math.round(calculateMoveBps(fromTicks, look.priceTicks));
    return {
      symbol: market.symbol,
      pair: `${market.base.shortName}/${market.quote.shortName}`,
      alertType: String(alert.alert_type),
      baseCurrency: market.base.shortName,
      quoteCurrency: market.quote.shortName,
      alertValue: alerts.show(alert)?.alertValue ?? '',
      currentPrice: price(look.priceTicks),
      spotPrice: price(look.priceTicks),
      event: String(alert.alert_type),
      changeType: moveBps < 0 ? 'fall' : 'rise',
      changeMove: (moveBps / 100).toFixed(2),
      marketPeriod: String(alert.window_minutes || 1_440),
    };
  }

  async function publish(
    alert: AlertRecord,
    kind: NotificationKind,
    facts: Record<string, string>,
  ) {
    const atMs = alert.fired_at_ms;
    const sourceKey = `alert:${alert.alert_id}:${atMs}`;
    await database.transaction(async (session) => {
      if (!(await alerts.markFired(session, alert, atMs))) return;
      await writeNotifications(session, [
        { ownerId: alert.owner_id, kind, facts, sourceKey, atMs },
      ]);
    });
  }

  function applyTrade(trade: TradeExecuted, atMs: number): void {
    const market = watched.get(trade.instrumentId);
    const named = markets.marketById(trade.instrumentId);
    if (market === undefined || named === undefined) return;
    const look: Look = {
      priceTicks: trade.priceTicks,
      lastTicks: market.lastTicks || trade.priceTicks,
      atMs,
      window: market.window,
    };
    for (const alert of market.alerts.values()) {
      if (alert.fired_at_ms !== 0 && atMs - alert.fired_at_ms < AGAIN_MS[alert.repeat]) continue;
      const kind = judge(alert, look);
      if (kind === undefined) continue;
      alert.fired_at_ms = atMs;
      const facts = describe(alert, named, look);
      writing = writing.then(() => publish({ ...alert }, kind, facts)).catch(parts.report);
    }
    market.lastTicks = trade.priceTicks;
    market.window.add(atMs, trade.priceTicks);
  }

  return {
    async load() {
      for (const alert of await alerts.listAll()) if (isAlertActive(alert)) await add(alert);
    },
    add,
    remove(alertId) {
      for (const market of watched.values()) market.alerts.delete(alertId);
    },
    apply(step) {
      if (watched.size === 0) return;
      for (const event of step.events) {
        if (event.kind === EventKind.tradeExecuted) applyTrade(event, step.atMs);
      }
    },
    settle: () => writing,
  };
}
