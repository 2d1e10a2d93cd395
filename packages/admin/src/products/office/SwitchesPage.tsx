// Maintenance, and parts that can be closed one by one. Turned at once, with a reason.
import { useRead } from '@isobath/kit';
import { Panel, RelativeTime, Switch } from '@isobath/ui';
import { officeRoutes, type SwitchRow } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { ReasonDialog } from '../../base/ReasonDialog.tsx';
import { usePermission } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';

type Name = 'maintenance' | 'register' | 'transfer' | 'spot' | 'api';

/** The page of switches. */
export function SwitchesPage() {
  const t = useTexts('admin');
  const loaded = useRead(['switches'], (signal) =>
    client.call(officeRoutes.listSwitches, { signal }),
  );
  const canWrite = usePermission('switches.write');
  const [requested, setRequested] = useState<SwitchRow | null>(null);
  const { act, isPending } = useAction();
  const turn = async (reason: string) => {
    if (requested === null) return;
    const body = { name: requested.name, isOn: !requested.isOn, reason };
    const isDone = await act(() => client.call(officeRoutes.setSwitch, { body }), t('saved'));
    if (!isDone) return;
    setRequested(null);
    loaded.reload();
  };
  const name = (requested?.name ?? 'maintenance') as Name;
  return (
    <>
      <PageHead text={t('switches.text')} title={t('page.switches')} />
      <LoadedBody read={loaded}>
        {(rows) => (
          <Panel isFramed title={t('page.switches')}>
            <ul className="office-list">
              {rows.map((row) => (
                <li key={row.name}>
                  <Switch
                    hint={t(`switch.${row.name as Name}.text`)}
                    isDisabled={!canWrite}
                    isOn={row.isOn}
                    label={t(`switch.${row.name as Name}`)}
                    name={row.name}
                    onChange={() => setRequested(row)}
                  />
                  <small className="office-quiet">
                    {row.changedAt === 0 ? null : <RelativeTime atMs={row.changedAt} />}
                  </small>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </LoadedBody>
      <ReasonDialog
        confirmLabel={requested?.isOn ? t('switch.off') : t('switch.on')}
        isDanger={name === 'maintenance' && requested?.isOn === false}
        isOpen={requested !== null}
        isPending={isPending}
        onClose={() => setRequested(null)}
        onConfirm={(reason) => void turn(reason)}
        text={t(`switch.${name}.text`)}
        title={t(`switch.${name}`)}
      />
    </>
  );
}
