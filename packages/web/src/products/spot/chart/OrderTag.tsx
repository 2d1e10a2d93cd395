// The mark of an order at the price axis: its price, side and size. It is drawn to another price
// (OrderLines.tsx), and a press opens its menu: change or cancel. Where not all marks fit, one
// stands for its neighbours too, and its menu has a part for each.
import {
  DirectionArrow,
  formatAmount,
  formatCompact,
  formatPrice,
  joinParts,
  SheetMenu,
} from '@isobath/ui';
import type { OrderRow } from '@isobath/wire';
import { type RefObject, useRef, useState } from 'react';
import { hideSetting, useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useChartMarket, useTrade } from '../layout/trade-context.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { sendCancel } from '../live/send.ts';
import { canChange, linePrice, stateWord } from '../orders/order-rows.ts';
import { useOutcome } from '../orders/use-outcome.ts';

/** Longer ones are wider than a price. */
const sizeLettersMax = 8;
const hiddenSize = '*****';

/** What an order is to trade, as short as the axis needs it. */
function showMarkSize(order: OrderRow, locale: string): string {
  const isByQuote = !/[1-9]/.test(order.quantity);
  const value = isByQuote ? order.quoteAmount : order.quantity;
  const exact = formatAmount(value, { locale });
  const shown = exact === null ? value : joinParts(exact);
  const short = shown.length > sizeLettersMax ? formatCompact(value, { locale }) : null;
  return short === null ? shown : joinParts(short);
}

/** Change and cancel of each order that a mark stands for. */
function useGroups(orders: readonly OrderRow[], onEdit: (order: OrderRow) => void) {
  const { client } = useTrade();
  const market = useChartMarket();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const [isHidden] = useSetting(hideSetting);
  const describe = useOutcome();
  const cancel = async (order: OrderRow) => describe(await sendCancel(client, order.orderId));
  const word = (order: OrderRow) => {
    const isByQuote = !/[1-9]/.test(order.quantity);
    const side = t(order.side === 'buy' ? 'orders.buy' : 'orders.sell');
    const amount = formatAmount(isByQuote ? order.quoteAmount : order.quantity, { locale });
    const size = isHidden || amount === null ? hiddenSize : joinParts(amount);
    const decimals = market.priceDecimals;
    const price = formatPrice(linePrice(order)?.text ?? '', { locale, decimals });
    const at = price === null ? '' : ` · ${joinParts(price)}`;
    return `${side} ${size} ${isByQuote ? market.quote : market.base}${at}`;
  };
  return orders.map((order) => ({
    key: order.orderId,
    label: word(order),
    actions: [
      {
        key: 'edit',
        label: canChange(order) ? t('orders.edit') : t('panel.details'),
        onSelect: () => onEdit(order),
      },
      {
        key: 'cancel',
        label: t('orders.cancel'),
        isDanger: true,
        onSelect: () => void cancel(order),
      },
    ],
  }));
}

/**
 * The mark and its menu.
 *
 * @param props - price, change: where the line writes its price, and what a move changes in money;
 *   more: where it writes how many others the mark stands for; readOrders: which these are now;
 *   wasDrawn: true for the press that ends a move.
 */
export function OrderTag(props: {
  order: OrderRow;
  priceText: string;
  mark: RefObject<HTMLSpanElement | null>;
  price: RefObject<HTMLSpanElement | null>;
  change: RefObject<HTMLSpanElement | null>;
  more: RefObject<HTMLSpanElement | null>;
  readOrders: () => readonly OrderRow[];
  wasDrawn: () => boolean;
  onEdit: (order: OrderRow) => void;
}) {
  const { order } = props;
  const { isPhone } = useTrade();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const [isHidden] = useSetting(hideSetting);
  const [opened, setOpened] = useState<readonly OrderRow[] | null>(null);
  const groups = useGroups(opened ?? [order], props.onEdit);
  // A pointer may be about to draw, and opens when it has not; a key opens by the menu's own ways.
  const isPointer = useRef(false);
  const open = () => setOpened(props.readOrders());
  const title = t('chart.orderLine', { price: props.priceText });
  return (
    <span className="order-mark" ref={props.mark}>
      <span aria-hidden="true" className="order-mark-stem" />
      <span className="order-mark-change" ref={props.change} />
      <SheetMenu
        align="center"
        groups={groups}
        isOpen={opened !== null}
        isSheet={isPhone}
        onOpenChange={(isOpen) => {
          if (!isOpen) setOpened(null);
          else if (!isPointer.current) open();
        }}
        side="left"
        title={t('chart.orders')}
        trigger={
          <button
            className="order-line-tag"
            onClickCapture={() => {
              if (isPointer.current && !props.wasDrawn()) open();
            }}
            onKeyDownCapture={() => {
              isPointer.current = false;
            }}
            onPointerDownCapture={() => {
              isPointer.current = true;
            }}
            title={order.status === 'NEW' ? title : `${title} · ${t(stateWord(order))}`}
            type="button"
          >
            <span className="order-mark-price" ref={props.price} />
            <span className="order-mark-size">
              <DirectionArrow direction={order.side === 'buy' ? 'up' : 'down'} />
              <span className="ui-sr">
                {t(order.side === 'buy' ? 'orders.buy' : 'orders.sell')}
              </span>
              <span>{isHidden ? hiddenSize : showMarkSize(order, locale)}</span>
              <span className="order-mark-more" ref={props.more} />
            </span>
          </button>
        }
      />
    </span>
  );
}
