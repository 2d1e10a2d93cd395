// Selling a remainder too small for an order to the house: the button in a row of balances, and the
// question that says what will happen.
// Not the rule (dust.ts). Used by the trade page and by the page of assets.
import { MoneySheet, useMoney } from '@isobath/kit';
import { languageTagOf } from '@isobath/texts';
import {
  Amount,
  Button,
  Money,
  Price,
  type ReceiptLine,
  formatAmount,
  joinParts,
  useToasts,
} from '@isobath/ui';
import { type RouteAnswer, spotRoutes } from '@isobath/wire';
import { useState } from 'react';
import { browserClient } from '../client.ts';
import { type Translate, useLocale, useTexts } from '../texts.tsx';
import type { Dust } from './dust.ts';

/** Says what came of it. */
function useDoneToast(dust: Dust) {
  const t = useTexts('trade');
  const toasts = useToasts();
  const locale = languageTagOf(useLocale());
  const write = (amount: string) => {
    const parts = formatAmount(amount, { locale });
    return parts === null ? amount : joinParts(parts);
  };
  return (answer: RouteAnswer<typeof spotRoutes.closeOut>) => {
    const values = { ...dust, sold: write(answer.sold), received: write(answer.received) };
    toasts.show({ kind: 'own', title: t('dust.done', values) });
  };
}

/** What will happen, line by line. */
function listLines(dust: Dust, t: Translate<'trade'>): readonly ReceiptLine[] {
  return [
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
  ];
}

/** The button of a remainder, with its question. */
export function CloseOut(props: { dust: Dust; onDone: () => void }) {
  const { dust } = props;
  const t = useTexts('trade');
  const [isAsking, setAsking] = useState(false);
  const showDone = useDoneToast(dust);
  const money = useMoney();
  const body = { symbol: dust.symbol };
  const send = () =>
    money.send({
      request: body,
      call: (idempotencyKey) => browserClient().call(spotRoutes.closeOut, { body, idempotencyKey }),
      onDone: (answer) => {
        setAsking(false);
        showDone(answer);
        props.onDone();
      },
    });
  return (
    <>
      <Button onClick={() => setAsking(true)} size="small" variant="plain">
        {t('dust.action')}
      </Button>
      <MoneySheet
        cancelLabel={t('dust.back')}
        confirmLabel={t('dust.confirm', { asset: dust.asset })}
        isOpen={isAsking}
        lines={listLines(dust, t)}
        money={money}
        onConfirm={() => void send()}
        onOpenChange={setAsking}
        text={t('dust.text')}
        title={t('dust.title', { asset: dust.asset })}
        unknown={t('dust.unknown')}
      />
    </>
  );
}
