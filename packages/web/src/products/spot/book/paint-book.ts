// How a book looks on its canvas: asks above, the waterline with the price, bids below.
// Not here: which rows (book-rows.ts) and what the pointer does (OrderBook.tsx).
// Called once a frame at most; draws everything each time.
import {
  drawNumber,
  fillArrow,
  fillPennant,
  formatAmount,
  formatCompact,
  formatPercent,
  formatPrice,
  joinParts,
  middleBaseline,
  type NumberParts,
  type PaintFrame,
} from '@isobath/ui';
import { type Market, showWhole } from '../market/market.ts';
import type { BookSettings } from '../layout/trade-settings.ts';
import { formatDecimal } from '@isobath/core/math';
import { calculateUnitsPerTickLot } from '@isobath/core/math';
import type { BookPicture, SideRows } from './book-rows.ts';
import type { BookRow } from './grouping.ts';

/** Everything a picture of the book needs besides its rows. */
export interface BookPaint {
  readonly market: Market;
  readonly settings: BookSettings;
  readonly locale: string;
  readonly stepDecimals: number;
  readonly lastTicks: number;
  readonly lastDirection: 'up' | 'down' | null;
  readonly isStale: boolean;
  readonly spreadWord: string;
}

const padPx = 10;
const barShare = 0.62;
/** Below this width only price and size fit: the small book beside a phone's form. */
const narrowPx = 200;
const numbers = new Map<string, NumberParts | null>();
const numbersMax = 4000;

function remember(key: string, make: () => NumberParts | null): NumberParts | null {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  if (numbers.size > numbersMax) numbers.clear();
  const made = make();
  numbers.set(key, made);
  return made;
}

function priceParts(paint: BookPaint, ticks: number): NumberParts | null {
  const { market, locale, stepDecimals } = paint;
  return remember(`p${market.symbol}${locale}${stepDecimals}/${ticks}`, () =>
    formatPrice(showWhole(ticks, market.priceDecimals), { locale, decimals: stepDecimals }),
  );
}

function amountParts(paint: BookPaint, row: BookRow, column: 'size' | 'sum'): NumberParts | null {
  const { market, locale, settings } = paint;
  if (settings.unit === 'quote') {
    const value = column === 'size' ? row.value : row.cumulativeValue;
    const units = value * calculateUnitsPerTickLot(market.scales);
    const text = formatDecimal(units, market.scales.quoteScale);
    return formatCompact(text, { locale });
  }
  const lots = column === 'size' ? row.sizeLots : row.cumulativeLots;
  return remember(`a${market.symbol}${locale}/${lots}`, () =>
    formatAmount(showWhole(lots, market.lotDecimals), {
      locale,
      decimals: Math.min(market.lotDecimals, 5),
      isPadded: true,
      standing: 'market',
    }),
  );
}

interface RowPlace {
  readonly yPx: number;
  readonly heightPx: number;
}

function paintRow(
  frame: PaintFrame,
  paint: BookPaint,
  item: { row: BookRow; side: SideRows; place: RowPlace; picture: BookPicture; index: number },
): void {
  const { context, widthPx, theme } = frame;
  const { row, side, place, picture, index } = item;
  const { colours } = theme;
  const isAsk = side.side === 'ask';
  const depth = side.largest === 0 ? 0 : barOf(paint, row) / side.largest;
  context.fillStyle = isAsk ? colours.downTint : colours.upTint;
  const barPx = Math.round(widthPx * barShare * Math.min(1, depth));
  context.fillRect(widthPx - barPx, place.yPx, barPx, place.heightPx - 1);
  const isHovered = picture.hover?.side === side.side && index <= picture.hover.index;
  if (isHovered) {
    context.globalAlpha = 0.5;
    context.fillStyle = colours.raised;
    context.fillRect(0, place.yPx, widthPx, place.heightPx);
    context.globalAlpha = 1;
    if (index === picture.hover?.index) {
      context.fillStyle = colours.text3;
      const edge = isAsk ? place.yPx : place.yPx + place.heightPx - 1;
      for (let x = 0; x < widthPx; x += 6) context.fillRect(x, edge, 3, 1);
    }
  }
  const yPx = middleBaseline(place.yPx, place.heightPx, theme.sizesPx.mini);
  const font = theme.font('mini', 500);
  const smallFont = theme.font('micro', 500);
  context.globalAlpha = row.sizeLots === 0 ? 0.35 : 1;
  context.fillStyle = isAsk ? colours.down : colours.up;
  const price = priceParts(paint, row.priceTicks);
  const isNarrow = widthPx < narrowPx;
  const left = isNarrow ? padPx : padPx + 9;
  if (price !== null)
    drawNumber(context, price, { xPx: left, yPx, align: 'start', font, smallFont });
  const draw = { yPx, align: 'end' as const, font: theme.font('mini'), smallFont };
  context.fillStyle = colours.text1;
  const size = amountParts(paint, row, 'size');
  const middlePx = isNarrow ? widthPx - padPx : Math.round(widthPx * 0.66);
  if (size !== null) drawNumber(context, size, { ...draw, xPx: middlePx });
  context.fillStyle = colours.text2;
  const sum = isNarrow ? null : amountParts(paint, row, 'sum');
  if (sum !== null) drawNumber(context, sum, { ...draw, xPx: widthPx - padPx });
  context.globalAlpha = 1;
  const isOwn = side.own.has(row.priceTicks);
  if (isOwn) {
    context.fillStyle = colours.youFill;
    fillPennant(context, { xPx: 5, yPx: place.yPx + place.heightPx / 2 - 4, sizePx: 8 });
  }
  paintFade(frame, side, { row, place });
}

/** A level that has just gone fades for a third of a second. */
function paintFade(
  frame: PaintFrame,
  side: SideRows,
  item: { row: BookRow; place: RowPlace },
): void {
  const strength = side.flashes.read(item.row.priceTicks, frame.nowMs);
  if (strength <= 0) return;
  const { context, theme } = frame;
  context.globalAlpha = strength * 0.12;
  context.fillStyle = side.side === 'ask' ? theme.colours.down : theme.colours.up;
  context.fillRect(0, item.place.yPx, frame.widthPx, item.place.heightPx - 1);
  context.globalAlpha = 1;
}

/** The number that a row's bar stands for. */
export function barOf(paint: Pick<BookPaint, 'settings'>, row: BookRow): number {
  const isSum = paint.settings.column === 'sum';
  if (paint.settings.unit === 'quote') return Number(isSum ? row.cumulativeValue : row.value);
  return isSum ? row.cumulativeLots : row.sizeLots;
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
  const percent = formatPercent(showWhole(picture.spread.ppm, 4), {
    locale: paint.locale,
    isSigned: false,
  });
  context.font = theme.font('mini');
  context.fillStyle = colours.text3;
  context.textAlign = 'right';
  const label = percent === null ? '' : `${paint.spreadWord} ${joinParts(percent)}%`;
  context.fillText(label, widthPx - padPx, middleBaseline(yPx + 1, heightPx, sizesPx.mini));
  context.textAlign = 'left';
}

/** Paint the whole book. */
export function paintBook(frame: PaintFrame, paint: BookPaint, picture: BookPicture): void {
  const { rowPx } = picture;
  for (const side of picture.sides) {
    const isAsk = side.side === 'ask';
    for (const [index, row] of side.rows.entries()) {
      const yPx = isAsk ? side.edgePx - (index + 1) * rowPx : side.edgePx + index * rowPx;
      paintRow(frame, paint, { row, side, place: { yPx, heightPx: rowPx }, picture, index });
    }
  }
  paintMiddle(frame, paint, picture);
}
