import { type Column, DataTable, Moment } from '@isobath/ui';
import type { AuditRow } from '@isobath/wire';
import { type ReactNode, useState } from 'react';
import { linkTo } from '../../base/address.ts';
import { type Translate, useTexts } from '../../base/texts.tsx';
import { ActionDrawer } from './ActionDrawer.tsx';
import { nameActor, nameTarget, showPayload } from './facts.tsx';

function showTarget(row: AuditRow, t: Translate<'admin'>): ReactNode {
  const text = nameTarget(row, t);
  if (row.targetKind !== 'user') return text;
  return (
    <a className="ui-link" {...linkTo(`people/${row.targetId}`)}>
      {text}
    </a>
  );
}

function listColumns(t: Translate<'admin'>): readonly Column<AuditRow>[] {
  return [
    {
      key: 'sequence',
      head: '#',
      width: '64px',
      align: 'end',
      card: 'side',
      cell: (row) => row.sequence,
    },
    {
      key: 'at',
      head: t('time'),
      width: '168px',
      card: 'sub',
      cell: (row) => <Moment atMs={row.at} />,
    },
    {
      key: 'operator',
      head: t('audit.operator'),
      width: 'minmax(140px, 1fr)',
      card: 'main',
      cell: (row) => <span className="office-detail">{nameActor(row, t)}</span>,
    },
    {
      key: 'action',
      head: t('audit.action'),
      width: 'minmax(150px, 1.2fr)',
      card: 'lead',
      cell: (row) => t(`act.${row.action}`),
    },
    {
      key: 'target',
      head: t('audit.target'),
      width: '130px',
      priority: 2,
      cell: (row) => showTarget(row, t),
    },
    {
      key: 'detail',
      head: t('audit.detail'),
      width: 'minmax(160px, 2fr)',
      priority: 2,
      card: 'foot',
      cell: (row) => (
        <span className="office-detail" title={showPayload(row.detail, t)}>
          {showPayload(row.detail, t)}
        </span>
      ),
    },
  ];
}

/** Acts of operators in a table. */
export function ActionsTable(props: { rows: readonly AuditRow[]; empty?: ReactNode }) {
  const t = useTexts('admin');
  const [open, setOpen] = useState<AuditRow | null>(null);
  return (
    <>
      <DataTable
        columns={listColumns(t)}
        empty={props.empty}
        label={t('page.audit')}
        onRowOpen={setOpen}
        rowKey={(row) => String(row.sequence)}
        rows={props.rows}
      />
      {open === null ? null : <ActionDrawer onClose={() => setOpen(null)} row={open} />}
    </>
  );
}
