// Tables that operators keep row by row: choose one, see its rows, change, add or remove one.
// Which tables there are and how their cells are edited stands in wire (referenceTables); the
// server checks. Not the form of a row (RowDialog.tsx). Listed in index.ts.
import { useRead } from '@isobath/kit';
import { Button, type Column, DataTable, EmptyState, Select } from '@isobath/ui';
import {
  type ReferenceRow,
  type ReferenceTableForm,
  type ReferenceTableName,
  referenceTableNames,
  referenceTableRoutes,
  referenceTables,
} from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../../base/client.ts';
import { LoadedBody, PageHead } from '../../../base/PageBody.tsx';
import { usePermission } from '../../../base/session.ts';
import { type Translate, useTexts } from '../../../base/texts.tsx';
import { toolHead } from '../../../base/tool-head.tsx';
import { RowDialog, type RowRequest } from './RowDialog.tsx';
import { describeTable, nameColumn, nameRow, nameTable, showCell } from './words.ts';
import './tables.css';

/** The page of tables. */
export function TablesPage() {
  const t = useTexts('admin');
  const canWrite = usePermission('config.write');
  const [table, setTable] = useState<ReferenceTableName>(referenceTableNames[0]);
  const [request, setRequest] = useState<RowRequest | null>(null);
  const loaded = useRead(['table', table], (signal) =>
    client.call(referenceTableRoutes.listTable, { query: { table }, signal }),
  );
  const form: ReferenceTableForm = referenceTables[table];
  const showTools = (row: ReferenceRow) =>
    canWrite ? (
      <Button onClick={() => setRequest({ kind: 'set', row })} size="small" variant="quiet">
        {t('tables.edit')}
      </Button>
    ) : null;
  return (
    <>
      <PageHead
        text={t('tables.text')}
        title={t('page.tables')}
        tools={
          canWrite && form.canAdd ? (
            <Button onClick={() => setRequest({ kind: 'add' })}>{t('tables.add')}</Button>
          ) : null
        }
      />
      <div className="office-filters">
        <Select
          hint={describeTable(t, table)}
          label={t('tables.table')}
          onChange={setTable}
          options={referenceTableNames.map((value) => ({ value, label: nameTable(t, value) }))}
          value={table}
        />
      </div>
      <LoadedBody read={loaded}>
        {(rows) => (
          <DataTable
            columns={listColumns(t, form, showTools)}
            empty={<EmptyState title={t('tables.empty')} />}
            label={nameTable(t, table)}
            rowKey={(row) => row.key}
            rows={rows}
          />
        )}
      </LoadedBody>
      {request === null ? null : (
        <RowDialog
          key={request.kind}
          onClose={() => setRequest(null)}
          onDone={() => {
            setRequest(null);
            loaded.reload();
          }}
          onRemove={(row) => setRequest({ kind: 'remove', row })}
          table={table}
          request={request}
        />
      )}
    </>
  );
}

/** Where each cell stands on a card: one place holds one. */
const places = ['main', 'sub', 'side', 'foot'] as const;

function listColumns(
  t: Translate<'admin'>,
  form: ReferenceTableForm,
  showTools: (row: ReferenceRow) => React.ReactNode,
): readonly Column<ReferenceRow>[] {
  const cells = Object.entries(form.columns).map(([name, column], place) => ({
    key: name,
    head: nameColumn(t, name),
    width: 'minmax(80px, 1fr)',
    card: places[place] ?? 'foot',
    cell: (row: ReferenceRow) => (
      <span className="office-detail">
        <span className="tables-label">{nameColumn(t, name)} </span>
        {showCell(t, { name, column }, row.cells[name] ?? '')}
      </span>
    ),
  }));
  return [
    {
      key: 'key',
      head: t('tables.key'),
      width: 'minmax(110px, 1.2fr)',
      card: 'lead',
      cell: (row) => nameRow(t, row.key),
    },
    ...cells,
    { key: 'tools', ...toolHead(t), width: '110px', align: 'end', card: 'tool', cell: showTools },
  ];
}
