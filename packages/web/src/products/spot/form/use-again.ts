// Opens the form with the terms of an order that the address names, once, and takes the name out of
// the address: a page that is loaded again shall not undo what was typed since.
import { useToasts } from '@isobath/ui';
import { spotRoutes } from '@isobath/wire';
import { type Dispatch, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { browserClient } from '../../../base/client.ts';
import { useSession } from '../../../base/session.ts';
import { useTexts } from '../../../base/texts.tsx';
import type { MarketRoom } from '../live/market-room.ts';
import { againName, formOf } from './again.ts';
import type { FormAction } from './form-state.ts';

/** @param room - of the market that is shown; null while it opens. */
export function useAgain(room: MarketRoom | null, dispatch: Dispatch<FormAction>): void {
  const [params, setParams] = useSearchParams();
  const t = useTexts('spot');
  const toasts = useToasts();
  const isSignedIn = useSession() !== null;
  const orderId = params.get(againName);
  useEffect(() => {
    if (room === null || orderId === null || !isSignedIn) return undefined;
    let isGone = false;
    const forget = () =>
      setParams(
        (before) => {
          before.delete(againName);
          return before;
        },
        { replace: true, preventScrollReset: true },
      );
    void browserClient()
      .call(spotRoutes.order, { query: { orderId } })
      .then(
        (order) => {
          if (isGone) return;
          forget();
          if (order.symbol !== room.market.symbol) return;
          dispatch({ type: 'change', values: formOf(order, Date.now()) });
          // A phone has its form in a sheet.
          window.dispatchEvent(new Event('isobath-order-form'));
          toasts.show({ kind: 'notice', title: t('orders.againText') });
        },
        () => {
          if (isGone) return;
          forget();
          toasts.show({ kind: 'error', title: t('orders.againFailed') });
        },
      );
    return () => {
      isGone = true;
    };
  }, [room, orderId, isSignedIn]);
}
