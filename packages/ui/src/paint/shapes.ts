// The house's shapes on a canvas: the waterline with its notch, the pennant, the side arrows.

/** Move a line of one pixel onto the pixels of the screen. */
export function alignToPixel(valuePx: number, ratio: number): number {
  return (Math.round(valuePx * ratio) + 0.5) / ratio;
}

/** The pennant, its top left corner at x and y. */
export function fillPennant(
  context: CanvasRenderingContext2D,
  at: { xPx: number; yPx: number; sizePx: number },
): void {
  const { xPx, yPx, sizePx } = at;
  context.beginPath();
  context.moveTo(xPx, yPx);
  context.lineTo(xPx + sizePx, yPx);
  context.lineTo(xPx + sizePx * 0.73, yPx + sizePx / 2);
  context.lineTo(xPx + sizePx, yPx + sizePx);
  context.lineTo(xPx, yPx + sizePx);
  context.closePath();
  context.fill();
}

/** The waterline: a rule with one notch; the caller has set the stroke. */
export function strokeWaterline(
  context: CanvasRenderingContext2D,
  at: { fromPx: number; toPx: number; yPx: number; notchPx: number; isNotchUp?: boolean },
): void {
  const depth = at.isNotchUp ? -5 : 5;
  context.beginPath();
  context.moveTo(at.fromPx, at.yPx);
  context.lineTo(at.notchPx - 5, at.yPx);
  context.lineTo(at.notchPx, at.yPx + depth);
  context.lineTo(at.notchPx + 5, at.yPx);
  context.lineTo(at.toPx, at.yPx);
  context.stroke();
}

/** A small triangle that points the way of a side. */
export function fillArrow(
  context: CanvasRenderingContext2D,
  at: { xPx: number; yPx: number; sizePx: number; direction: 'up' | 'down' },
): void {
  const { xPx, yPx, sizePx } = at;
  const height = sizePx * 0.8;
  const isUp = at.direction === 'up';
  context.beginPath();
  context.moveTo(xPx, isUp ? yPx + height : yPx);
  context.lineTo(xPx + sizePx, isUp ? yPx + height : yPx);
  context.lineTo(xPx + sizePx / 2, isUp ? yPx : yPx + height);
  context.closePath();
  context.fill();
}
