// The own account of an operator: password, passkeys, and the sessions in which they were signed
// in. Listed in index.ts.
import { useRead, useStepUp } from '@isobath/kit';
import {
  Button,
  type Column,
  DataTable,
  Moment,
  Panel,
  PasswordField,
  RelativeTime,
  Tag,
} from '@isobath/ui';
import { type OfficeSessionRow, ownAccountRoutes } from '@isobath/wire';
import { type ReactNode, useState } from 'react';
import { client } from '../../../base/client.ts';
import { FormDialog } from '../../../base/FormDialog.tsx';
import { LoadedBody, PageHead } from '../../../base/PageBody.tsx';
import { StepUpDialog } from '../../../base/StepUp.tsx';
import { type Translate, useTexts } from '../../../base/texts.tsx';
import { toolHead } from '../../../base/tool-head.tsx';
import { useAction } from '../../../base/use-action.ts';
import { Passkeys } from './Passkeys.tsx';

const PASSWORD_LENGTH_MIN = 8;

/** The page of the own account. */
export function OwnPage() {
  const t = useTexts('admin');
  const loaded = useRead(['own-account'], (signal) =>
    client.call(ownAccountRoutes.ownAccount, { signal }),
  );
  const { act, isPending } = useAction();
  const [isRequested, setRequested] = useState(false);
  const end = async (sessionId: number) => {
    const work = () => client.call(ownAccountRoutes.endOwnSessions, { body: { sessionId } });
    if (await act(work, t('own.sessions.done'))) loaded.reload();
  };
  const hasOthers = loaded.data?.sessions.some((row) => row.isOpen && !row.isOwn) === true;
  return (
    <>
      <PageHead
        text={t('own.text')}
        title={t('page.own')}
        tools={
          <>
            {hasOthers ? (
              <Button isPending={isPending} onClick={() => void end(0)} variant="quiet">
                {t('own.sessions.end')}
              </Button>
            ) : null}
            <Button onClick={() => setRequested(true)} variant="primary">
              {t('own.password')}
            </Button>
          </>
        }
      />
      <LoadedBody read={loaded}>
        {({ hasTotp, passkeys, sessions }) => (
          <div className="office-stack">
            <Passkeys hasTotp={hasTotp} onChange={loaded.reload} passkeys={passkeys} />
            <Panel isFramed title={t('own.sessions')}>
              <DataTable
                columns={listColumns(t, (row) =>
                  row.isOpen && !row.isOwn ? (
                    <Button onClick={() => void end(row.sessionId)} size="small" variant="danger">
                      {t('own.session.end')}
                    </Button>
                  ) : null,
                )}
                label={t('own.sessions')}
                rowKey={(row) => String(row.sessionId)}
                rows={sessions}
              />
            </Panel>
          </div>
        )}
      </LoadedBody>
      {isRequested ? (
        <PasswordDialog
          onClose={() => setRequested(false)}
          onDone={() => {
            setRequested(false);
            loaded.reload();
          }}
        />
      ) : null}
    </>
  );
}

function listColumns(
  t: Translate<'admin'>,
  showTool: (row: OfficeSessionRow) => ReactNode,
): readonly Column<OfficeSessionRow>[] {
  return [
    {
      key: 'device',
      head: t('own.session.device'),
      width: 'minmax(140px, 2fr)',
      card: 'lead',
      cell: (row) => row.device || '--',
    },
    {
      key: 'ip',
      head: t('fact.ip'),
      width: 'minmax(110px, 1fr)',
      card: 'sub',
      cell: (row) => row.ip,
    },
    {
      key: 'at',
      head: t('time'),
      width: '168px',
      card: 'foot',
      cell: (row) => <Moment atMs={row.createdAt} />,
    },
    {
      key: 'seen',
      head: t('operator.seen'),
      width: '150px',
      priority: 2,
      cell: (row) => <RelativeTime atMs={row.lastSeenAt} />,
    },
    {
      key: 'state',
      head: t('approval.state'),
      width: '130px',
      card: 'side',
      cell: (row) => {
        if (row.isOwn) return <Tag tone="info">{t('own.session.here')}</Tag>;
        if (!row.isOpen) return t('own.session.over');
        return <Tag tone="warn">{t('own.session.open')}</Tag>;
      },
    },
    { key: 'tool', ...toolHead(t), width: '100px', align: 'end', card: 'tool', cell: showTool },
  ];
}

function PasswordDialog(props: { onClose: () => void; onDone: () => void }) {
  const t = useTexts('admin');
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const { act, isPending } = useAction();
  const { confirmed, dialog } = useStepUp(StepUpDialog);
  const save = async () => {
    const body = { password, newPassword };
    const work = () => client.call(ownAccountRoutes.setOwnPassword, { body });
    if (await act(() => confirmed(work), t('own.password.done'))) props.onDone();
  };
  return (
    <>
      <FormDialog
        confirmLabel={t('own.password')}
        isOpen
        isPending={isPending}
        isReady={password !== '' && newPassword.length >= PASSWORD_LENGTH_MIN}
        onClose={props.onClose}
        onConfirm={() => void save()}
        text={t('own.password.text')}
        title={t('own.password')}
      >
        <PasswordField label={t('own.password.now')} onChange={setPassword} value={password} />
        <PasswordField
          hint={t('own.password.weak')}
          isNew
          label={t('own.password.new')}
          onChange={setNewPassword}
          value={newPassword}
        />
      </FormDialog>
      {dialog}
    </>
  );
}
