// The rows of DataTable: all of them up to 50. Longer tables draw only the rows in sight
// (VirtualRows.tsx, a file that comes with the first of them).
// Not here: one row (TableRow.tsx), head, sorting, states (DataTable.tsx).
import { lazy, Suspense } from 'react';
import { moveFocus, type RowsProps, TableRow } from './TableRow.tsx';

const VirtualRows = lazy(async () => ({
  default: (await import('./VirtualRows.tsx')).VirtualRows,
}));

const virtualFromRows = 50;
/** Rows that stand until the others have come: more than fit in sight. */
const firstRows = 30;

/** Draw the rows. */
export function TableRows<TRow>(props: RowsProps<TRow>) {
  if (props.rows.length > virtualFromRows) {
    return (
      <Suspense fallback={<PlainRows {...props} rows={props.rows.slice(0, firstRows)} />}>
        <VirtualRows {...(props as unknown as RowsProps<unknown>)} />
      </Suspense>
    );
  }
  return <PlainRows {...props} />;
}

function PlainRows<TRow>(props: RowsProps<TRow>) {
  return (
    <div className="ui-table-body" onKeyDown={moveFocus} role="rowgroup">
      {props.rows.map((row, index) => (
        <TableRow
          index={index}
          isFirst={index === 0}
          key={props.setup.rowKey(row)}
          row={row}
          setup={props.setup}
        />
      ))}
    </div>
  );
}
