// One row of a table, and how keys go from row to row: j, k, arrows, Enter.
// Not which rows are drawn (TableRows.tsx, VirtualRows.tsx).
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useRef,
} from 'react';
import type { Column } from './table-columns.ts';

/** What all rows of one table have in common. */
export type RowSetup<TRow> = {
  columns: readonly Column<TRow>[];
  rowKey: (row: TRow) => string;
  onRowOpen: ((row: TRow) => void) | undefined;
  rowState: ((row: TRow) => 'sending' | 'failed' | 'own' | undefined) | undefined;
  rowDetail: ((row: TRow) => ReactNode) | undefined;
};

/** What draws rows. */
export type RowsProps<TRow> = {
  rows: readonly TRow[];
  setup: RowSetup<TRow>;
  /** The table scrolls inside its panel. */
  isFilling: boolean;
  scroller: RefObject<HTMLDivElement | null>;
};

type TableRowProps<TRow> = {
  row: TRow;
  index: number;
  /** The one row that Tab reaches; arrows go on from there. */
  isFirst: boolean;
  setup: RowSetup<TRow>;
  style?: CSSProperties;
  measure?: (element: HTMLElement | null) => void;
};

/** The same row at the same place: its style is made anew at every turn. */
function isSame(before: TableRowProps<unknown>, after: TableRowProps<unknown>): boolean {
  return (
    before.row === after.row &&
    before.setup === after.setup &&
    before.index === after.index &&
    before.isFirst === after.isFirst &&
    before.measure === after.measure &&
    before.style?.transform === after.style?.transform
  );
}

/** One row; drawn again when its data changed, or the table's columns did. */
export const TableRow = memo(PlainRow, isSame) as <TRow>(props: TableRowProps<TRow>) => ReactNode;

function PlainRow(props: TableRowProps<unknown>) {
  const { row, setup } = props;
  const element = useRef<HTMLDivElement>(null);
  const { onRowOpen } = setup;
  const open = (event: MouseEvent | KeyboardEvent) => {
    const control = (event.target as Element).closest(
      'a, button, input, select, label, .ui-table-detail',
    );
    if (control && element.current?.contains(control)) return;
    onRowOpen?.(row);
  };
  const detail = setup.rowDetail?.(row) ?? null;
  const handlers = onRowOpen
    ? {
        onClick: open,
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key === 'Enter') open(event);
        },
        tabIndex: props.isFirst ? 0 : -1,
      }
    : {};
  return (
    <div
      aria-rowindex={props.index + 2}
      className="ui-table-row"
      data-index={props.index}
      data-open={onRowOpen ? '' : undefined}
      data-state={setup.rowState?.(row)}
      ref={(node) => {
        element.current = node;
        props.measure?.(node);
      }}
      role="row"
      style={props.style}
      {...handlers}
    >
      {setup.columns.map((column) => (
        <div
          className="ui-table-cell"
          data-align={column.align}
          data-card={column.card ?? 'none'}
          data-card-only={column.isCardOnly ? '' : undefined}
          data-label={column.card === 'foot' ? column.head : undefined}
          data-priority={column.priority}
          key={column.key}
          role="cell"
        >
          {column.cell(row)}
        </div>
      ))}
      {detail === null ? null : (
        <div aria-colspan={setup.columns.length} className="ui-table-detail" role="cell">
          {detail}
        </div>
      )}
    </div>
  );
}

const moves: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** Arrow keys go from row to row. */
export function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const move = moves[event.key];
  const row = (event.target as Element).closest<HTMLElement>('[role="row"]');
  if (!move || !row || event.target !== row || event.ctrlKey || event.metaKey) return;
  const next = event.currentTarget.querySelector<HTMLElement>(
    `[data-index="${Number(row.dataset['index']) + move}"]`,
  );
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}
