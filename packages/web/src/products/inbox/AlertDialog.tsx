// A price alert over a page: the form with its market chosen. Opened by name through
// base/layers.ts. The list of alerts is a page (Alerts.tsx).
import { marketRoutes, type MarketInfo } from '@isobath/wire';
import { Dialog, ErrorState, Skeleton, useToasts } from '@isobath/ui';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { browserClient } from '../../base/client.ts';
import type { AlertRequest } from '../../base/layers.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { AlertForm } from './AlertForm.tsx';
import './inbox.css';

/** The dialog; it closes when the alert is set. */
export function AlertDialog(props: { request: AlertRequest; onClose: () => void }) {
  const t = useTexts('inbox');
  const locale = useLocale();
  const toasts = useToasts();
  const { request, onClose } = props;
  const [markets, setMarkets] = useState<readonly MarketInfo[] | 'failed' | null>(null);
  const load = useCallback(async () => {
    try {
      setMarkets(await browserClient().call(marketRoutes.markets));
    } catch {
      setMarkets('failed');
    }
  }, []);
  useEffect(() => void load(), [load]);
  return (
    <Dialog
      foot={
        <Link
          className="inbox-alerts-link"
          onClick={onClose}
          to={`/${locale}/inMail/noticeNavList?tab=alerts`}
        >
          {t('alerts.title')}
        </Link>
      }
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      text={t('alerts.text')}
      title={t('alerts.add')}
    >
      {markets === null ? (
        <Skeleton height={260} />
      ) : markets === 'failed' ? (
        <ErrorState onRetry={() => void load()} title={t('failed')} />
      ) : (
        <AlertForm
          markets={markets}
          onAdded={() => {
            toasts.show({ kind: 'done', title: t('alerts.added') });
            onClose();
          }}
          request={request}
        />
      )}
    </Dialog>
  );
}
