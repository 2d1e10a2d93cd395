// How the rows of a ladder look: prices in the middle, bids before them, asks behind, bars that
// grow outwards from the price. The waterline stands where bids begin.
// Not where rows stand (ladder.ts). Called by paint-book.ts.
import {
  drawNumber,
  fillPennant,
  joinParts,
  measureWidth,
  middleBaseline,
  type NumberParts,
  type PaintFrame,
  setFont,
  strokeWaterline,
} from '@isobath/ui';
import {
  amountParts,
  type BookPaint,
  fadeSteps,
  padPx,
  type PaintMemory,
  priceParts,
  type RowLook,
} from './paint-parts.ts';

const priceShare = 0.36;
const pennantPx = 8;
const gapPx = 8;
/** Sizes of asks end here, from the price: near it in a wide book too. */
const sizePx = 76;

/** The column of prices, from the left edge. */
function placePrices(widthPx: number): { fromPx: number; toPx: number } {
  const fromPx = Math.round((widthPx * (1 - priceShare)) / 2);
  return { fromPx, toPx: widthPx - fromPx };
}

/** Whether a press at this place means the price alone. */
export function isLadderPrice(xPx: number, widthPx: number): boolean {
  const { fromPx, toPx } = placePrices(widthPx);
  return xPx >= fromPx && xPx < toPx;
}

/** Length of a bar, for a depth from 0 to 1. */
export function readLadderBar(widthPx: number, depth: number): number {
  return Math.round(placePrices(widthPx).fromPx * depth);
}

/** The ground of a row: bar, hover, glow, last price, own order; the waterline on the first bid. */
export function paintLadderGround(frame: PaintFrame, look: RowLook, edgePx: number): void {
  const { context, widthPx, theme } = frame;
  const { colours } = theme;
  const { isAsk, yPx, heightPx, barPx } = look;
  const { fromPx, toPx } = placePrices(widthPx);
  context.fillStyle = colours.panel;
  context.fillRect(0, yPx, widthPx, heightPx);
  context.fillStyle = look.isLast ? colours.pressed : colours.raised;
  context.fillRect(fromPx, yPx, toPx - fromPx, heightPx);
  context.fillStyle = isAsk ? colours.downTint : colours.upTint;
  context.fillRect(isAsk ? toPx : fromPx - barPx, yPx, barPx, heightPx - 1);
  if (look.isHovered) {
    context.globalAlpha = look.isHoverEdge ? 0.9 : 0.5;
    context.fillStyle = colours.pressed;
    context.fillRect(isAsk ? fromPx : 0, yPx, toPx, heightPx);
    context.globalAlpha = 1;
  }
  if (look.fade > 0) {
    context.globalAlpha = (look.fade / fadeSteps) * 0.12;
    context.fillStyle = isAsk ? colours.down : colours.up;
    context.fillRect(isAsk ? toPx : 0, yPx, fromPx, heightPx - 1);
    context.globalAlpha = 1;
  }
  if (look.isOwn) {
    context.fillStyle = colours.youFill;
    const xPx = isAsk ? widthPx - pennantPx - 2 : 2;
    fillPennant(context, { xPx, yPx: yPx + heightPx / 2 - 4, sizePx: pennantPx });
  }
  if (isAsk || yPx !== Math.round(edgePx)) return;
  context.strokeStyle = colours.lineStrong;
  context.lineWidth = 1;
  strokeWaterline(context, { fromPx: 0, toPx: widthPx, yPx: yPx + 0.5, notchPx: padPx + 14 });
}

function colourOfPrice(frame: PaintFrame, paint: BookPaint, look: RowLook): string {
  const { colours } = frame.theme;
  if (!look.isLast || paint.isStale) return look.row.sizeLots === 0 ? colours.text3 : colours.text1;
  if (paint.lastDirection === null) return colours.text1;
  return paint.lastDirection === 'up' ? colours.up : colours.down;
}

/** Prices, then sizes of both sides. */
export function paintLadderNumbers(
  frame: PaintFrame,
  paint: BookPaint,
  all: { looks: readonly RowLook[]; memory: PaintMemory },
): void {
  const { context, widthPx, theme } = frame;
  const { looks, memory } = all;
  const smallFont = theme.font('micro', 500);
  const { fromPx, toPx } = placePrices(widthPx);
  const baseline = (look: RowLook) => middleBaseline(look.yPx, look.heightPx, theme.sizesPx.mini);
  const priceFont = theme.font('mini', 500);
  const draw = (look: RowLook, parts: NumberParts, at: { xPx: number; font: string }) => {
    const { xPx, font } = at;
    drawNumber(context, parts, { xPx, yPx: baseline(look), align: 'end', font, smallFont });
  };
  for (const look of looks) {
    const parts = priceParts(paint, memory, look.row.priceTicks);
    if (parts === null) continue;
    setFont(context, priceFont);
    const width = measureWidth(context, joinParts(parts));
    context.fillStyle = colourOfPrice(frame, paint, look);
    draw(look, parts, { xPx: Math.round((widthPx + width) / 2), font: priceFont });
  }
  const font = theme.font('mini');
  for (const look of looks) {
    const { row, isAsk } = look;
    if (row.sizeLots === 0) continue;
    const parts = amountParts(paint, memory, { lots: row.sizeLots, value: row.value });
    if (parts === null) continue;
    context.fillStyle = isAsk ? theme.colours.down : theme.colours.up;
    // Sizes of both sides stand in columns of their own, decimals under decimals.
    const xPx = isAsk ? Math.min(widthPx - padPx - 2, toPx + sizePx) : fromPx - gapPx;
    draw(look, parts, { xPx, font });
  }
}
