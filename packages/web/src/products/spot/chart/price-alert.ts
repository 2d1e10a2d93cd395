// The alert that a press on the chart sets. Not its sending (ChartOrders.tsx).
import { alertTypes } from '@isobath/wire';

/** Tell once, when the price comes from where it is now to the one that was pressed. */
export function makePriceAlert(symbol: string, price: string, isBelow: boolean) {
  return {
    symbol,
    alertType: isBelow ? alertTypes.fall : alertTypes.rise,
    alertValue: price,
    windowMinutes: 0 as const,
    repeat: 'once' as const,
  };
}
