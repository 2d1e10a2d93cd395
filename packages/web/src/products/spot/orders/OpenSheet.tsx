// One open order over the page: its facts with cancel and change, then the sheet that changes it.
// Opened from the list and from a pressed row of the book.
import type { OrderRow } from '@isobath/wire';
import { useState } from 'react';
import { useTrade } from '../layout/trade-context.ts';
import { sendCancel } from '../live/send.ts';
import { OrderDetail } from './OrderDetail.tsx';
import { OrderEdit } from './OrderEdit.tsx';
import { canChange } from './order-rows.ts';
import { useDigits } from './use-digits.ts';
import { useOutcome } from './use-outcome.ts';

/** The sheet of an order. */
export function OpenSheet(props: { order: OrderRow; onClose: () => void }) {
  const { order, onClose } = props;
  const { client } = useTrade();
  const describe = useOutcome();
  const digitsOf = useDigits([order]);
  const [isChanging, setChanging] = useState(false);
  const digits = digitsOf(order.symbol);
  if (isChanging) {
    return <OrderEdit digits={digits} key={order.orderId} onClose={onClose} order={order} />;
  }
  return (
    <OrderDetail
      digits={digits}
      onCancel={() => {
        onClose();
        void sendCancel(client, order.orderId).then(describe);
      }}
      onClose={onClose}
      onEdit={canChange(order) ? () => setChanging(true) : undefined}
      order={order}
    />
  );
}
