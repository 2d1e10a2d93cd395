// Selling a remainder too small for an order to the house: the button in a row of balances, and the
// question that says what will happen.
// Not the rule (dust.ts). Used by the trade page and by the page of assets.
import { ApiError } from '@isobath/sdk';
import { languageTagOf } from '@isobath/texts';
import {
  Amount,
  Button,
  ConfirmSheet,
  Money,
  Price,
  Receipt,
  formatAmount,
  joinParts,
  useToasts,
} from '@isobath/ui';
import { spotRoutes } from '@isobath/wire';
import { useState } from 'react';
import { browserClient } from '../client.ts';
import { useLocale, useTexts } from '../texts.tsx';
import type { Dust } from './dust.ts';

function useCloseOut(dust: Dust, onDone: () => void) {
  const t = useTexts('trade');
  const toasts = useToasts();
  const locale = languageTagOf(useLocale());
  const [isPending, setPending] = useState(false);
  const send = async () => {
    setPending(true);
    try {
      const answer = await browserClient().call(spotRoutes.closeOut, {
        body: { symbol: dust.symbol },
        idempotencyKey: crypto.randomUUID(),
      });
      const write = (amount: string) => {
        const parts = formatAmount(amount, { locale });
        return parts === null ? amount : joinParts(parts);
      };
      const values = { ...dust, sold: write(answer.sold), received: write(answer.received) };
      toasts.show({ kind: 'own', title: t('dust.done', values) });
    } catch (error) {
      const title = error instanceof ApiError ? error.message : t('dust.unknown');
      toasts.show({ kind: 'error', title });
    }
    setPending(false);
    onDone();
  };
  return { isPending, send };
}

/** The button of a remainder, with its question. */
export function CloseOut(props: { dust: Dust; onDone: () => void }) {
  const { dust } = props;
  const t = useTexts('trade');
  const [isAsking, setAsking] = useState(false);
  const { isPending, send } = useCloseOut(dust, () => {
    setAsking(false);
    props.onDone();
  });
  return (
    <>
      <Button onClick={() => setAsking(true)} size="small" variant="plain">
        {t('dust.action')}
      </Button>
      <ConfirmSheet
        cancelLabel={t('dust.back')}
        confirmLabel={t('dust.confirm', { asset: dust.asset })}
        isOpen={isAsking}
        isPending={isPending}
        onConfirm={() => void send()}
        onOpenChange={setAsking}
        text={t('dust.text')}
        title={t('dust.title', { asset: dust.asset })}
      >
        <Receipt
          label={t('dust.title', { asset: dust.asset })}
          lines={[
            {
              key: 'sells',
              label: t('dust.sells'),
              after: <Amount unit={dust.asset} value={dust.available} />,
            },
            {
              key: 'price',
              label: t('dust.price'),
              after: <Price unit={dust.quote} value={dust.lastPrice} />,
            },
            { key: 'fee', label: t('dust.fee'), after: <Amount unit={dust.quote} value="0" /> },
            {
              key: 'receives',
              label: t('dust.receives'),
              after: <Money standing="own" unit={dust.quote} value={dust.worth} />,
              isTotal: true,
            },
          ]}
        />
      </ConfirmSheet>
    </>
  );
}
