// The people of the back office: who they are, asking for a role to be changed (another must
// agree), letting one go (an administrator: another must agree). New ones are made with the tool on
// the host.
// Listed in index.ts.
import { useRead } from '@isobath/kit';
import { Button, type Column, CopyField, DataTable, RelativeTime, Select, Tag } from '@isobath/ui';
import {
  officeRoutes,
  type OperatorRole,
  operatorRoleNames,
  type OperatorRow,
} from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { ReasonDialog } from '../../base/ReasonDialog.tsx';
import { useOperator, usePermission } from '../../base/session.ts';
import { type Translate, useTexts } from '../../base/texts.tsx';
import { toolHead } from '../../base/tool-head.tsx';
import { useAction } from '../../base/use-action.ts';

interface Requested {
  readonly row: OperatorRow;
  readonly what: 'role' | 'disable';
}

/** The page of operators. */
export function OperatorsPage() {
  const t = useTexts('admin');
  const loaded = useRead(['operators'], (signal) =>
    client.call(officeRoutes.listOperators, { signal }),
  );
  const canWrite = usePermission('operators.write');
  const { operatorId } = useOperator();
  const [requested, setRequested] = useState<Requested | null>(null);
  const showTools = (row: OperatorRow) =>
    canWrite && row.operatorId !== operatorId && !row.isDisabled ? (
      <span className="office-row-tools">
        <Button onClick={() => setRequested({ row, what: 'role' })} size="small" variant="quiet">
          {t('operator.role')}
        </Button>
        <Button
          onClick={() => setRequested({ row, what: 'disable' })}
          size="small"
          variant="danger"
        >
          {t('operator.disable')}
        </Button>
      </span>
    ) : null;
  return (
    <>
      <PageHead text={t('operators.text')} title={t('page.operators')} />
      <LoadedBody read={loaded}>
        {(rows) => (
          <DataTable
            columns={listColumns(t, showTools)}
            label={t('page.operators')}
            rowKey={(row) => String(row.operatorId)}
            rows={rows}
          />
        )}
      </LoadedBody>
      {requested === null ? null : (
        <AskDialog
          requested={requested}
          onClose={() => setRequested(null)}
          onDone={() => {
            setRequested(null);
            loaded.reload();
          }}
        />
      )}
    </>
  );
}

function listColumns(
  t: Translate<'admin'>,
  showTools: (row: OperatorRow) => React.ReactNode,
): readonly Column<OperatorRow>[] {
  return [
    {
      key: 'email',
      head: t('email'),
      width: 'minmax(180px, 2fr)',
      card: 'lead',
      cell: (row) => <CopyField label={row.email} value={row.email} />,
    },
    {
      key: 'role',
      head: t('operator.role'),
      width: '140px',
      card: 'side',
      cell: (row) => <Tag tone="outline">{t(`role.${row.role}`)}</Tag>,
    },
    {
      key: 'state',
      head: t('approval.state'),
      width: '150px',
      card: 'sub',
      cell: (row) => {
        if (row.isDisabled) return <Tag tone="danger">{t('operator.disabled')}</Tag>;
        if (!row.hasSecondFactor) return <Tag tone="warn">{t('operator.new')}</Tag>;
        return t('operator.active');
      },
    },
    {
      key: 'seen',
      head: t('operator.seen'),
      width: '150px',
      priority: 2,
      cell: (row) => (row.lastSeenAt === 0 ? '--' : <RelativeTime atMs={row.lastSeenAt} />),
    },
    { key: 'tools', ...toolHead(t), width: '220px', align: 'end', card: 'tool', cell: showTools },
  ];
}

function AskDialog(props: { requested: Requested; onClose: () => void; onDone: () => void }) {
  const t = useTexts('admin');
  const { row, what } = props.requested;
  const [role, setRole] = useState<OperatorRole>(row.role);
  const { act, isPending } = useAction();
  const { operatorId } = row;
  const needsTwo = what === 'role' || row.role === 'administrator';
  const confirm = async (reason: string) => {
    const work = () =>
      what === 'role'
        ? client.call(officeRoutes.setRole, { body: { operatorId, role, reason } })
        : client.call(officeRoutes.disableOperator, { body: { operatorId, reason } });
    if (await act(work, needsTwo ? t('approval.made') : t('saved'))) props.onDone();
  };
  return (
    <ReasonDialog
      confirmLabel={needsTwo ? t('approval.ask') : t('operator.disable')}
      isDanger={what === 'disable'}
      isOpen
      isPending={isPending}
      isReady={what === 'disable' || role !== row.role}
      onClose={props.onClose}
      onConfirm={(reason) => void confirm(reason)}
      text={row.email}
      title={what === 'role' ? t('operator.role') : t('operator.disable')}
    >
      {what === 'role' ? (
        <Select
          label={t('operator.role')}
          onChange={setRole}
          options={operatorRoleNames.map((value) => ({ value, label: t(`role.${value}`) }))}
          value={role}
        />
      ) : needsTwo ? (
        <p className="office-quiet">{t('operator.disable.two')}</p>
      ) : null}
    </ReasonDialog>
  );
}
