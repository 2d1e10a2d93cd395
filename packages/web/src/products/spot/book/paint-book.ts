// How a book looks on its canvas: asks above, the waterline with the price, bids below.
// Not here: which rows (book-rows.ts), rows of a ladder (paint-ladder.ts), and what the pointer
// does (OrderBook.tsx). Called once a frame at most; draws only the rows that would look different.
import {
  drawNumber,
  fillArrow,
  fillPennant,
  formatPrice,
  middleBaseline,
  type NumberParts,
  type PaintFrame,
  setFont,
  showPercent,
} from '@isobath/ui';
import { showWhole } from '../market/market.ts';
import type { BookPicture, SideRows } from './book-rows.ts';
import type { BookRow } from './grouping.ts';
import { paintLadderGround, paintLadderNumbers, readLadderBar } from './paint-ladder.ts';
import {
  amountParts,
  barOf,
  type BookPaint,
  fadeSteps,
  padPx,
  type PaintedRow,
  type PaintMemory,
  priceParts,
  type RowLook,
} from './paint-parts.ts';

const barShare = 0.62;
/** Below this width only price and size fit: the small book beside a phone's form. */
const narrowPx = 200;

function paintGround(frame: PaintFrame, look: RowLook): void {
  const { context, widthPx, theme } = frame;
  const { colours } = theme;
  const { isAsk, yPx, heightPx, barPx } = look;
  context.fillStyle = colours.panel;
  context.fillRect(0, yPx, widthPx, heightPx);
  context.fillStyle = isAsk ? colours.downTint : colours.upTint;
  context.fillRect(widthPx - barPx, yPx, barPx, heightPx - 1);
  if (look.isHovered) {
    context.globalAlpha = 0.5;
    context.fillStyle = colours.raised;
    context.fillRect(0, yPx, widthPx, heightPx);
    context.globalAlpha = 1;
  }
  if (look.isHoverEdge) {
    context.fillStyle = colours.text3;
    const edge = isAsk ? yPx : yPx + heightPx - 1;
    for (let x = 0; x < widthPx; x += 6) context.fillRect(x, edge, 3, 1);
  }
  if (look.fade > 0) {
    // A level that has just come or grown glows for a third of a second.
    context.globalAlpha = (look.fade / fadeSteps) * 0.12;
    context.fillStyle = isAsk ? colours.down : colours.up;
    context.fillRect(0, yPx, widthPx, heightPx - 1);
    context.globalAlpha = 1;
  }
  if (look.isOwn) {
    context.fillStyle = colours.youFill;
    fillPennant(context, { xPx: 5, yPx: yPx + heightPx / 2 - 4, sizePx: 8 });
  }
}

/** Prices first, then sizes: fonts and colours change a few times for all rows together. */
function paintNumbers(
  frame: PaintFrame,
  paint: BookPaint,
  all: { looks: readonly RowLook[]; memory: PaintMemory },
): void {
  const { context, widthPx, theme } = frame;
  const { looks, memory } = all;
  const isNarrow = widthPx < narrowPx;
  const smallFont = theme.font('micro', 500);
  const baseline = (look: RowLook) => middleBaseline(look.yPx, look.heightPx, theme.sizesPx.mini);
  const strength = (look: RowLook) => (look.row.sizeLots === 0 ? 0.35 : 1);
  const column = (style: {
    font: string;
    xPx: number;
    align: 'start' | 'end';
    colour: (look: RowLook) => string;
    parts: (row: BookRow) => NumberParts | null;
  }) => {
    for (const look of looks) {
      const parts = style.parts(look.row);
      if (parts === null) continue;
      context.globalAlpha = strength(look);
      context.fillStyle = style.colour(look);
      const { font, xPx, align } = style;
      drawNumber(context, parts, { xPx, yPx: baseline(look), align, font, smallFont });
    }
  };
  column({
    font: theme.font('mini', 500),
    xPx: isNarrow ? padPx : padPx + 9,
    align: 'start',
    colour: (look) => (look.isAsk ? theme.colours.down : theme.colours.up),
    parts: (row) => priceParts(paint, memory, row.priceTicks),
  });
  const font = theme.font('mini');
  column({
    font,
    xPx: isNarrow ? widthPx - padPx : Math.round(widthPx * 0.66),
    align: 'end',
    colour: () => theme.colours.text1,
    parts: (row) => amountParts(paint, memory, { lots: row.sizeLots, value: row.value }),
  });
  if (!isNarrow) {
    column({
      font,
      xPx: widthPx - padPx,
      align: 'end',
      colour: () => theme.colours.text2,
      parts: (row) =>
        amountParts(paint, memory, { lots: row.cumulativeLots, value: row.cumulativeValue }),
    });
  }
  context.globalAlpha = 1;
}

/** Note what a row shows from now on. @returns false when it shows that already. */
function noteRow(known: PaintedRow[], index: number, look: RowLook): boolean {
  const marks =
    look.fade * 16 +
    (look.isLast ? 8 : 0) +
    (look.isHovered ? 4 : 0) +
    (look.isHoverEdge ? 2 : 0) +
    (look.isOwn ? 1 : 0);
  const { priceTicks, sizeLots, cumulativeLots: sumLots } = look.row;
  const { barPx } = look;
  const before = known[index];
  if (before === undefined) {
    known[index] = { priceTicks, sizeLots, sumLots, barPx, marks };
    return true;
  }
  const isSame =
    before.priceTicks === priceTicks &&
    before.sizeLots === sizeLots &&
    before.sumLots === sumLots &&
    before.barPx === barPx &&
    before.marks === marks;
  if (!isSame) Object.assign(before, { priceTicks, sizeLots, sumLots, barPx, marks });
  return !isSame;
}

function paintMiddle(frame: PaintFrame, paint: BookPaint, picture: BookPicture): void {
  const { context, widthPx, theme } = frame;
  const { yPx, heightPx } = picture.middle;
  const { colours, sizesPx } = theme;
  context.strokeStyle = colours.lineStrong;
  context.lineWidth = 1;
  const top = Math.round(yPx) + 0.5;
  const notch = padPx + 14;
  context.beginPath();
  context.moveTo(0, top);
  context.lineTo(notch - 5, top);
  context.lineTo(notch, top + 4);
  context.lineTo(notch + 5, top);
  context.lineTo(widthPx, top);
  context.moveTo(0, Math.round(yPx + heightPx) - 0.5);
  context.lineTo(widthPx, Math.round(yPx + heightPx) - 0.5);
  context.stroke();
  if (paint.lastTicks === 0) return;
  const direction = paint.lastDirection;
  const colour = direction === 'down' ? colours.down : colours.up;
  context.fillStyle = paint.isStale || direction === null ? colours.text1 : colour;
  if (paint.isStale) context.fillStyle = colours.text3;
  const baseline = middleBaseline(yPx + 1, heightPx, sizesPx.body + 2);
  const text = formatPrice(showWhole(paint.lastTicks, paint.market.priceDecimals), {
    locale: paint.locale,
    decimals: paint.market.priceDecimals,
  });
  const font = `600 ${sizesPx.body + 2}px ${theme.family}`;
  let right = padPx + 9;
  if (text !== null) {
    const smallFont = theme.font('mini', 600);
    right += drawNumber(context, text, {
      xPx: right,
      yPx: baseline,
      align: 'start',
      font,
      smallFont,
    });
  }
  if (direction !== null && !paint.isStale) {
    const at = { xPx: right + 5, yPx: yPx + heightPx / 2 - 3, sizePx: 8, direction };
    fillArrow(context, at);
  }
  if (picture.spread === null || widthPx < narrowPx) return;
  const spread = showPercent(showWhole(picture.spread.ppm, 4), {
    locale: paint.locale,
    isSigned: false,
  });
  setFont(context, theme.font('mini'));
  context.fillStyle = colours.text3;
  context.textAlign = 'right';
  const label = `${paint.spreadWord} ${spread}`;
  context.fillText(label, widthPx - padPx, middleBaseline(yPx + 1, heightPx, sizesPx.mini));
  context.textAlign = 'left';
}

/** Where a row stands, on whole pixels, so that neighbours neither overlap nor leave a gap. */
function placeRow(side: SideRows, index: number, rowPx: number): { yPx: number; heightPx: number } {
  const isAsk = side.side === 'ask';
  const near = Math.round(side.edgePx + (isAsk ? -index : index) * rowPx);
  const far = Math.round(side.edgePx + (isAsk ? -index - 1 : index + 1) * rowPx);
  return { yPx: Math.min(near, far), heightPx: Math.abs(far - near) };
}

/** Rows of a side that do not look as they did; rows that have gone are wiped. */
function findChanged(
  frame: PaintFrame,
  paint: BookPaint,
  item: { side: SideRows; picture: BookPicture; known: PaintedRow[] },
): RowLook[] {
  const { widthPx, nowMs } = frame;
  const { side, picture, known } = item;
  const { hover, isLadder } = picture;
  const last = Math.round(paint.lastTicks / paint.stepTicks) * paint.stepTicks;
  const looks: RowLook[] = [];
  for (const [index, row] of side.rows.entries()) {
    const depth = side.largest === 0 ? 0 : barOf(paint, row) / side.largest;
    const isHovered = hover !== null && hover.side === side.side && index <= hover.index;
    const look: RowLook = {
      row,
      isAsk: side.side === 'ask',
      ...placeRow(side, index, picture.rowPx),
      barPx: isLadder
        ? readLadderBar(widthPx, Math.min(1, depth))
        : Math.round(widthPx * barShare * Math.min(1, depth)),
      isHovered,
      isHoverEdge: isHovered && index === hover.index,
      isOwn: side.own.has(row.priceTicks),
      isLast: isLadder && row.priceTicks === last,
      fade: Math.round(side.flashes.read(row.priceTicks, nowMs) * fadeSteps),
    };
    if (noteRow(known, index, look)) looks.push(look);
  }
  for (let index = side.rows.length; index < known.length; index += 1) {
    const { yPx, heightPx } = placeRow(side, index, picture.rowPx);
    frame.context.fillStyle = frame.theme.colours.panel;
    frame.context.fillRect(0, yPx, widthPx, heightPx);
  }
  known.length = side.rows.length;
  return looks;
}

/** Begin anew when something changed that all rows depend on. */
function openMemory(
  frame: PaintFrame,
  paint: BookPaint,
  item: { picture: BookPicture; memory: PaintMemory },
): void {
  const { context, widthPx, heightPx, theme, isFresh } = frame;
  const { picture, memory } = item;
  const { settings, market, locale, stepDecimals } = paint;
  const { unit, column, view } = settings;
  const size = `${widthPx}/${heightPx}/${picture.rowPx}/${picture.middle.yPx}`;
  const now = `${size}/${market.symbol}/${locale}/${stepDecimals}/${unit}/${column}/${view}`;
  if (!isFresh && now === memory.frame) return;
  memory.frame = now;
  memory.middle = '';
  memory.rows.ask.length = 0;
  memory.rows.bid.length = 0;
  memory.prices.clear();
  memory.amounts.clear();
  context.fillStyle = theme.colours.panel;
  context.fillRect(0, 0, widthPx, heightPx);
}

/** Paint what has changed since the last picture on this canvas. */
export function paintBook(
  frame: PaintFrame,
  paint: BookPaint,
  item: { picture: BookPicture; memory: PaintMemory },
): void {
  const { picture, memory } = item;
  openMemory(frame, paint, item);
  const looks = picture.sides.flatMap((side) =>
    findChanged(frame, paint, { side, picture, known: memory.rows[side.side] }),
  );
  if (picture.isLadder) {
    for (const look of looks) paintLadderGround(frame, look, picture.middle.yPx);
    paintLadderNumbers(frame, paint, { looks, memory });
    return;
  }
  for (const look of looks) paintGround(frame, look);
  paintNumbers(frame, paint, { looks, memory });
  const { lastTicks, lastDirection, isStale, spreadWord } = paint;
  const ppm = picture.spread?.ppm ?? '';
  const middle = `${lastTicks}/${lastDirection ?? ''}/${isStale}/${ppm}/${spreadWord}`;
  if (middle === memory.middle) return;
  memory.middle = middle;
  const top = Math.round(picture.middle.yPx);
  frame.context.fillStyle = frame.theme.colours.panel;
  frame.context.fillRect(0, top, frame.widthPx, Math.round(picture.middle.heightPx));
  paintMiddle(frame, paint, picture);
}
