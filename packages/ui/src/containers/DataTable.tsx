// The table of the house: sticky head, sorting, columns that go by priority, cards when narrow,
// virtual above 50 rows. One set of elements for both forms, so the page never jumps.
// Not a loader: rows, states and what is chosen come from outside.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react';
import { Skeleton } from '../marks/Progress.tsx';
import { useUi } from '../words/UiProvider.tsx';
import { type RowSetup, TableRow } from './TableRow.tsx';
import { TableRows } from './TableRows.tsx';
import {
  type Column,
  holdRows,
  listTracks,
  sortRows,
  type TableSort,
  turnSort,
} from './table-columns.ts';

/** Everything a table takes. */
export type DataTableProps<TRow> = {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<TRow>[];
  rows: readonly TRow[];
  rowKey: (row: TRow) => string;
  /** Keys of columns the reader has hidden. */
  hidden?: readonly string[] | undefined;
  /** Kept by the caller when given, otherwise by the table. */
  sort?: TableSort | null | undefined;
  onSort?: ((sort: TableSort | null) => void) | undefined;
  /** The order of rows is already right; the heads only report. */
  isSortedOutside?: boolean | undefined;
  onRowOpen?: ((row: TRow) => void) | undefined;
  /** sending: not yet confirmed, drawn weaker (P); failed: an error row; own: the reader's. */
  rowState?: ((row: TRow) => 'sending' | 'failed' | 'own' | undefined) | undefined;
  /** What stands open below a row, across all columns; null for a closed one. */
  rowDetail?: ((row: TRow) => ReactNode) | undefined;
  /** Rows keep their places while the pointer is over the table. */
  holdsRows?: boolean | undefined;
  /** First loading: so many skeleton rows in the final shape. */
  skeletonRows?: number | undefined;
  /** Stands in place of the rows when there are none. */
  empty?: ReactNode;
  /** The table scrolls inside its panel instead of with the page. */
  isFilling?: boolean | undefined;
  /** Sums of the filtered rows, pinned at the foot. */
  foot?: ReactNode;
};

/** Show rows in columns, or as cards where it is narrow. */
export function DataTable<TRow>(props: DataTableProps<TRow>) {
  const [ownSort, setOwnSort] = useState<TableSort | null>(null);
  const [held, setHeld] = useState<readonly string[] | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const sort = props.sort === undefined ? ownSort : props.sort;
  const setSort = props.onSort ?? setOwnSort;
  const { columns: all, hidden, rowKey, onRowOpen, rowState, rowDetail } = props;
  const columns = useMemo(
    () => all.filter((column) => !hidden?.includes(column.key)),
    [all, hidden],
  );
  const sorted = props.isSortedOutside ? props.rows : sortRows(props.rows, columns, sort);
  const rows = holdRows(sorted, props.rowKey, held);
  const hold = props.holdsRows
    ? {
        onPointerMove: () => {
          if (!held) setHeld(sorted.map(props.rowKey));
        },
        onPointerLeave: () => setHeld(null),
      }
    : {};
  // Rows stay as they are when the caller keeps what it hands over.
  const setup: RowSetup<TRow> = useMemo(
    () => ({ columns, rowKey, onRowOpen, rowState, rowDetail }),
    [columns, rowKey, onRowOpen, rowState, rowDetail],
  );
  const isEmpty = rows.length === 0 && !props.skeletonRows;
  return (
    <div
      className="ui-table-room"
      data-empty={isEmpty ? '' : undefined}
      data-filling={props.isFilling ? '' : undefined}
      ref={scroller}
      style={listTracks(columns) as CSSProperties}
      {...hold}
    >
      <div
        aria-busy={props.skeletonRows ? true : undefined}
        aria-colcount={columns.length}
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        className="ui-table"
        role="table"
      >
        <TableHead columns={columns} onSort={(key) => setSort(turnSort(sort, key))} sort={sort} />
        {props.skeletonRows ? (
          <SkeletonRows columns={columns} count={props.skeletonRows} />
        ) : (
          <TableRows
            isFilling={props.isFilling === true}
            rows={rows}
            scroller={scroller}
            setup={setup}
          />
        )}
      </div>
      {isEmpty ? props.empty : null}
      {props.foot ? <div className="ui-table-foot">{props.foot}</div> : null}
    </div>
  );
}

function TableHead<TRow>(props: {
  columns: readonly Column<TRow>[];
  sort: TableSort | null;
  onSort: (key: string) => void;
}) {
  return (
    <div className="ui-table-head" role="rowgroup">
      <div aria-rowindex={1} className="ui-table-row" data-head="" role="row">
        {props.columns.map((column) => {
          const isSorted = props.sort?.key === column.key;
          return (
            <div
              aria-sort={isSorted ? readAriaSort(props.sort) : undefined}
              className="ui-table-cell"
              data-align={column.align}
              data-card-only={column.isCardOnly ? '' : undefined}
              data-priority={column.priority}
              data-sortable={column.sortBy ? '' : undefined}
              key={column.key}
              role="columnheader"
            >
              {column.sortBy ? (
                <SortButton
                  direction={isSorted ? props.sort?.direction : undefined}
                  onPress={() => props.onSort(column.key)}
                >
                  {column.headNode ?? column.head}
                </SortButton>
              ) : (
                (column.headNode ?? column.head)
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function SortButton(props: {
  direction: 'up' | 'down' | undefined;
  onPress: () => void;
  children: ReactNode;
}) {
  const Arrow = props.direction === 'up' ? ArrowUp : ArrowDown;
  return (
    <button
      className="ui-sort"
      data-on={props.direction ? '' : undefined}
      onClick={props.onPress}
      type="button"
    >
      <span>{props.children}</span>
      <Arrow aria-hidden="true" />
    </button>
  );
}

function readAriaSort(sort: TableSort | null): 'ascending' | 'descending' {
  return sort?.direction === 'up' ? 'ascending' : 'descending';
}

const skeletonWidths = [72, 48, 60, 40, 55];

function SkeletonRows<TRow>(props: { columns: readonly Column<TRow>[]; count: number }) {
  const { words } = useUi();
  const blank: RowSetup<number> = {
    columns: props.columns.map((column, index) => ({
      ...column,
      sortBy: undefined,
      cell: (row: number) => (
        <Skeleton height="0.9em" width={skeletonWidths[(row + index) % skeletonWidths.length]} />
      ),
    })),
    rowKey: String,
    onRowOpen: undefined,
    rowState: undefined,
    rowDetail: undefined,
  };
  return (
    <div className="ui-table-body" role="rowgroup">
      <span className="ui-sr" role="row">
        <span role="cell">{words.loading}</span>
      </span>
      {Array.from({ length: props.count }, (_, index) => (
        <TableRow index={index} isFirst={false} key={index} row={index} setup={blank} />
      ))}
    </div>
  );
}
