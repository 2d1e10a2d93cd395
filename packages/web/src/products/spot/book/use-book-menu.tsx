// What a right click or a long press on a row of the book offers: the chart's own menu at that
// price, with limit, stop and alert. Not the rows (OrderBook.tsx).
import { type MouseEvent, useState } from 'react';
import { PriceMenu } from '../chart/ChartOrders.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { type BookPicture, findPlace } from './book-rows.ts';

/** The menu, whether it is open, and what opens it at the pointer. */
export function useBookMenu(): {
  readonly menu: React.ReactNode;
  readonly isOpen: boolean;
  readonly open: (event: MouseEvent<HTMLElement>, picture: BookPicture | null) => void;
} {
  const { room } = useTrade();
  const [at, setAt] = useState({ ticks: 0, yPx: 0 });
  const [isOpen, setOpen] = useState(false);
  const open = (event: MouseEvent<HTMLElement>, picture: BookPicture | null) => {
    if (picture === null) return;
    const yPx = event.clientY - event.currentTarget.getBoundingClientRect().top;
    const place = findPlace(picture, yPx);
    const side = picture.sides.find((each) => each.side === place?.side);
    const row = place === null ? undefined : side?.rows[place.index];
    if (row === undefined) return;
    event.preventDefault();
    setAt({ ticks: row.priceTicks, yPx: Math.round(yPx) });
    setOpen(true);
  };
  const menu = isOpen ? (
    <div className="book-menu" style={{ top: at.yPx }}>
      <PriceMenu isOpen lastTicks={room.last.read()} onOpenChange={setOpen} ticks={at.ticks} />
    </div>
  ) : null;
  return { menu, isOpen, open };
}
