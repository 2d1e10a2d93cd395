// One order of the page of orders, opened: its facts, and its fills asked for on opening.
import { type FillRow, type OrderRow, spotRoutes } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import type { Digits } from '../market/market.ts';
import { OrderDetail } from '../orders/OrderDetail.tsx';

const fillsMax = 50;

/** @param props - onCancel: only for an order that is open. */
export function OpenedOrder(props: {
  order: OrderRow;
  digits: Digits | undefined;
  onClose: () => void;
  onCancel: (() => void) | undefined;
}) {
  const { order } = props;
  const { orderId } = order;
  const [fills, setFills] = useState<readonly FillRow[]>([]);
  const hasFills = /[1-9]/.test(order.executedQuantity);
  useEffect(() => {
    if (!hasFills) return undefined;
    let isGone = false;
    const query = { orderId, limit: fillsMax };
    void browserClient()
      .call(spotRoutes.fills, { query })
      .then(
        ({ rows }) => {
          if (!isGone) setFills(rows);
        },
        // The order's own sums stand; only their parts are missing.
        () => {},
      );
    return () => {
      isGone = true;
    };
  }, [orderId, hasFills]);
  return (
    <OrderDetail
      digits={props.digits}
      fills={fills}
      onCancel={props.onCancel}
      onClose={props.onClose}
      order={order}
    />
  );
}
