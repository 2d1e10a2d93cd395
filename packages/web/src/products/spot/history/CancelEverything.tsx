// Cancelling the orders of a list after a question: all of a market or of every market in one call,
// or exactly those that are shown when filters narrow them.
import { spotRoutes } from '@isobath/wire';
import { Button, ConfirmSheet } from '@isobath/ui';
import { useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { readFailure, sendCancelAll, type SendOutcome } from '../live/send.ts';
import { showPair } from '../orders/order-rows.ts';
import { useOutcome } from '../orders/use-outcome.ts';

/** Orders one call takes. */
const batchMax = 20;

/** Cancel some orders. What is gone meanwhile, as the other legs of a list are, is no failure. */
async function cancelThese(orderIds: readonly string[]): Promise<SendOutcome> {
  try {
    for (let at = 0; at < orderIds.length; at += batchMax) {
      const items = orderIds.slice(at, at + batchMax).map((orderId) => ({ cancel: { orderId } }));
      await browserClient().call(spotRoutes.batch, {
        body: { items },
        idempotencyKey: crypto.randomUUID(),
      });
    }
    return { kind: 'accepted', orderId: '', status: 'CANCELED' };
  } catch (error) {
    return readFailure(error);
  }
}

/**
 * @param props - symbol: undefined for all markets; orderIds: those that are shown, when they are
 *   not all of them; onDone: the orders are gone.
 */
export function CancelEverything(props: {
  symbol: string | undefined;
  orderIds: readonly string[] | null;
  onDone: () => void;
}) {
  const t = useTexts('spot');
  const describe = useOutcome();
  const { symbol, orderIds } = props;
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const all = t('orders.cancelAll');
  const everything = symbol === undefined ? all : `${all}: ${showPair(symbol)}`;
  const words =
    orderIds === null ? everything : t('orders.cancelCount', { count: orderIds.length });
  const cancel = async () => {
    setPending(true);
    describe(
      await (orderIds === null ? sendCancelAll(browserClient(), symbol) : cancelThese(orderIds)),
    );
    setPending(false);
    setAsking(false);
    props.onDone();
  };
  return (
    <>
      <Button onClick={() => setAsking(true)} size="small" variant="quiet">
        {words}
      </Button>
      <ConfirmSheet
        cancelLabel={t('confirm.back')}
        confirmLabel={words}
        isOpen={isAsking}
        isPending={isPending}
        onConfirm={() => void cancel()}
        onOpenChange={setAsking}
        text={t('orders.cancelText')}
        title={words}
        variant="danger"
      />
    </>
  );
}
