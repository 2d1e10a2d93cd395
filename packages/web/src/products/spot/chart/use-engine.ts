// One chart of the library for one market: opened in its host, anew for each market, with its
// interval, looks, indicators, drawings and fills kept as they are wished. Not its frame
// (ChartFace.tsx).
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useSetting } from '../../../base/settings.ts';
import { type Translate, useTexts } from '../../../base/texts.tsx';
import { useValue } from '../../../base/value.ts';
import { useTrade } from '../layout/trade-context.ts';
import { chartSetting, indicatorSetting, layersSetting } from '../layout/trade-settings.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import type { CandleSource } from '../live/market-room.ts';
import type { Market } from '../market/market.ts';
import { isInterval } from './candles.ts';
import type { ChartEngine, ChartState, FillMark } from './chart-engine.ts';
import type { ChartKeeper } from './saved-chart.ts';

/** An engine and how far it is. */
export interface MadeEngine {
  /** Null until the library and this market's chart are there. */
  readonly engine: ChartEngine | null;
  readonly state: ChartState;
  readonly retry: () => void;
}

function makeWords(t: Translate<'spot'>) {
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
  return { simulated: t('chart.simulated'), emptyText: t('draw.textHere'), legend };
}

/** What stands on a market's chart, with the account's from the moment that it answers. */
export function useKeeper(market: Market): ChartKeeper {
  const { findKeeper } = useTrade();
  const keeper = findKeeper(market);
  useEffect(() => void keeper.load(), [keeper]);
  return keeper;
}

/** Load the library and open a chart in its host. */
function useOpened(
  host: RefObject<HTMLDivElement | null>,
  source: CandleSource,
  keeper: ChartKeeper,
): MadeEngine {
  const { client } = useTrade();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const [made, setMade] = useState<{ engine: ChartEngine; of: unknown } | null>(null);
  // Until the one of this market is there, the one of the market before is closed already.
  const engine = made?.of === source ? made.engine : null;
  const [state, setState] = useState<MadeEngine['state']>('loading');
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
          source,
          client,
          locale,
          words,
          onDrawings: (drawings) => newest.current.change({ drawings }),
          onState: setState,
        });
        setMade({ engine: opened, of: source });
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
  }, [host, source, client, locale, words, attempt]);
  const retry = () => (engine === null ? setAttempt(attempt + 1) : engine.reload());
  return { engine, state, retry };
}

/** Marks of my fills follow the list of fills. */
function useFillMarks(engine: ChartEngine | null, market: Market, isOn: boolean): void {
  const { own } = useTrade();
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

/** A chart of candles from this source, which shows what its keeper keeps. */
export function useEngine(
  host: RefObject<HTMLDivElement | null>,
  source: CandleSource,
  { keeper, interval }: { keeper: ChartKeeper; interval: string },
): MadeEngine {
  const made = useOpened(host, source, keeper);
  const { engine } = made;
  const { chart } = useValue(keeper.shown);
  const [settings] = useSetting(chartSetting);
  const [layers] = useSetting(layersSetting);
  const [parameters] = useSetting(indicatorSetting);
  useEffect(() => engine?.setType(settings.type), [engine, settings]);
  useEffect(() => engine?.setInterval(isInterval(interval) ? interval : '15m'), [engine, interval]);
  useEffect(() => {
    engine?.setIndicators(chart.indicators, parameters);
  }, [engine, chart.indicators, parameters]);
  useEffect(() => engine?.board.show(chart.drawings), [engine, chart.drawings]);
  useFillMarks(engine, source.market, layers.fills);
  return made;
}
