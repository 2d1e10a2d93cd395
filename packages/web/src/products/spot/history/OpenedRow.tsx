// One row of the page of orders, opened: an order with its life and its deeds, or a fill.
import type { FillRow, OrderRow } from '@isobath/wire';
import { useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { isOpenOrder } from '../live/own-store.ts';
import { sendCancel } from '../live/send.ts';
import type { Digits } from '../market/market.ts';
import { FillDetail, OrderDetail } from '../orders/OrderDetail.tsx';
import { OrderEdit } from '../orders/OrderEdit.tsx';
import { canChange } from '../orders/order-rows.ts';
import { useOutcome } from '../orders/use-outcome.ts';

/** @param props - onChanged: the exchange took a change or a cancel. */
export function OpenedRow(props: {
  row: OrderRow | FillRow;
  digits: Digits | undefined;
  onClose: () => void;
  onChanged: () => void;
}) {
  const { row, digits, onClose } = props;
  const describe = useOutcome();
  const [isChanging, setChanging] = useState(false);
  if (!('status' in row)) return <FillDetail digits={digits} fill={row} onClose={onClose} />;
  const isOpen = isOpenOrder(row);
  const close = () => {
    onClose();
    props.onChanged();
  };
  if (isChanging && isOpen) return <OrderEdit digits={digits} onClose={close} order={row} />;
  const cancel = async () => {
    onClose();
    describe(await sendCancel(browserClient(), row.orderId));
    props.onChanged();
  };
  return (
    <OrderDetail
      digits={digits}
      onCancel={isOpen ? () => void cancel() : undefined}
      onClose={onClose}
      onEdit={isOpen && canChange(row) ? () => setChanging(true) : undefined}
      order={row}
    />
  );
}
