// A chart beside the first one: any market, an interval of its own. What stands on it is kept by
// market as on the first one, and its orders are moved by their lines; new ones are placed from
// the first chart alone, whose market the form has.
import { ArrowUpRight, IconButton, Popover } from '@isobath/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { browserLive } from '../../../base/live.ts';
import { marketCodeOf } from '../../../base/market-code.ts';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { ChartMarketContext, useTrade } from '../layout/trade-context.ts';
import { chartsSetting, type SideChartSettings } from '../layout/trade-settings.ts';
import { openCandles } from '../live/market-room.ts';
import { loadKnown } from '../market/known-markets.ts';
import { findMarket, type Market, readMarket } from '../market/market.ts';
import { MarketList } from '../market/MarketPicker.tsx';
import { PickerFace } from '../market/PickerFace.tsx';
import { HistoryTools, IndicatorMenu, IntervalList } from './ChartBar.tsx';
import { ChartFace } from './ChartFace.tsx';
import { DrawingMenu } from './drawing/DrawingMenu.tsx';
import { useEngine, useKeeper } from './use-engine.ts';

/** The market of a code; until it is known, and when there is none, the page's. */
function useSideMarket(code: string): Market {
  const { market } = useTrade();
  const [found, setFound] = useState<{ code: string; market: Market } | null>(null);
  useEffect(() => {
    if (code === '') return undefined;
    let isGone = false;
    void loadKnown().then(
      ({ infos, scales }) => {
        const info = findMarket(infos, code);
        if (isGone || info === undefined) return;
        setFound({ code, market: readMarket(info, (asset) => scales.get(asset)) });
      },
      // The page's market stands there until the next visit.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [code]);
  return code !== '' && found?.code === code ? found.market : market;
}

/** The market's name, behind it the list of all. */
function SidePicker(props: { market: Market; onOpen: (code: string) => void }) {
  const t = useTexts('spot');
  const [isOpen, setOpen] = useState(false);
  const open = (code: string) => {
    props.onOpen(code);
    setOpen(false);
  };
  return (
    <Popover
      isBare
      isOpen={isOpen}
      label={t('picker.label')}
      onOpenChange={setOpen}
      trigger={
        <button className="chart-market" type="button">
          <PickerFace market={props.market} sizePx={16} />
        </button>
      }
    >
      <MarketList hasFocus here={props.market.symbol} onOpen={open} />
    </Popover>
  );
}

/** The chart. @param props - place: which of those beside the first one, from 0. */
export function SideChart({ place }: { place: number }) {
  const { market: pageMarket, openMarket } = useTrade();
  const t = useTexts('spot');
  const [settings, setSettings] = useSetting(chartsSetting);
  const side = settings.sides[place] as SideChartSettings;
  const change = (part: Partial<SideChartSettings>) =>
    setSettings({
      ...settings,
      sides: settings.sides.map((each, at) => (at === place ? { ...each, ...part } : each)),
    });
  const market = useSideMarket(side.code);
  const source = useMemo(() => openCandles(market, browserLive()), [market]);
  const host = useRef<HTMLDivElement>(null);
  const keeper = useKeeper(market);
  const made = useEngine(host, source, { keeper, interval: side.interval });
  const isOther = market.symbol !== pageMarket.symbol;
  const name = `${market.base}/${market.quote}, ${side.interval}`;
  return (
    <section aria-label={name} className="chart" data-density="compact">
      <div className="chart-bar">
        <span className="chart-side">
          <SidePicker market={market} onOpen={(code) => change({ code })} />
          <IntervalList onChange={(interval) => change({ interval })} value={side.interval} />
        </span>
        <span className="chart-tools">
          <IndicatorMenu keeper={keeper} />
          <DrawingMenu engine={made.engine} keeper={keeper} market={market} />
          {isOther ? (
            <>
              <HistoryTools keeper={keeper} />
              <IconButton
                icon={<ArrowUpRight />}
                label={t('charts.open', { pair: `${market.base}/${market.quote}` })}
                onClick={() => openMarket(marketCodeOf(market.info))}
                size="small"
              />
            </>
          ) : null}
        </span>
      </div>
      <ChartMarketContext value={market}>
        <ChartFace host={host} made={made} />
      </ChartMarketContext>
    </section>
  );
}
