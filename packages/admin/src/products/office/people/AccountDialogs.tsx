// What an operator does with a customer's account: freezing it, ending keys, a note, and requests
// on evidence that another operator must approve. Opened by PersonTools.tsx.
import { Banner, readBase64, Select, Switch, TextArea, TextField } from '@isobath/ui';
import {
  type AccountChange,
  accountOfficeRoutes,
  documentBytesMax,
  documentEndings,
  officeFreezeCauses,
  referenceLengthMax,
} from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../../base/client.ts';
import { FormDialog } from '../../../base/FormDialog.tsx';
import { ReasonDialog } from '../../../base/ReasonDialog.tsx';
import { useTexts } from '../../../base/texts.tsx';
import { useAction } from '../../../base/use-action.ts';
import { FileChoice } from '../money/FileChoice.tsx';

/** Whose account, and what follows. */
interface DialogProps {
  readonly ownerId: number;
  readonly email: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Freezes an account at once. */
export function FreezeDialog({ ownerId, email, onClose, onDone }: DialogProps) {
  const t = useTexts('admin');
  const [cause, setCause] = useState<(typeof officeFreezeCauses)[number]>('access');
  const [cancelsOrders, setCancelsOrders] = useState(true);
  const { act, isPending } = useAction();
  const freeze = async (reason: string) => {
    const body = { ownerId, cause, cancelsOrders, reason };
    const work = () => client.call(accountOfficeRoutes.freezeUser, { body });
    if (await act(work, t('freeze.done'))) onDone();
  };
  return (
    <ReasonDialog
      confirmLabel={t('freeze.do')}
      isDanger
      isOpen
      isPending={isPending}
      onClose={onClose}
      onConfirm={(reason) => void freeze(reason)}
      text={email}
      title={t('freeze.do')}
    >
      <Banner>{t('freeze.text')}</Banner>
      <Select
        hint={t('freeze.cause.hint')}
        label={t('freeze.cause')}
        onChange={setCause}
        options={officeFreezeCauses.map((value) => ({ value, label: t(`freeze.cause.${value}`) }))}
        value={cause}
      />
      <Switch
        hint={t('freeze.orders.hint')}
        isOn={cancelsOrders}
        label={t('freeze.orders')}
        onChange={setCancelsOrders}
      />
    </ReasonDialog>
  );
}

/** Ends all API keys. */
export function KeysDialog({ ownerId, email, onClose, onDone }: DialogProps) {
  const t = useTexts('admin');
  const { act, isPending } = useAction();
  const end = async (reason: string) => {
    const work = () => client.call(accountOfficeRoutes.endUserKeys, { body: { ownerId, reason } });
    if (await act(work, t('saved'))) onDone();
  };
  return (
    <ReasonDialog
      confirmLabel={t('person.endKeys')}
      isDanger
      isOpen
      isPending={isPending}
      onClose={onClose}
      onConfirm={(reason) => void end(reason)}
      text={email}
      title={t('person.endKeys')}
    />
  );
}

/** Adds a note that operators read. */
export function NoteDialog({ ownerId, email, onClose, onDone }: DialogProps) {
  const t = useTexts('admin');
  const [text, setText] = useState('');
  const { act, isPending } = useAction();
  const add = async () => {
    const work = () => client.call(accountOfficeRoutes.addUserNote, { body: { ownerId, text } });
    if (await act(work, t('saved'))) onDone();
  };
  return (
    <FormDialog
      confirmLabel={t('save')}
      isOpen
      isPending={isPending}
      isReady={text.trim() !== ''}
      onClose={onClose}
      onConfirm={() => void add()}
      text={email}
      title={t('person.note.add')}
    >
      <TextArea
        hint={t('person.note.hint')}
        label={t('person.note')}
        maxLength={2_000}
        onChange={setText}
        rows={4}
        value={text}
      />
    </FormDialog>
  );
}

/** Asks for a change on evidence; another operator must agree. */
export function ChangeDialog(props: DialogProps & { change: AccountChange }) {
  const t = useTexts('admin');
  const { ownerId, email, change } = props;
  const [address, setAddress] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [reference, setReference] = useState('');
  const { act, isPending } = useAction();
  const hasEvidence = (file !== null) !== (reference.trim() !== '');
  const isReady = hasEvidence && (change !== 'address' || address.includes('@'));
  const ask = async (reason: string) => {
    const isRequested = await act(async () => {
      const brought =
        file === null ? { reference } : { file: { name: file.name, data: await readBase64(file) } };
      const body = { ownerId, change, address, reason, ...brought };
      await client.call(accountOfficeRoutes.askUserChange, { body });
    }, t('approval.made'));
    if (isRequested) props.onDone();
  };
  return (
    <ReasonDialog
      confirmLabel={t('approval.ask')}
      isDanger={change === 'erase'}
      isOpen
      isPending={isPending}
      isReady={isReady}
      onClose={props.onClose}
      onConfirm={(reason) => void ask(reason)}
      text={email}
      title={t(`account.change.${change}`)}
    >
      <Banner>{t(`account.change.${change}.text`)}</Banner>
      {change === 'address' ? (
        <TextField
          input={{ autoComplete: 'off', name: 'address', spellCheck: false, type: 'email' }}
          label={t('account.change.newAddress')}
          onChange={setAddress}
          value={address}
        />
      ) : null}
      <FileChoice
        accept={documentEndings}
        bytesMax={documentBytesMax}
        file={file}
        hint={t('money.document.hint')}
        label={t('account.evidence')}
        onChange={setFile}
      />
      <TextArea
        hint={t('money.reference.hint')}
        isDisabled={file !== null}
        label={t('money.reference')}
        maxLength={referenceLengthMax}
        onChange={setReference}
        rows={2}
        value={file === null ? reference : ''}
      />
    </ReasonDialog>
  );
}
