// Prices of mine on the chart that are no orders: what the coin cost me on average, as a line in my
// colour with its mark at the price axis, and alerts, as bells there. Costs are counted
// in USDT, so they stand on charts in USDT. Not where they come from (live/own-levels.ts).
import { Bell, formatPrice, joinParts, Pennant, SheetMenu, useToasts } from '@isobath/ui';
import type { PriceAlert } from '@isobath/wire';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useValue } from '../../../base/value.ts';
import { useChartMarket, useTrade } from '../layout/trade-context.ts';
import { layersSetting } from '../layout/trade-settings.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import type { OwnLevels } from '../live/own-levels.ts';
import type { ChartEngine } from './chart-engine.ts';
import { type Places, putMark } from './use-places.ts';

const costUnit = 'USDT';
const bellPx = 24;

/** Price of a level as people read it. */
function useShown(price: string): string {
  const { priceDecimals: decimals } = useChartMarket();
  const shown = formatPrice(price, { locale: useLanguageTag(), decimals });
  return shown === null ? '' : joinParts(shown);
}

/** Something at a price; out of sight while the price is. */
function Level(props: {
  price: string;
  engine: ChartEngine;
  places: Places;
  /** Its name: marks at the axis give way to it. */
  blocks: string;
  children: ReactNode;
}) {
  const { price, engine, places, blocks } = props;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = () => {
      const element = line.current;
      const yPx = engine.yOf(Number(price));
      if (element === null) return;
      element.hidden = yPx === null;
      element.style.top = `${yPx ?? 0}px`;
      element.toggleAttribute('data-high', yPx !== null && yPx < engine.legendFootPx());
      element.toggleAttribute('data-under', yPx !== null && yPx < engine.crossLegendPx());
      if (yPx === null) places.blocked.delete(blocks);
      else places.blocked.set(blocks, { yPx, heightPx: bellPx });
    };
    follow();
    places.follows.add(follow);
    return () => {
      places.follows.delete(follow);
      places.blocked.delete(blocks);
    };
  }, [price, engine, places, blocks]);
  return (
    <div className="level" data-kind="alert" hidden ref={line}>
      {props.children}
    </div>
  );
}

function CostLevel(props: { price: string; engine: ChartEngine; places: Places }) {
  const { price, engine, places } = props;
  const t = useTexts('spot');
  const shown = useShown(price);
  const line = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const yPx = () => engine.yOf(Number(price));
    const follow = () => {
      const element = line.current;
      const linePx = yPx();
      if (element === null) return;
      element.hidden = linePx === null;
      element.style.top = `${linePx ?? 0}px`;
      const axisPx = (element.parentElement?.clientWidth ?? 0) - engine.widthPx();
      element.style.setProperty('--axis', `${axisPx}px`);
      element.toggleAttribute('data-high', linePx !== null && linePx < engine.legendFootPx());
      element.toggleAttribute('data-under', linePx !== null && linePx < engine.crossLegendPx());
    };
    const put = (atPx: number) => {
      if (mark.current !== null) putMark(mark.current, atPx - (yPx() ?? 0));
    };
    follow();
    places.follows.add(follow);
    places.costs.set(price, { readLinePx: yPx, readTicks: () => 0, put });
    places.arrange();
    return () => {
      places.follows.delete(follow);
      places.costs.delete(price);
    };
  }, [price, engine, places]);
  return (
    <div className="level" data-kind="cost" hidden ref={line}>
      <span className="order-mark" ref={mark}>
        <span aria-hidden="true" className="order-mark-stem" />
        <span className="cost-tag" title={`${t('chart.cost')} ${shown}`}>
          <span className="order-mark-price">{shown}</span>
          <span className="order-mark-size">
            <Pennant />
            <span aria-hidden="true">{t('chart.costShort')}</span>
            <span className="ui-sr">{t('chart.cost')}</span>
          </span>
        </span>
      </span>
    </div>
  );
}

/** The bell; a press offers to take the alert away. */
function AlertLevel(props: {
  alert: PriceAlert;
  levels: OwnLevels;
  engine: ChartEngine;
  places: Places;
}) {
  const { alert, levels, engine, places } = props;
  const { isPhone } = useTrade();
  const t = useTexts('spot');
  const toasts = useToasts();
  const label = t('chart.alertAt', { price: useShown(alert.alertValue) });
  const remove = async () => {
    try {
      await levels.removeAlert(alert.id);
      toasts.show({ kind: 'done', title: t('chart.alertRemoved') });
    } catch (error) {
      toasts.show({ kind: 'error', title: (error as Error).message });
    }
  };
  const action = { key: 'remove', label: t('chart.alertRemove'), onSelect: () => void remove() };
  return (
    <Level blocks={String(alert.id)} engine={engine} places={places} price={alert.alertValue}>
      <SheetMenu
        align="center"
        groups={[{ key: 'alert', label, actions: [action] }]}
        isSheet={isPhone}
        side="left"
        title={label}
        trigger={
          <button aria-label={label} className="level-bell" title={label} type="button">
            <Bell aria-hidden="true" />
          </button>
        }
      />
    </Level>
  );
}

/** What a coin cost, where that can stand on a chart of this market; "" where it cannot. */
export function readCost(
  costs: ReadonlyMap<string, string>,
  { base, quote }: { base: string; quote: string },
): string {
  const cost = quote === costUnit ? (costs.get(base) ?? '') : '';
  return /[1-9]/.test(cost) ? cost : '';
}

/** The levels of this chart's market. */
export function PriceLevels(props: { engine: ChartEngine; levels: OwnLevels; places: Places }) {
  const { engine, levels, places } = props;
  const market = useChartMarket();
  const [layers] = useSetting(layersSetting);
  const alerts = useValue(levels.alerts);
  const cost = readCost(useValue(levels.costs), market);
  const here = layers.alerts ? alerts.filter(({ symbol }) => symbol === market.symbol) : [];
  return (
    <div className="levels">
      {layers.cost && cost !== '' ? (
        <CostLevel engine={engine} places={places} price={cost} />
      ) : null}
      {here.map((alert) => (
        <AlertLevel alert={alert} engine={engine} key={alert.id} levels={levels} places={places} />
      ))}
    </div>
  );
}
