// Asking for other levels and floors of a coin on a network. Shown by ColdPage.tsx.
import { cutAmount } from '@isobath/kit';
import { NumberField } from '@isobath/ui';
import { coldDeskRoutes, type DeskLimits } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../../base/client.ts';
import { ReasonDialog } from '../../../base/ReasonDialog.tsx';
import { useTexts } from '../../../base/texts.tsx';
import { useAction } from '../../../base/use-action.ts';

const fields = ['low', 'target', 'high', 'hourFloor', 'dayFloor'] as const;
const labels = {
  low: 'wallet.low',
  target: 'wallet.target',
  high: 'wallet.high',
  hourFloor: 'cold.hourFloor',
  dayFloor: 'cold.dayFloor',
} as const;
const STEP = '0.00000001';
/** More than any coin is counted with: nothing is cut but idle zeros. */
const DECIMALS_MAX = 18;

/** What stands now, as fields have it. */
function showLimits(limits: DeskLimits) {
  const show = (field: (typeof fields)[number]) => cutAmount(limits[field], DECIMALS_MAX);
  return {
    low: show('low'),
    target: show('target'),
    high: show('high'),
    hourFloor: show('hourFloor'),
    dayFloor: show('dayFloor'),
  };
}

/** The dialog. */
export function LimitsDialog(props: {
  limits: DeskLimits;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useTexts('custody');
  const admin = useTexts('admin');
  const { act, isPending } = useAction();
  const { networkId, coinId, coin, network } = props.limits;
  const before = showLimits(props.limits);
  const [values, setValues] = useState(before);
  const ask = async (reason: string) => {
    const { hourFloor, dayFloor, ...levels } = values;
    const floors = { hourFloor: hourFloor || '0', dayFloor: dayFloor || '0' };
    const body = { networkId, coinId, ...levels, ...floors, reason };
    const work = () => client.call(coldDeskRoutes.setLimits, { body });
    if (await act(work, admin('approval.made'))) props.onDone();
  };
  return (
    <ReasonDialog
      confirmLabel={admin('approval.ask')}
      isOpen
      isPending={isPending}
      isReady={fields.some((field) => values[field] !== before[field])}
      onClose={props.onClose}
      onConfirm={(reason) => void ask(reason)}
      text={t('cold.limits.text')}
      title={`${t('cold.limits')} · ${coin}, ${network}`}
    >
      {fields.map((field) => (
        <NumberField
          key={field}
          label={t(labels[field])}
          onChange={(value) => setValues((own) => ({ ...own, [field]: value }))}
          step={STEP}
          unit={coin}
          value={values[field]}
        />
      ))}
    </ReasonDialog>
  );
}
