// The price axis of the chart by keys: the plus goes to a price, tick by tick, and Enter opens what
// can be done there. It takes no pointer: that belongs to the chart below it. Not the plus itself
// (chart/ChartOrders.tsx).
import { formatPrice, joinParts } from '@isobath/ui';
import { type KeyboardEvent, type Ref, useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { showWhole } from '../market/market.ts';
import { movePrice } from './describe.ts';

/** The axis. @param props - onMove: the price it stands at, null when it is left. */
export function PriceKeys(props: {
  element: Ref<HTMLDivElement>;
  onMove: (ticks: number | null) => void;
  onOpen: (ticks: number) => void;
}) {
  const { market, room } = useTrade();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const [kept, setKept] = useState(0);
  // Nothing is drawn anew when the last price moves: it is asked when somebody comes.
  const ticks = kept > 0 ? kept : room.last.read();
  const move = (next: number) => {
    setKept(next);
    props.onMove(next);
  };
  const press = (event: KeyboardEvent) => {
    const next = movePrice(event, ticks);
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    // The page's own keys move the price of the form, or send it.
    event.stopPropagation();
    if (next === null) props.onOpen(ticks);
    else move(next);
  };
  const shown = formatPrice(showWhole(ticks, market.priceDecimals), {
    locale,
    decimals: market.priceDecimals,
  });
  return (
    <div
      aria-label={t('chart.priceKeys')}
      aria-orientation="vertical"
      aria-valuemin={1}
      aria-valuenow={ticks}
      aria-valuetext={shown === null ? '--' : joinParts(shown)}
      className="chart-keys"
      data-axis=""
      onBlur={() => props.onMove(null)}
      onFocus={() => move(kept > 0 ? kept : Math.max(1, room.last.read()))}
      onKeyDown={press}
      ref={props.element}
      role="slider"
      tabIndex={0}
    />
  );
}
