// The button that gives demo money; the sandbox alone has it.
import { ApiError } from '@isobath/sdk';
import { siteRoutes } from '@isobath/wire';
import { Button, useToasts } from '@isobath/ui';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { browserClient } from '../../base/client.ts';
import { useTexts } from '../../base/texts.tsx';

/** The button that gives demo money. */
export function DemoMoney() {
  const t = useTexts('assets');
  const toasts = useToasts();
  const { revalidate } = useRevalidator();
  const [isRunning, setRunning] = useState(false);
  const ask = async () => {
    setRunning(true);
    try {
      const gift = await browserClient().call(siteRoutes.faucet);
      const text = gift.received.map(({ asset, amount }) => `${amount} ${asset}`).join(', ');
      toasts.show({ kind: 'own', title: t('faucet.received'), text });
      void revalidate();
    } catch (error) {
      const title = error instanceof ApiError ? error.message : t('offline');
      toasts.show({ kind: 'error', title });
    }
    setRunning(false);
  };
  return (
    <Button isPending={isRunning} onClick={() => void ask()} variant="primary">
      {t('faucet.ask')}
    </Button>
  );
}
