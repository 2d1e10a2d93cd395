// Which indicators stand on the chart, and in which pane. Not their looks (chart-style.ts).
import type { Chart, IndicatorCreate } from 'klinecharts';

/** The pane of the candles. */
export const candlePane = 'candle_pane';

const onPrice = new Set(['MA', 'EMA', 'SMA', 'BOLL', 'SAR', 'BBI']);
const panePx = 100;
const legendPx = 20;
const volumeDays = 20;

const show = (value: number | undefined) =>
  value === undefined ? '--' : String(Number(value.toFixed(3)));

/** Volume with one average; its legend is written like all others, not in a bar's faint colour. */
const volume: IndicatorCreate = {
  name: 'VOL',
  calcParams: [volumeDays],
  createTooltipDataSource: ({ indicator, crosshair }) => {
    const row = indicator.result[crosshair.dataIndex ?? 0] as
      | { readonly volume?: number; readonly ma1?: number }
      | undefined;
    return {
      name: 'VOL',
      calcParamsText: '',
      features: [],
      legends: [
        { title: '', value: show(row?.volume) },
        { title: `MA${volumeDays}: `, value: show(row?.ma1) },
      ],
    };
  },
};

/** Indicators on the price pane share it; each of the others has a pane of its own. */
export function applyIndicators(chart: Chart, names: readonly string[], heightPx: number): void {
  for (const indicator of chart.getIndicators()) {
    if (!names.includes(indicator.name)) chart.removeIndicator({ id: indicator.id });
  }
  for (const name of names) {
    if (chart.getIndicators({ name }).length > 0) continue;
    if (onPrice.has(name)) {
      chart.createIndicator({ name, paneId: candlePane }, true);
      continue;
    }
    chart.createIndicator(name === 'VOL' ? volume : { name }, false);
    const [made] = chart.getIndicators({ name });
    if (made !== undefined) fitPane(chart, made.paneId, heightPx);
  }
}

/** A pane of its own takes a fifth of a low chart: the candles keep the rest. */
const fitHeight = (chartPx: number) => Math.round(Math.min(panePx, chartPx / 5));

function fitPane(chart: Chart, paneId: string, chartPx: number): void {
  const height = fitHeight(chartPx);
  chart.setPaneOptions({ id: paneId, height });
  // The legend stands above the bars; the gap is a share of what stays for them.
  const top = legendPx / Math.max(legendPx, height - legendPx);
  chart.overrideYAxis({ paneId, gap: { top, bottom: 0.05 } });
}

/** Fit panes to a chart of another height; one that a person pulled to a height keeps it. */
export function fitPanes(chart: Chart, { fromPx, toPx }: { fromPx: number; toPx: number }): void {
  if (fitHeight(fromPx) === fitHeight(toPx)) return;
  for (const { paneId } of chart.getIndicators()) {
    if (paneId === candlePane) continue;
    const height = chart.getSize(paneId)?.height ?? 0;
    if (Math.abs(height - fitHeight(fromPx)) <= 1) fitPane(chart, paneId, toPx);
  }
}
