// The rows of DataTable: all of them up to 50, only those in sight above; keys j, k, arrows, Enter.
// Not here: head, sorting, states (DataTable.tsx).
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Column } from './table-columns.ts';

/** What all rows of one table have in common. */
export type RowSetup<TRow> = {
  columns: readonly Column<TRow>[];
  rowKey: (row: TRow) => string;
  onRowOpen: ((row: TRow) => void) | undefined;
  rowState: ((row: TRow) => 'sending' | 'failed' | 'own' | undefined) | undefined;
};

const virtualFromRows = 50;
const estimatedRowPx = 44;
const firstPicture = { width: 1200, height: 900 };

/** Draw the rows. */
export function TableRows<TRow>(props: {
  rows: readonly TRow[];
  setup: RowSetup<TRow>;
  isFilling: boolean;
  scroller: RefObject<HTMLDivElement | null>;
}) {
  if (props.rows.length > virtualFromRows) {
    return props.isFilling ? <ScrolledRows {...props} /> : <PageRows {...props} />;
  }
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

type RowsProps<TRow> = Parameters<typeof TableRows<TRow>>[0];

/** The height of a row as density and text size make it, so that the scroll bar tells the truth. */
function useRowPx(scroller: RefObject<HTMLDivElement | null>): number {
  const [rowPx, setRowPx] = useState(estimatedRowPx);
  // Not a layout effect: the room is above these rows and is not known before they are laid out.
  useEffect(() => {
    const row = scroller.current?.querySelector<HTMLElement>('.ui-table-body > .ui-table-row');
    if (row) setRowPx(row.offsetHeight);
  }, [scroller]);
  return rowPx;
}

function ScrolledRows<TRow>(props: RowsProps<TRow>) {
  const rowPx = useRowPx(props.scroller);
  const virtualizer = useVirtualizer({
    count: props.rows.length,
    estimateSize: () => rowPx,
    getItemKey: (index) => props.setup.rowKey(props.rows[index]!),
    getScrollElement: () => props.scroller.current,
    initialRect: firstPicture,
    overscan: 8,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowPx]);
  return (
    <VirtualBody
      {...props}
      items={virtualizer.getVirtualItems()}
      measure={virtualizer.measureElement}
      offsetPx={0}
      totalPx={virtualizer.getTotalSize()}
    />
  );
}

function PageRows<TRow>(props: RowsProps<TRow>) {
  const [offsetPx, setOffsetPx] = useState(0);
  const { scroller } = props;
  useEffect(() => {
    const top = scroller.current?.getBoundingClientRect().top ?? 0;
    setOffsetPx(Math.max(0, top + window.scrollY));
  }, [scroller]);
  const rowPx = useRowPx(scroller);
  const virtualizer = useWindowVirtualizer({
    count: props.rows.length,
    estimateSize: () => rowPx,
    getItemKey: (index) => props.setup.rowKey(props.rows[index]!),
    initialRect: firstPicture,
    overscan: 12,
    scrollMargin: offsetPx,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowPx]);
  return (
    <VirtualBody
      {...props}
      items={virtualizer.getVirtualItems()}
      measure={virtualizer.measureElement}
      offsetPx={offsetPx}
      totalPx={virtualizer.getTotalSize()}
    />
  );
}

function VirtualBody<TRow>(
  props: RowsProps<TRow> & {
    items: readonly { index: number; start: number }[];
    measure: (element: HTMLElement | null) => void;
    totalPx: number;
    offsetPx: number;
  },
) {
  const firstIndex = props.items[0]?.index ?? 0;
  return (
    <div
      className="ui-table-body"
      data-virtual=""
      onKeyDown={moveFocus}
      role="rowgroup"
      style={{ height: props.totalPx }}
    >
      {props.items.map((item) => {
        const row = props.rows[item.index];
        if (row === undefined) return null;
        return (
          <TableRow
            index={item.index}
            isFirst={item.index === firstIndex}
            key={props.setup.rowKey(row)}
            measure={props.measure}
            row={row}
            setup={props.setup}
            style={{ transform: `translateY(${item.start - props.offsetPx}px)` }}
          />
        );
      })}
    </div>
  );
}

/** One row. */
export function TableRow<TRow>(props: {
  row: TRow;
  index: number;
  /** The one row that Tab reaches; arrows go on from there. */
  isFirst: boolean;
  setup: RowSetup<TRow>;
  style?: CSSProperties;
  measure?: (element: HTMLElement | null) => void;
}) {
  const { row, setup } = props;
  const element = useRef<HTMLDivElement>(null);
  const { onRowOpen } = setup;
  const open = (event: MouseEvent | KeyboardEvent) => {
    const control = (event.target as Element).closest('a, button, input, select, label');
    if (control && element.current?.contains(control)) return;
    onRowOpen?.(row);
  };
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
          data-priority={column.priority}
          key={column.key}
          role="cell"
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
}

const moves: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
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
