// The rows of a long table: only those in sight are drawn, whether the page or the table scrolls.
// Loaded by TableRows.tsx with the first table of more than 50 rows.
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { moveFocus, type RowsProps, TableRow } from './TableRow.tsx';

const estimatedRowPx = 44;
const firstPicture = { width: 1200, height: 900 };

/** Draw what is in sight. */
export function VirtualRows(props: RowsProps<unknown>) {
  return props.isFilling ? <ScrolledRows {...props} /> : <PageRows {...props} />;
}

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
