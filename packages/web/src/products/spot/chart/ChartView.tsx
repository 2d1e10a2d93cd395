// The candle chart with its bar: intervals, type, indicators, drawings, layers, full screen,
// picture. The library is loaded after the book, and the feed reaches it without React.
import { ErrorState, Skeleton } from '@isobath/ui';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { readSetting, useSetting } from '../../../base/settings.ts';
import { type Say, useTexts } from '../../../base/texts.tsx';
import { useValue } from '../../../base/value.ts';
import { ChartKeys } from '../describe/ChartKeys.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { chartSetting } from '../layout/trade-settings.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { isInterval } from './candles.ts';
import type { ChartEngine, FillMark } from './chart-engine.ts';
import { ChartBar } from './ChartBar.tsx';
import { useChartOrders } from './ChartOrders.tsx';
import { type ChartKeeper, openKeeper } from './kept-chart.ts';
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

/** What stands on this market's chart, with the account's from the moment that it answers. */
function useKeeper(): ChartKeeper {
  const { market, own, client } = useTrade();
  const account = own === null ? null : client;
  const keeper = useMemo(() => {
    const { indicators } = readSetting(chartSetting);
    const { symbol, info } = market;
    return openKeeper({ symbol, tradeId: info.tradeId, account, indicators });
  }, [market, account]);
  useEffect(() => void keeper.load(), [keeper]);
  return keeper;
}

/** Load the library and open a chart in its host; anew for each market. */
function useEngine(host: React.RefObject<HTMLDivElement | null>, keeper: ChartKeeper) {
  const { room, client, market } = useTrade();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const [made, setMade] = useState<{ engine: ChartEngine; of: unknown } | null>(null);
  // Until the one of this market is there, the one of the market before is closed already.
  const engine = made?.of === market ? made.engine : null;
  const [state, setState] = useState<ChartState>('loading');
  const [attempt, setAttempt] = useState(0);
  const words = useMemo(() => makeWords(t), [t]);
  const newest = useRef(keeper);
  useEffect(() => {
    newest.current = keeper;
  }, [keeper]);
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
          onDrawings: (drawings) => newest.current.change({ drawings }),
          onState: setState,
        });
        setMade({ engine: opened, of: market });
      },
      () => {
        if (!isGone) setState('failed');
      },
    );
    return () => {
      isGone = true;
      setMade(null);
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
  const keeper = useKeeper();
  const { engine, state, retry } = useEngine(host, keeper);
  const { chart } = useValue(keeper.shown);
  const [settings] = useSetting(chartSetting);
  useEffect(() => {
    if (engine === null) return;
    engine.setType(settings.type);
    engine.setInterval(isInterval(settings.interval) ? settings.interval : '15m');
  }, [engine, settings]);
  useEffect(() => {
    engine?.setIndicators(chart.indicators);
    engine?.showDrawings(chart.drawings);
  }, [engine, chart]);
  useFillMarks(engine, settings.hasFills);
  const { hand, menu } = useChartOrders(engine);
  return (
    <div className="chart" data-density="compact" ref={frame}>
      <ChartBar engine={engine} frame={frame} keeper={keeper} tool={props.tool} />
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
