// The candle chart with its bar: intervals, type, indicators, drawings, layers, full screen,
// picture. The library is loaded after the book, and the feed reaches it without React.
import { ErrorState, Skeleton } from '@isobath/ui';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { readSetting, useSetting, writeSetting } from '../../../base/settings.ts';
import { type Say, useTexts } from '../../../base/texts.tsx';
import { ChartKeys } from '../describe/ChartKeys.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { chartSetting, drawingsSetting } from '../layout/trade-settings.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { isInterval } from './candles.ts';
import type { ChartEngine, FillMark, KeptDrawing } from './chart-engine.ts';
import { ChartBar } from './ChartBar.tsx';
import { useChartOrders } from './ChartOrders.tsx';
import { OrderLines } from './OrderLines.tsx';

type ChartState = 'loading' | 'here' | 'failed';

function makeWords(t: Say<'spot'>) {
  const legend = {
    time: t('chart.time'),
    open: t('chart.open'),
    high: t('chart.high'),
    low: t('chart.low'),
    close: t('chart.close'),
    volume: t('chart.volume'),
    turnover: t('chart.turnover'),
    change: t('chart.change'),
    second: 's',
    minute: 'm',
    hour: 'h',
    day: 'd',
    week: 'w',
    month: 'M',
    year: 'Y',
  };
  return { simulated: t('chart.simulated'), legend };
}

/** Load the library and open a chart in its host; anew for each market. */
function useEngine(host: React.RefObject<HTMLDivElement | null>) {
  const { room, client, market } = useTrade();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const [engine, setEngine] = useState<ChartEngine | null>(null);
  const [state, setState] = useState<ChartState>('loading');
  const [attempt, setAttempt] = useState(0);
  const words = useMemo(() => makeWords(t), [t]);
  useEffect(() => {
    let opened: ChartEngine | null = null;
    let isGone = false;
    void import('./chart-engine.ts').then(
      ({ openChart }) => {
        if (isGone || host.current === null) return;
        opened = openChart({
          host: host.current,
          room,
          client,
          locale,
          words,
          onDrawings: (drawings) =>
            writeSetting(drawingsSetting, {
              ...readSetting(drawingsSetting),
              [market.symbol]: drawings,
            }),
          onState: setState,
        });
        opened.restoreDrawings(
          (readSetting(drawingsSetting)[market.symbol] ?? []) as KeptDrawing[],
        );
        setEngine(opened);
      },
      () => {
        if (!isGone) setState('failed');
      },
    );
    return () => {
      isGone = true;
      setEngine(null);
      setState('loading');
      opened?.close();
    };
  }, [host, room, client, locale, words, market, attempt]);
  const retry = () => (engine === null ? setAttempt(attempt + 1) : engine.reload());
  return { engine, state, retry };
}

/** Marks of my fills follow the list of fills. */
function useFillMarks(engine: ChartEngine | null, isOn: boolean): void {
  const { own, market } = useTrade();
  useEffect(() => {
    if (engine === null || own === null) return;
    const draw = () => {
      const marks: FillMark[] = own.fills
        .read()
        .rows.filter((fill) => fill.symbol === market.symbol)
        .map((fill) => ({ atMs: fill.at, price: Number(fill.price), side: fill.side }));
      engine.setFills(isOn ? marks : []);
    };
    draw();
    return own.fills.listen(draw);
  }, [engine, own, market, isOn]);
}

/** The chart. @param tool - one more press at the end of its bar. */
export function ChartView(props: { tool?: ReactNode }) {
  const { own } = useTrade();
  const t = useTexts('spot');
  const host = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { engine, state, retry } = useEngine(host);
  const [settings] = useSetting(chartSetting);
  useEffect(() => {
    if (engine === null) return;
    engine.setType(settings.type);
    engine.setInterval(isInterval(settings.interval) ? settings.interval : '15m');
    engine.setIndicators(settings.indicators);
  }, [engine, settings]);
  useFillMarks(engine, settings.hasFills);
  const { hand, menu } = useChartOrders(engine);
  return (
    <div className="chart" data-density="compact" ref={frame}>
      <ChartBar engine={engine} frame={frame} tool={props.tool} />
      <div className="chart-room" {...hand}>
        <div aria-label={t('chart.label')} className="chart-host" ref={host} role="img" />
        {state === 'loading' ? (
          <div className="chart-wait">
            <Skeleton height="1px" width="100%" />
          </div>
        ) : null}
        {state === 'failed' ? (
          <div className="chart-wait">
            <ErrorState onRetry={retry} size="small" title={t('chart.failed')} />
          </div>
        ) : null}
        {engine !== null && own !== null && settings.hasOrders ? (
          <OrderLines engine={engine} own={own} />
        ) : null}
        {engine === null ? null : menu}
        {engine === null || state !== 'here' ? null : <ChartKeys engine={engine} />}
      </div>
    </div>
  );
}
