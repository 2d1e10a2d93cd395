// Placing an order from the chart: a plus on the price axis at the pointer, a right click, or a
// long press; then limit, stop or an alert at that price. Prefills the form; armed, with a size, it
// sends.
// Not the lines of orders that stand already (OrderLines.tsx). Moves without React.
import { formatPrice, IconButton, joinParts, Plus, SheetMenu, useToasts } from '@isobath/ui';
import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../../../base/texts.tsx';
import type { FormState } from '../form/form-state.ts';
import { PriceKeys } from '../describe/PriceKeys.tsx';
import { isArmed } from '../keys/armed.ts';
import { pressForm } from '../keys/key-actions.ts';
import { useTrade } from '../layout/trade-context.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { showWhole } from '../market/market.ts';
import type { ChartEngine } from './chart-engine.ts';
import { makePriceAlert } from './price-alert.ts';

const longPressMs = 600;
const shakePx = 8;
/** How near the plus comes to the edge for a price that is out of sight. */
const edgePx = 16;

/** Where a finger went down, until it is lifted or moves. */
interface Hold {
  readonly xPx: number;
  readonly yPx: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** What the chart's room must hand on to this part. */
export interface ChartHand {
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: () => void;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onContextMenu: (event: MouseEvent<HTMLElement>) => void;
}

/** False for what happens in a dialog that a part of the chart opened: React hands it on too. */
function isHere(event: { currentTarget: Element; target: EventTarget }): boolean {
  return event.currentTarget.contains(event.target as Node);
}

/** The plus with its menu, and what moves it. */
export function useChartOrders(engine: ChartEngine | null): {
  hand: ChartHand;
  menu: React.ReactNode;
} {
  const { market, room } = useTrade();
  const plus = useRef<HTMLDivElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const isByKeys = useRef(false);
  const hold = useRef<Hold | null>(null);
  const [ticks, setTicks] = useState(0);
  const [isOpen, setOpen] = useState(false);

  /** Put the plus at a height; false where there is no price. */
  const place = (yPx: number): number => {
    const element = plus.current;
    const price = engine?.priceAt(yPx) ?? null;
    const isInside = price !== null && price > 0 && engine?.yOf(price) !== null;
    if (element === null) return 0;
    element.hidden = !isInside;
    if (!isInside || price === null) return 0;
    element.style.transform = `translateY(${Math.round(yPx)}px)`;
    return Math.max(1, Math.round(price * 10 ** market.priceDecimals));
  };
  const yIn = (event: { clientY: number; currentTarget: Element }) =>
    event.clientY - event.currentTarget.getBoundingClientRect().top;
  const open = (yPx: number) => {
    const found = place(yPx);
    if (found === 0) return;
    setTicks(found);
    setOpen(true);
  };
  const drop = () => {
    if (hold.current !== null) clearTimeout(hold.current.timer);
    hold.current = null;
  };
  const hand: ChartHand = {
    onPointerMove(event) {
      if (!isHere(event)) return;
      const held = hold.current;
      const isFar =
        held !== null && Math.hypot(event.clientX - held.xPx, event.clientY - held.yPx) > shakePx;
      if (isFar) drop();
      if (event.pointerType === 'touch' || isOpen) return;
      if (plus.current?.contains(event.target as Node)) return;
      place(yIn(event));
    },
    onPointerLeave() {
      drop();
      if (!isOpen && plus.current !== null) plus.current.hidden = true;
    },
    onPointerDown(event) {
      drop();
      if (event.pointerType !== 'touch' || !isHere(event)) return;
      const yPx = yIn(event);
      const timer = setTimeout(() => open(yPx), longPressMs);
      hold.current = { xPx: event.clientX, yPx: event.clientY, timer };
    },
    onPointerUp: drop,
    onContextMenu(event) {
      if (!isHere(event)) return;
      event.preventDefault();
      drop();
      if (engine?.board.tookPress() !== true) open(yIn(event));
    },
  };
  const take = () => {
    const box = plus.current?.getBoundingClientRect();
    const chart = plus.current?.parentElement?.getBoundingClientRect();
    if (box === undefined || chart === undefined) return;
    open(box.top + box.height / 2 - chart.top);
  };
  /** Put the plus at a price that keys chose; out of sight it waits at the edge. */
  const point = (wanted: number | null) => {
    const element = plus.current;
    if (element === null || engine === null || (wanted === null && isOpen)) return;
    element.hidden = wanted === null;
    if (wanted === null) return;
    const price = wanted / 10 ** market.priceDecimals;
    const isAbove = price > (engine.priceAt(0) ?? 0);
    const bottomPx = (element.parentElement?.clientHeight ?? 0) - edgePx;
    const yPx = engine.yOf(price) ?? (isAbove ? edgePx : bottomPx);
    element.style.transform = `translateY(${Math.round(yPx)}px)`;
  };
  const openByKeys = (wanted: number) => {
    point(wanted);
    isByKeys.current = true;
    setTicks(wanted);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    // Back to the axis, unless what was chosen goes on in the form.
    if (isByKeys.current) requestAnimationFrame(() => axis.current?.focus());
    isByKeys.current = false;
  };
  const menu = (
    <>
      <div className="chart-plus" hidden ref={plus}>
        <PriceMenu
          isOpen={isOpen}
          lastTicks={room.last.read()}
          onChosen={() => {
            isByKeys.current = false;
          }}
          onOpenChange={(isNow) => {
            if (isNow) take();
            else close();
          }}
          ticks={ticks}
        />
      </div>
      <PriceKeys element={axis} onMove={point} onOpen={openByKeys} />
    </>
  );
  return { hand, menu };
}

/** After its price an order needs its size: the second number of the form, whatever its kind. */
function focusSize(): void {
  document.querySelectorAll<HTMLInputElement>('.form input[data-number]')[1]?.focus();
}

/** Set an alert that tells once when the price comes here. */
function useAlert(): (text: string, isBelow: boolean) => Promise<void> {
  const { levels, market } = useTrade();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const toasts = useToasts();
  return async (text, isBelow) => {
    const shown = formatPrice(text, { locale, decimals: market.priceDecimals });
    try {
      await levels?.addAlert(makePriceAlert(market.symbol, text, isBelow));
      const price = shown === null ? text : joinParts(shown);
      toasts.show({ kind: 'done', title: t('chart.place.alertSet', { price }) });
    } catch (error) {
      toasts.show({ kind: 'error', title: (error as Error).message });
    }
  };
}

/** Limit, stop or alert at a price; the side follows from where the market stands. */
export function PriceMenu(props: {
  ticks: number;
  lastTicks: number;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The form has the price now, and takes the keys. */
  onChosen?: () => void;
}) {
  const { market, own, dispatch, form, isPhone } = useTrade();
  const setAlert = useAlert();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const { ticks } = props;
  const text = showWhole(ticks, market.priceDecimals);
  const shown = formatPrice(text, { locale, decimals: market.priceDecimals });
  const price = shown === null ? '' : joinParts(shown);
  // Below the market one buys and stops a loss; above it one sells and buys a break-out.
  const isBelow = ticks <= props.lastTicks;
  const sides = { limit: isBelow ? 'buy' : 'sell', stop: isBelow ? 'sell' : 'buy' } as const;
  const choose = (values: Partial<FormState>) => {
    props.onChosen?.();
    flushSync(() => dispatch({ type: 'change', values }));
    window.dispatchEvent(new Event('isobath-order-form'));
    // Only with a size can it be meant; what is wrong with it, the form says.
    if (isArmed() && form.size !== '') pressForm();
    else requestAnimationFrame(focusSize);
  };
  const word = (side: 'buy' | 'sell') => t(side === 'buy' ? 'orders.buy' : 'orders.sell');
  return (
    <SheetMenu
      align="center"
      groups={[
        {
          key: 'orders',
          label: price,
          actions: [
            {
              key: 'limit',
              label: t('chart.place.limit', { side: word(sides.limit) }),
              onSelect: () => choose({ kind: 'limit', side: sides.limit, price: text }),
            },
            {
              key: 'stop',
              label: t('chart.place.stop', { side: word(sides.stop) }),
              onSelect: () => choose({ kind: 'stop_market', side: sides.stop, stopPrice: text }),
            },
            // A guest has nobody to be told.
            ...(own === null
              ? []
              : [
                  {
                    key: 'alert',
                    label: t('chart.place.alert'),
                    onSelect: () => void setAlert(text, isBelow),
                  },
                ]),
          ],
        },
      ]}
      isOpen={props.isOpen}
      isSheet={isPhone}
      onOpenChange={props.onOpenChange}
      side="left"
      title={t('chart.place.label')}
      trigger={<IconButton icon={<Plus />} label={t('chart.place.label')} size="small" />}
    />
  );
}
