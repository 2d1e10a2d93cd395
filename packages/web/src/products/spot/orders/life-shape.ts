// The life of an order as a picture: when how much of it was done, as places in a box; and the word
// of its end. Pure. Not the drawing (LifeChart.tsx), nor the list of moments (OrderLife.tsx).
import type { OrderMoment, OrderRow } from '@isobath/wire';

/** The box that is drawn into; the padding leaves room for marks at the edges. */
export interface LifeBox {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly padPx: number;
}

/** One thing that happened, at its place. */
export interface LifeMark {
  readonly kind: OrderMoment['kind'];
  readonly x: number;
  readonly y: number;
}

/** Paths of the picture, and its marks. */
export interface LifeShape {
  /** The size that was asked for: a line that steps down where it was reduced. */
  readonly sizePath: string;
  /** What was filled: a line that steps up with every fill. */
  readonly filledPath: string;
  /** The same with the room under it. */
  readonly areaPath: string;
  readonly marks: readonly LifeMark[];
  /** Where the line stands at the end. */
  readonly end: { readonly x: number; readonly y: number };
}

const isSet = (text: string) => /[1-9]/.test(text);

/** Share of the whole as drawn; a picture is no sum, so a float will do. */
function makeShare(order: OrderRow, moments: readonly OrderMoment[]) {
  const isByQuote = !isSet(order.quantity);
  const placed = moments.find(({ kind }) => kind === 'placed');
  const whole = isByQuote ? Number(order.quoteAmount) : Number(placed?.quantity ?? order.quantity);
  const read = (moment: OrderMoment) => Number(isByQuote ? moment.quoteAmount : moment.quantity);
  return (moment: OrderMoment, before: number) => {
    if (whole === 0) return before;
    if (moment.kind === 'filled') return Math.min(1, before + read(moment) / whole);
    return moment.kind === 'amended' ? Math.min(1, read(moment) / whole) : before;
  };
}

/** Steps through points: along first, then up or down. */
function drawSteps(points: readonly { x: number; y: number }[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const text = (value: number) => value.toFixed(1);
  return rest.reduce(
    (path, { x, y }) => `${path}H${text(x)}V${text(y)}`,
    `M${text(first.x)} ${text(first.y)}`,
  );
}

/**
 * Lay out a life.
 *
 * @param options.moments - oldest first, from the placing on.
 * @param options.endMs - the right edge: when it ended, or now.
 */
export function shapeLife(options: {
  order: OrderRow;
  moments: readonly OrderMoment[];
  endMs: number;
  box: LifeBox;
}): LifeShape {
  const { order, moments, box } = options;
  const beganMs = moments[0]?.at ?? order.createdAt;
  const spanMs = Math.max(0, options.endMs - beganMs);
  const innerWidth = box.widthPx - 2 * box.padPx;
  const innerHeight = box.heightPx - 2 * box.padPx;
  const placeX = (atMs: number, index: number) => {
    // All in one moment: side by side, in the order of what happened.
    const share =
      spanMs === 0 ? index / Math.max(1, moments.length - 1) : (atMs - beganMs) / spanMs;
    return box.padPx + Math.min(1, share) * innerWidth;
  };
  const placeY = (share: number) => box.padPx + (1 - share) * innerHeight;
  const shareOf = makeShare(order, moments);
  const filled = [{ x: box.padPx, y: placeY(0) }];
  const size = [{ x: box.padPx, y: placeY(1) }];
  const marks: LifeMark[] = [];
  let done = 0;
  let requested = 1;
  moments.forEach((moment, index) => {
    const x = placeX(moment.at, index);
    if (moment.kind === 'amended') {
      requested = shareOf(moment, requested);
      size.push({ x, y: placeY(requested) });
    } else done = shareOf(moment, done);
    if (moment.kind === 'filled') filled.push({ x, y: placeY(done) });
    marks.push({ kind: moment.kind, x, y: placeY(moment.kind === 'amended' ? requested : done) });
  });
  const end = { x: placeX(options.endMs, moments.length - 1), y: placeY(done) };
  const filledPath = drawSteps([...filled, end]);
  return {
    sizePath: drawSteps([...size, { x: end.x, y: placeY(requested) }]),
    filledPath,
    areaPath: `${filledPath}V${placeY(0).toFixed(1)}H${box.padPx.toFixed(1)}Z`,
    marks,
    end,
  };
}

/** Moments that are one line of the list: fills of the same instant, as a sweep of the book has. */
export function groupMoments(moments: readonly OrderMoment[]): readonly (readonly OrderMoment[])[] {
  const groups: OrderMoment[][] = [];
  for (const moment of moments) {
    const last = groups.at(-1);
    const isSame =
      moment.kind === 'filled' && last?.[0]?.kind === 'filled' && last[0].at === moment.at;
    if (isSame) last?.push(moment);
    else groups.push([moment]);
  }
  return groups;
}

/** Word of how an order ended: its reason, or that what was held for it was spent too early. */
export function endWord({ closeReason, status }: Pick<OrderRow, 'closeReason' | 'status'>): string {
  return closeReason === 'amountSpent' && status !== 'FILLED' ? 'heldSpent' : closeReason;
}
