// Price alerts of the signed-in person: what is set, what fired, a way to make and remove one.
// Not when an alert fires: the server watches every trade. Shown by InboxPage.tsx.
import { inboxRoutes, marketRoutes, type MarketInfo, type PriceAlert } from '@isobath/wire';
import {
  Button,
  EmptyState,
  ErrorState,
  formatMoment,
  formatPrice,
  joinParts,
  Panel,
  Skeleton,
  Tag,
  useToasts,
} from '@isobath/ui';
import { languageTagOf } from '@isobath/texts';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { browserClient } from '../../base/client.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { ToHelp } from '../../base/NextSteps.tsx';
import { AlertForm } from './AlertForm.tsx';

interface Loaded {
  readonly alerts: readonly PriceAlert[];
  readonly markets: readonly MarketInfo[];
}

/** The alerts with their form. */
export function Alerts() {
  const t = useTexts('inbox');
  const toasts = useToasts();
  const [params] = useSearchParams();
  const [loaded, setLoaded] = useState<Loaded | 'failed' | null>(null);
  const load = useCallback(async () => {
    const client = browserClient();
    try {
      const [alerts, markets] = await Promise.all([
        client.call(inboxRoutes.alerts),
        client.call(marketRoutes.markets),
      ]);
      setLoaded({ alerts, markets });
    } catch {
      setLoaded('failed');
    }
  }, []);
  useEffect(() => void load(), [load]);

  if (loaded === null) return <Skeleton height={240} />;
  if (loaded === 'failed') return <ErrorState onRetry={() => void load()} title={t('failed')} />;
  const remove = async (alert: PriceAlert) => {
    try {
      await browserClient().call(inboxRoutes.removeAlert, { query: { id: alert.id } });
      setLoaded({ ...loaded, alerts: loaded.alerts.filter(({ id }) => id !== alert.id) });
      toasts.show({ kind: 'done', title: t('alerts.removed') });
    } catch {
      toasts.show({ kind: 'error', title: t('failed') });
    }
  };
  const add = (alert: PriceAlert) => {
    setLoaded({ ...loaded, alerts: [alert, ...loaded.alerts] });
    toasts.show({ kind: 'done', title: t('alerts.added') });
  };
  return (
    <div className="inbox-alerts">
      <Panel isFramed isPadded title={t('alerts.add')}>
        <p className="inbox-note">{t('alerts.text')}</p>
        <AlertForm
          markets={loaded.markets}
          onAdded={add}
          request={{ symbol: params.get('symbol') ?? '' }}
        />
      </Panel>
      <Panel isFramed title={t('alerts.title')}>
        {loaded.alerts.length === 0 ? (
          <EmptyState
            actions={<ToHelp />}
            size="small"
            text={t('alerts.empty.text')}
            title={t('alerts.empty.title')}
          />
        ) : (
          <ul className="inbox-rows">
            {loaded.alerts.map((alert) => (
              <AlertRow alert={alert} key={alert.id} onRemove={() => void remove(alert)} />
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}

function AlertRow(props: { alert: PriceAlert; onRemove: () => void }) {
  const { alert } = props;
  const t = useTexts('inbox');
  const locale = languageTagOf(useLocale());
  const [base = '', quote = ''] = alert.symbol.toUpperCase().split('_');
  const minutes = (alert.windowMinutes || 1_440) as 5 | 30 | 60 | 1440;
  const value = formatPrice(alert.alertValue, { locale, isCollapsed: false });
  const values = {
    value: value === null ? alert.alertValue : joinParts(value),
    quote,
    window: t(`alerts.window.${minutes}`),
  };
  const type = alert.alertType as 1 | 2 | 3 | 4;
  const fired = formatMoment(alert.firedTime, { locale, form: 'full' });
  return (
    <li className="inbox-alert">
      <div className="inbox-alert-words">
        <strong>
          {base}/{quote}
        </strong>
        <span>{t(`alerts.value.${type}`, values)}</span>
        <span className="inbox-note">{t(`alerts.repeat.${alert.repeat}`)}</span>
      </div>
      <Tag>
        {alert.firedTime === 0
          ? t('alerts.waiting')
          : alert.isActive
            ? t('alerts.fired', { time: fired })
            : t('alerts.done')}
      </Tag>
      <Button
        aria-label={`${t('alerts.remove')} ${base}/${quote} ${t(`alerts.value.${type}`, values)}`}
        onClick={props.onRemove}
        size="small"
        variant="quiet"
      >
        {t('alerts.remove')}
      </Button>
    </li>
  );
}
