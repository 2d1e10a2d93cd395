// The button that gives demo money; the sandbox alone has it. It says when it works again, and
// stands out only while it does. Used by the pages of assets and by the order form.
import { ApiError } from '@isobath/sdk';
import { type RouteAnswer, siteRoutes } from '@isobath/wire';
import { Button, Countdown, formatAmount, joinParts, useToasts, useUi } from '@isobath/ui';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { browserClient } from './client.ts';
import { askGift, type GiftPart } from './notifications/own-gifts.ts';
import { useTexts } from './texts.tsx';

type State = RouteAnswer<typeof siteRoutes.faucetState>;

/** When demo money may be asked for; null until that is known. */
function useFaucetState() {
  const [state, setState] = useState<State | null>(null);
  const read = useCallback(async () => {
    try {
      setState(await browserClient().call(siteRoutes.faucetState));
    } catch {
      // Whoever presses is told why nothing comes.
      setState(null);
    }
  }, []);
  useEffect(() => void read(), [read]);
  return { state, setState, read };
}

/** What came, each amount as the language writes it. */
function showGift(received: readonly GiftPart[], locale: string): string {
  const shown = received.map(({ asset, amount }) => {
    const parts = formatAmount(amount, { locale });
    return `${parts === null ? amount : joinParts(parts)}\u00a0${asset}`;
  });
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(shown);
}

/** The button. @param onReceived - money came. */
export function DemoMoney(props: { size?: 'small'; onReceived?: () => void }) {
  const t = useTexts('shell');
  const toasts = useToasts();
  const { locale } = useUi();
  const { revalidate } = useRevalidator();
  const { state, setState, read } = useFaucetState();
  const [isRunning, setRunning] = useState(false);
  const ask = async () => {
    setRunning(true);
    const endGift = askGift();
    try {
      const gift = await browserClient().call(siteRoutes.faucet);
      endGift(gift.received);
      const text = showGift(gift.received, locale);
      toasts.show({ kind: 'own', title: t('demo.received'), text });
      setState(gift);
      void revalidate();
      props.onReceived?.();
    } catch (error) {
      endGift([]);
      const title = error instanceof ApiError ? error.message : t('demo.offline');
      toasts.show({ kind: 'error', title });
      void read();
    }
    setRunning(false);
  };
  const isGone = state?.leftCount === 0;
  const nextAt = state?.nextAt ?? 0;
  let label: ReactNode = t('demo.ask');
  if (isGone) label = t('demo.gone');
  else if (nextAt > 0) {
    label = (
      <>
        {t('demo.again')} <Countdown onEnd={() => void read()} toMs={nextAt} />
      </>
    );
  }
  const isOpen = !isGone && nextAt === 0;
  return (
    <Button
      className="demo-money"
      isPending={isRunning}
      onClick={() => void ask()}
      size={props.size}
      variant={isOpen && state !== null ? 'primary' : 'quiet'}
      whyDisabled={isOpen ? undefined : t('demo.rule')}
    >
      {label}
    </Button>
  );
}
