// Text on a canvas: widths kept once per face, numbers with their small zero count, cut labels.
// Digits of the text face have one width, so numbers line up without font features.
import type { NumberParts } from '../number/parts.ts';

const widths = new Map<string, Map<string, number>>();
const widthsMax = 4000;

/** Width of a text in the context's present font, in CSS pixels, remembered. */
export function measureWidth(context: CanvasRenderingContext2D, text: string): number {
  let known = widths.get(context.font);
  if (!known) {
    known = new Map();
    widths.set(context.font, known);
  }
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size >= widthsMax) known.clear();
  const width = context.measureText(text).width;
  known.set(text, width);
  return width;
}

/** Forget all widths: a face has arrived or the text size has changed. */
export function forgetWidths(): void {
  widths.clear();
}

/** Where the baseline stands so that figures look centred between two heights. */
export function middleBaseline(topPx: number, heightPx: number, sizePx: number): number {
  return Math.round(topPx + heightPx / 2 + sizePx * 0.349);
}

/** Cut a text to a width with one dot sign at the end; numbers are never passed here. */
export function fitText(context: CanvasRenderingContext2D, text: string, widthPx: number): string {
  if (measureWidth(context, text) <= widthPx) return text;
  let end = text.length;
  while (end > 0 && measureWidth(context, `${text.slice(0, end)}…`) > widthPx) end -= 1;
  return end === 0 ? '' : `${text.slice(0, end)}…`;
}

/** How to draw a number. */
export type NumberDrawing = {
  xPx: number;
  /** The baseline. */
  yPx: number;
  align: 'start' | 'end';
  /** Fonts of the digits and of the small zero count. */
  font: string;
  smallFont: string;
};

/**
 * Draw a number; a collapsed price keeps its count of zeros small and low.
 *
 * @returns the drawn width in CSS pixels.
 */
export function drawNumber(
  context: CanvasRenderingContext2D,
  parts: NumberParts,
  drawing: NumberDrawing,
): number {
  context.font = drawing.font;
  context.textAlign = 'left';
  const lead = parts.sign + parts.head;
  if (parts.zeros === '') {
    const width = measureWidth(context, lead);
    context.fillText(
      lead,
      drawing.align === 'end' ? drawing.xPx - width : drawing.xPx,
      drawing.yPx,
    );
    return width;
  }
  const leadWidth = measureWidth(context, lead);
  const tailWidth = measureWidth(context, parts.tail);
  context.font = drawing.smallFont;
  const zerosWidth = measureWidth(context, parts.zeros) + 1;
  const width = leadWidth + zerosWidth + tailWidth;
  const left = drawing.align === 'end' ? drawing.xPx - width : drawing.xPx;
  context.fillText(parts.zeros, left + leadWidth + 0.5, drawing.yPx + 2);
  context.font = drawing.font;
  context.fillText(lead, left, drawing.yPx);
  context.fillText(parts.tail, left + leadWidth + zerosWidth, drawing.yPx);
  return width;
}
