// What of money over chains wants people, each with the way to its page. Shown on the overview.
import { useRead } from '@isobath/kit';
import { Button, Panel, StatusDot } from '@isobath/ui';
import { custodyDeskRoutes, type DeskAlarmKind } from '@isobath/wire';
import { goTo } from '../../../base/address.ts';
import { client } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';

const lookEveryMs = 5_000;

const pages: Readonly<Record<DeskAlarmKind, string>> = {
  network_halted: 'networks',
  sending_stop: 'networks',
  difference: 'custody',
  signer_frozen: 'custody',
  gas_short: 'custody',
  withdrawals_stuck: 'custody',
  deposits_vanished: 'deposits',
  deposits_held: 'deposits',
  withdrawals_review: 'withdrawals',
  withdrawals_approval: 'withdrawals',
  claims_waiting: 'claims',
  checks_late: 'withdrawals',
};
const daily = new Set<DeskAlarmKind>([
  'deposits_held',
  'withdrawals_review',
  'withdrawals_approval',
  'claims_waiting',
]);

/** The list; nothing while nothing wants anybody. */
export function ChainAlarms() {
  const t = useTexts('custody');
  const { data } = useRead(
    ['custody-alarms'],
    (signal) => client.call(custodyDeskRoutes.custodyAlarms, { signal }),
    { everyMs: lookEveryMs },
  );
  if (data === null || data.length === 0) return null;
  return (
    <Panel isFramed title={t('alarms.title')}>
      <ul className="office-list">
        {data.map(({ kind, count }) => (
          <li key={kind}>
            <span className="office-step">
              <StatusDot
                label={t(daily.has(kind) ? 'alarms.work' : 'alarms.fault')}
                tone={daily.has(kind) ? 'warn' : 'bad'}
              />
              {t(`alarm.${kind}`, { count })}
            </span>
            <Button onClick={() => goTo(pages[kind])} size="small" variant="quiet">
              {t('alarms.look')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
