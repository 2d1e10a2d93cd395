// The crosshair of the chart by place instead of by pointer. Called by the chart's door.
import type { Chart } from 'klinecharts';
import { candlePane } from './indicators.ts';

const marginBars = 8;

/** Put the crosshair on a candle, brought into sight first; null takes it away. */
export function pointAt(chart: Chart, index: number | null): void {
  const candle = index === null ? undefined : chart.getDataList()[index];
  if (index === null || candle === undefined) {
    chart.executeAction('onCrosshairChange', {});
    return;
  }
  const { from, to } = chart.getVisibleRange();
  if (index < from || index >= to) chart.scrollToDataIndex(index + marginBars);
  const place = { dataIndex: index, value: candle.close };
  const found = chart.convertToPixel(place, { paneId: candlePane }) as { x?: number; y?: number };
  chart.executeAction('onCrosshairChange', { ...found, paneId: candlePane });
}
