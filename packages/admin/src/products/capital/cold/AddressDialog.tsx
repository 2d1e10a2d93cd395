// Asking for another cold address of a network, or for none. Shown by ColdPage.tsx.
import { TextField } from '@isobath/ui';
import { coldDeskRoutes, type DeskCold } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../../base/client.ts';
import { ReasonDialog } from '../../../base/ReasonDialog.tsx';
import { useTexts } from '../../../base/texts.tsx';
import { useAction } from '../../../base/use-action.ts';

/** The dialog. */
export function AddressDialog(props: { cold: DeskCold; onClose: () => void; onDone: () => void }) {
  const t = useTexts('custody');
  const admin = useTexts('admin');
  const { act, isPending } = useAction();
  const { cold } = props;
  const [address, setAddress] = useState(cold.address);
  const ask = async (reason: string) => {
    const body = { networkId: cold.networkId, address: address.trim(), reason };
    const work = () => client.call(coldDeskRoutes.setColdAddress, { body });
    if (await act(work, admin('approval.made'))) props.onDone();
  };
  return (
    <ReasonDialog
      confirmLabel={admin('approval.ask')}
      isOpen
      isPending={isPending}
      isReady={address.trim() !== cold.address}
      onClose={props.onClose}
      onConfirm={(reason) => void ask(reason)}
      text={t('cold.address.text')}
      title={`${t('cold.address')} · ${cold.network}`}
    >
      <TextField
        input={{ autoComplete: 'off', maxLength: 128, spellCheck: false }}
        label={t('field.address')}
        onChange={setAddress}
        value={address}
      />
    </ReasonDialog>
  );
}
