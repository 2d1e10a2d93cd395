// The order in the form as a line on the chart, before it is sent: it stands at the form's price,
// and drawn to another one it takes the form along. Not orders that stand already (OrderLines.tsx).
import { DirectionArrow, formatPrice, joinParts } from '@isobath/ui';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { movePrice } from '../describe/describe.ts';
import { type FormState, hasPrice, hasStop } from '../form/form-state.ts';
import { useTrade } from '../layout/trade-context.ts';
import { layersSetting } from '../layout/trade-settings.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { type Market, readTyped, showWhole } from '../market/market.ts';
import type { ChartEngine } from './chart-engine.ts';
import { usePlaces } from './use-places.ts';

/** What of the form has a place on the chart. */
interface Draft {
  readonly field: 'price' | 'stopPrice';
  readonly ticks: number;
}

/** Where the form's order would stand; null while it has no size or no price to stand at. */
export function readDraft(form: FormState, market: Market): Draft | null {
  const field = hasPrice(form.kind) ? 'price' : hasStop(form) ? 'stopPrice' : null;
  if (field === null || (form.size === '' && form.total === '')) return null;
  const ticks = Number(readTyped(form[field], market.priceDecimals) ?? 0n);
  return ticks > 0 ? { field, ticks } : null;
}

function Line({ draft, engine }: { draft: Draft; engine: ChartEngine }) {
  const { form, market, dispatch } = useTrade();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const places = usePlaces(engine);
  const line = useRef<HTMLDivElement>(null);
  const drag = useRef<{ fromPx: number; startPx: number } | null>(null);
  const { field, ticks } = draft;
  const unit = 10 ** market.priceDecimals;
  useEffect(() => {
    const follow = () => {
      const element = line.current;
      const yPx = engine.yOf(ticks / unit);
      if (element === null) return;
      element.hidden = yPx === null;
      element.style.top = `${yPx ?? 0}px`;
    };
    follow();
    places.follows.add(follow);
    return () => void places.follows.delete(follow);
  }, [engine, places, ticks, unit]);
  const set = (next: number) =>
    dispatch({ type: 'type', field, text: showWhole(next, market.priceDecimals) });
  const start = (event: PointerEvent<HTMLElement>) => {
    // Held still by a finger, it opens no menu of the chart.
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { fromPx: event.clientY, startPx: engine.yOf(ticks / unit) ?? 0 };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (drag.current === null) return;
    const { fromPx, startPx } = drag.current;
    const price = engine.priceAt(startPx + event.clientY - fromPx);
    if (price !== null && price > 0) set(Math.max(1, Math.round(price * unit)));
  };
  const drop = () => {
    drag.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const next = movePrice(event, ticks);
    if (next === null) return;
    event.preventDefault();
    // The page's own keys move the price of the form too.
    event.stopPropagation();
    set(next);
  };
  const shown = formatPrice(showWhole(ticks, market.priceDecimals), {
    locale,
    decimals: market.priceDecimals,
  });
  const price = shown === null ? '--' : joinParts(shown);
  return (
    <div className="level" data-kind="draft" hidden ref={line}>
      <span
        aria-label={t('chart.draft')}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuenow={ticks}
        aria-valuetext={price}
        className="level-tag"
        onKeyDown={press}
        onPointerCancel={drop}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={drop}
        role="slider"
        tabIndex={0}
        title={t('chart.draft')}
      >
        <DirectionArrow direction={form.side === 'buy' ? 'up' : 'down'} />
        <span>{t(form.side === 'buy' ? 'orders.buy' : 'orders.sell')}</span>
        <span>{price}</span>
      </span>
    </div>
  );
}

/** The line of the form's order, while there is one to show. */
export function DraftLine({ engine }: { engine: ChartEngine }) {
  const { form, market } = useTrade();
  const [layers] = useSetting(layersSetting);
  const draft = readDraft(form, market);
  if (draft === null || !layers.orders) return null;
  return (
    <div className="levels" data-kind="draft">
      <Line draft={draft} engine={engine} />
    </div>
  );
}
