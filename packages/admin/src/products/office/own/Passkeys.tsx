// The passkeys of an operator: each with its device, when it was made and last used; adding one,
// removing one. Both want a fresh second factor, and the last second factor stays. Shown by
// OwnPage.tsx.
import { PasskeyPlace, useNamedAddress, useStepUp } from '@isobath/kit';
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  Moment,
  Panel,
  RelativeTime,
} from '@isobath/ui';
import { type OfficePasskeyRow, ownAccountRoutes } from '@isobath/wire';
import { startRegistration } from '@simplewebauthn/browser';
import { type ReactNode, useState } from 'react';
import { client } from '../../../base/client.ts';
import { FormDialog } from '../../../base/FormDialog.tsx';
import { Missing } from '../../../base/missing.tsx';
import { StepUpDialog } from '../../../base/StepUp.tsx';
import { type Translate, useTexts } from '../../../base/texts.tsx';
import { toolHead } from '../../../base/tool-head.tsx';
import { useAction } from '../../../base/use-action.ts';

/** The list. @param props - hasTotp: an authenticator is set up beside them. */
export function Passkeys(props: {
  passkeys: readonly OfficePasskeyRow[];
  hasTotp: boolean;
  onChange: () => void;
}) {
  const t = useTexts('admin');
  const { passkeys, hasTotp, onChange } = props;
  const [requested, setRequested] = useState<OfficePasskeyRow | null>(null);
  const { act, isPending } = useAction();
  const { confirmed, dialog } = useStepUp(StepUpDialog);
  const isByNumber = useNamedAddress() !== '';
  const isLast = !hasTotp && passkeys.length === 1;
  const add = async () => {
    const work = async () => {
      const { options } = await confirmed(() =>
        client.call(ownAccountRoutes.ownPasskeyOptions, { body: {} }),
      );
      const response = await startRegistration({ optionsJSON: options as never });
      await client.call(ownAccountRoutes.addOwnPasskey, { body: { response: { ...response } } });
    };
    if (await act(work, t('act.operator_passkey_added'))) onChange();
  };
  const remove = async ({ id }: OfficePasskeyRow) => {
    const work = () =>
      confirmed(() => client.call(ownAccountRoutes.removeOwnPasskey, { body: { id } }));
    if (!(await act(work, t('act.operator_passkey_removed')))) return;
    setRequested(null);
    onChange();
  };
  const why: { readonly whyDisabled?: string } = isLast
    ? { whyDisabled: t('own.passkey.last') }
    : {};
  const showTool = (row: OfficePasskeyRow) => (
    <Button onClick={() => setRequested(row)} size="small" variant="danger" {...why}>
      {t('own.passkey.remove')}
    </Button>
  );
  return (
    <Panel
      isFramed
      title={t('person.passkeys')}
      tools={
        isByNumber ? null : (
          <Button
            isPending={isPending && requested === null}
            onClick={() => void add()}
            size="small"
          >
            {t('own.passkey.add')}
          </Button>
        )
      }
    >
      <PasskeyPlace />
      <DataTable
        columns={listColumns(t, showTool)}
        empty={<EmptyState size="small" title={t('own.passkey.none')} />}
        label={t('person.passkeys')}
        rowKey={({ id }) => id}
        rows={passkeys}
      />
      <Missing why={why} />
      {requested === null ? null : (
        <FormDialog
          confirmLabel={t('own.passkey.remove')}
          isDanger
          isOpen
          isPending={isPending}
          isReady
          onClose={() => setRequested(null)}
          onConfirm={() => void remove(requested)}
          text={requested.name}
          title={`${t('own.passkey.remove')}: ${t('enrol.passkey')}`}
        >
          {null}
        </FormDialog>
      )}
      {dialog}
    </Panel>
  );
}

function listColumns(
  t: Translate<'admin'>,
  showTool: (row: OfficePasskeyRow) => ReactNode,
): readonly Column<OfficePasskeyRow>[] {
  return [
    {
      key: 'name',
      head: t('own.session.device'),
      width: 'minmax(180px, 2fr)',
      card: 'lead',
      cell: (row) => row.name || '--',
    },
    {
      key: 'made',
      head: t('own.passkey.made'),
      width: '168px',
      card: 'foot',
      cell: (row) => <Moment atMs={row.createdAt} />,
    },
    {
      key: 'used',
      head: t('own.passkey.used'),
      width: '150px',
      card: 'side',
      cell: (row) => <RelativeTime atMs={row.lastUsedAt} />,
    },
    { key: 'tool', ...toolHead(t), width: '130px', align: 'end', card: 'tool', cell: showTool },
  ];
}
