// What stands at the end of an order's line: the tag with its price, and the cross that cancels
// this one order at once, as the cross of its row does. Not what moves it (OrderLines.tsx).
import { DirectionArrow, Pennant, X } from '@isobath/ui';
import type { OrderRow } from '@isobath/wire';
import { type RefObject, useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { sendCancel } from '../live/send.ts';
import { useOutcome } from '../orders/use-outcome.ts';

/** The cross; the line goes when the exchange says that the order ended. */
function LineCancel({ orderId }: { orderId: string }) {
  const { client } = useTrade();
  const t = useTexts('spot');
  const tell = useOutcome();
  const [isRunning, setRunning] = useState(false);
  const cancel = async () => {
    setRunning(true);
    tell(await sendCancel(client, orderId));
    setRunning(false);
  };
  return (
    <button
      aria-label={t('orders.cancel')}
      className="order-line-cancel"
      disabled={isRunning}
      onClick={() => void cancel()}
      title={t('orders.cancel')}
      type="button"
    >
      <X />
    </button>
  );
}

/**
 * Tag and cross; a narrow chart has room for the side's arrow only.
 *
 * @param props - label: where the line writes its price and what a move changes.
 */
export function LineHand(props: {
  order: OrderRow;
  priceText: string;
  label: RefObject<HTMLSpanElement | null>;
  onEdit: () => void;
}) {
  const { order } = props;
  const t = useTexts('spot');
  const side = t(order.side === 'buy' ? 'orders.buy' : 'orders.sell');
  return (
    <span className="order-line-hand">
      <button
        title={t('chart.orderLine', { price: props.priceText })}
        className="order-line-tag"
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') props.onEdit();
        }}
        type="button"
      >
        <Pennant />
        <DirectionArrow direction={order.side === 'buy' ? 'up' : 'down'} />
        <span className="order-line-side">{side}</span>
        <span ref={props.label} />
      </button>
      <LineCancel orderId={order.orderId} />
    </span>
  );
}
