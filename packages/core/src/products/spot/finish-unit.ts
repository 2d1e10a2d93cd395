// The end of a unit of matching: lists whose working leg was filled go live, then the look at
// waiting orders fires what the trades reached, each fired order being a unit itself, until all is
// quiet. Called after every placed order, batch item, list and uncross.
import type { Desk } from './desk.ts';
import type { ListEffects } from './lists/list-effects.ts';
import type { OrderRecords } from './orders/order-record.ts';
import type { OrderFirer } from './triggers/fire-order.ts';
import type { createLook } from './triggers/look.ts';

/** What createUnitEnd needs. */
export interface UnitEndParts {
  readonly desk: Desk;
  readonly records: OrderRecords;
  readonly effects: ListEffects;
  readonly looks: ReturnType<typeof createLook>;
  readonly firer: OrderFirer;
  readonly goLive: (list: number) => void;
}

/** Make the end of units. */
export function createUnitEnd({ records, effects, looks, firer, goLive }: UnitEndParts) {
  function releaseLists(): void {
    for (let list = effects.takeFilled(); list !== undefined; list = effects.takeFilled()) {
      goLive(list);
    }
  }

  /** Finish a unit on a market; the market is in TRADING when anything was traded. */
  function finishUnit(market: number): void {
    releaseLists();
    while (looks.hasTraded()) {
      for (const orderId of looks.look(market)) {
        if (!looks.isWaiting(orderId)) continue;
        firer.fire(records.findOpen(orderId));
        releaseLists();
      }
    }
  }

  return finishUnit;
}
