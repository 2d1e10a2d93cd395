// The way to money for an empty account: demo money in a sandbox, once a day; else a deposit.
import { siteRoutes } from '@isobath/wire';
import { Button, useToasts } from '@isobath/ui';
import { useState } from 'react';
import { useRootData } from '../../../base/session.ts';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { useFree } from './use-preview.ts';

/** Offers money where there is none. */
export function FaucetHint() {
  const { own, client } = useTrade();
  const { mode } = useRootData();
  const t = useTexts('spot');
  const shell = useTexts('shell');
  const locale = useLocale();
  const toasts = useToasts();
  const { baseUnits, quoteUnits } = useFree();
  const [isPending, setPending] = useState(false);
  if (own === null || baseUnits !== 0n || quoteUnits !== 0n) return null;
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
      {mode === 'sandbox' ? (
        <Button isPending={isPending} onClick={ask} size="small">
          {t('faucet.action')}
        </Button>
      ) : (
        <ButtonLink size="small" to={`/${locale}/assetManagement/topup`}>
          {shell('link.topUp')}
        </ButtonLink>
      )}
    </div>
  );
}
