// The end of a unit of matching: lists whose working leg was filled go live, then the scan of
// waiting orders fires what the trades reached, each fired order being a unit itself, until all is
// quiet. Called after every placed order, batch item, list and uncross.
import type { TradingContext } from './trading-context.ts';
import type { ListEffects } from './lists/list-effects.ts';
import type { OrderRecords } from './orders/order-record.ts';
import type { OrderFirer } from './triggers/fire-order.ts';
import type { createTriggerScan } from './triggers/trigger-scan.ts';

/** What createUnitEnd needs. */
export interface UnitEndParts {
  readonly tradingContext: TradingContext;
  readonly records: OrderRecords;
  readonly effects: ListEffects;
  readonly triggerScans: ReturnType<typeof createTriggerScan>;
  readonly firer: OrderFirer;
  readonly goLive: (list: number) => void;
}

/** Make the end of units. */
export function createUnitEnd({ records, effects, triggerScans, firer, goLive }: UnitEndParts) {
  function releaseLists(): void {
    for (let list = effects.takeFilled(); list !== undefined; list = effects.takeFilled()) {
      goLive(list);
    }
  }

  /** Finish a unit on a market; the market is in TRADING when anything was traded. */
  function finishUnit(market: number): void {
    releaseLists();
    while (triggerScans.hasTraded()) {
      for (const orderId of triggerScans.triggerScan(market)) {
        if (!triggerScans.isWaiting(orderId)) continue;
        firer.fire(records.findOpen(orderId));
        releaseLists();
      }
    }
  }

  return finishUnit;
}
