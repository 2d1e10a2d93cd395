// Asks what happened to an order, and again whenever the order has changed. Rows of it are written
// a moment after the order is told: an answer that is behind what is known is asked for once more.
import { type OrderRow, type RouteAnswer, spotRoutes } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { browserClient } from '../../../base/client.ts';

/** The answer of the exchange. */
export type Life = RouteAnswer<typeof spotRoutes.orderLife>;

const againMs = 700;
const triesMax = 6;

/** What is known of a life, and how to ask anew once it did not come. */
export interface LifeQuestion {
  readonly life: Life | null;
  readonly hasFailed: boolean;
  retry(): void;
}

/** Ask for the life of an order. */
export function useOrderLife(order: OrderRow): LifeQuestion {
  const [life, setLife] = useState<Life | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const { orderId, updatedAt } = order;
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (triesLeft: number) => {
      const found = await browserClient()
        .call(spotRoutes.orderLife, { query: { orderId } })
        .catch(() => null);
      if (isGone) return;
      if (found !== null) setLife(found);
      setFailed(found === null);
      const isBehind = found === null || found.order.updatedAt < updatedAt;
      if (isBehind && triesLeft > 0) timer = setTimeout(() => void ask(triesLeft - 1), againMs);
    };
    void ask(triesMax);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [orderId, updatedAt, turn]);
  return {
    life: life?.order.orderId === orderId ? life : null,
    hasFailed,
    retry: () => setTurn(turn + 1),
  };
}
