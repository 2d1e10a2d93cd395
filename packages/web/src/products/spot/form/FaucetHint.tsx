// Demo money for an empty account: sandbox only, once a day.
import { siteRoutes } from '@isobath/wire';
import { Button, useToasts } from '@isobath/ui';
import { useState } from 'react';
import { useRootData } from '../../../base/session.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { useFree } from './use-preview.ts';

/** Offers demo money where there is none. */
export function FaucetHint() {
  const { own, client } = useTrade();
  const { mode } = useRootData();
  const t = useTexts('spot');
  const toasts = useToasts();
  const { baseUnits, quoteUnits } = useFree();
  const [isPending, setPending] = useState(false);
  if (own === null || mode !== 'sandbox' || baseUnits !== 0n || quoteUnits !== 0n) return null;
  const ask = async () => {
    setPending(true);
    try {
      await client.call(siteRoutes.faucet, { idempotencyKey: crypto.randomUUID() });
      await own.load();
      toasts.show({ kind: 'own', title: t('faucet.done') });
    } catch (error) {
      toasts.show({ kind: 'error', title: (error as Error).message });
    }
    setPending(false);
  };
  return (
    <div className="form-faucet">
      <p>{t('faucet.text')}</p>
      <Button isPending={isPending} onClick={ask} size="small">
        {t('faucet.action')}
      </Button>
    </div>
  );
}
