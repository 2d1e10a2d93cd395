// Cancelling all open orders, of the chosen market or of every one, after a question.
import { spotRoutes } from '@isobath/wire';
import { Button, ConfirmSheet } from '@isobath/ui';
import { useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { showPair } from '../orders/order-rows.ts';

/** @param props - symbol: undefined for all markets; onDone: the orders are gone. */
export function CancelEverything(props: { symbol: string | undefined; onDone: () => void }) {
  const t = useTexts('spot');
  const { symbol } = props;
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const all = t('orders.cancelAll');
  const words = symbol === undefined ? all : `${all}: ${showPair(symbol)}`;
  const cancel = async () => {
    setPending(true);
    try {
      await browserClient().call(spotRoutes.cancelAll, {
        body: symbol === undefined ? {} : { symbol },
      });
    } finally {
      setPending(false);
      setAsking(false);
      props.onDone();
    }
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
        onConfirm={() => void cancel().catch(() => {})}
        onOpenChange={setAsking}
        text={t('orders.cancelText')}
        title={words}
        variant="danger"
      />
    </>
  );
}
