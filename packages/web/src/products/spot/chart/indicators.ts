// Which indicators stand on the chart, and in which pane. Not their looks (chart-style.ts).
import type { Chart, IndicatorCreate } from 'klinecharts';
import { indicators, type KeptParameters, readParameters } from './indicator-list.ts';

/** The pane of the candles. */
export const candlePane = 'candle_pane';

const panePx = 100;
const legendPx = 20;

const show = (value: number | undefined) =>
  value === undefined ? '--' : String(Number(value.toFixed(3)));

/** Volume with one average; its legend is written like all others, not in a bar's faint colour. */
const volume: IndicatorCreate = {
  name: 'VOL',
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
        { title: `MA${String(indicator.calcParams[0])}: `, value: show(row?.ma1) },
      ],
    };
  },
};

/**
 * Indicators on the price pane share it; each of the others has a pane of its own.
 *
 * @param options - kept: parameters that were changed, by name.
 */
export function applyIndicators(
  chart: Chart,
  names: readonly string[],
  { heightPx, kept }: { heightPx: number; kept: KeptParameters },
): void {
  for (const indicator of chart.getIndicators()) {
    if (!names.includes(indicator.name)) chart.removeIndicator({ id: indicator.id });
  }
  for (const name of names) {
    const calcParams = [...readParameters(name, kept)];
    const [standing] = chart.getIndicators({ name });
    if (standing !== undefined) {
      const isSame = String(standing.calcParams) === String(calcParams);
      if (!isSame) chart.overrideIndicator({ name, id: standing.id, calcParams });
      continue;
    }
    const own = calcParams.length === 0 ? { name } : { name, calcParams };
    if (indicators[name]?.place === 'price') {
      chart.createIndicator({ ...own, paneId: candlePane }, true);
      continue;
    }
    chart.createIndicator(name === 'VOL' ? { ...volume, calcParams } : own, false);
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
