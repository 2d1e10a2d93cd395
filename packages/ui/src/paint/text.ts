// Text on a canvas: widths kept once per face, numbers with their small zero count, cut labels.
// Digits of the text face have one width, so numbers line up without font features.
import type { NumberParts } from '../number/parts.ts';

const widths = new Map<string, Map<string, number>>();
const widthsMax = 4000;
const fonts = new WeakMap<CanvasRenderingContext2D, string>();

/** Set the font of a context; setting the same one again costs nothing. */
export function setFont(context: CanvasRenderingContext2D, font: string): void {
  if (fonts.get(context) === font) return;
  fonts.set(context, font);
  context.font = font;
}

/** The context begins anew: what was set is not known any more. */
export function forgetFont(context: CanvasRenderingContext2D): void {
  fonts.delete(context);
}

/** Width of a text in the context's present font, in CSS pixels, remembered. */
export function measureWidth(context: CanvasRenderingContext2D, text: string): number {
  // Reading the font of a context is slow: what was set through here is remembered beside it.
  const font = fonts.get(context) ?? context.font;
  let known = widths.get(font);
  if (!known) {
    known = new Map();
    widths.set(font, known);
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
 * Draw a number; a collapsed price keeps its count of zeros small and low. The context's text must
 * be aligned left, as it is when a paint begins.
 *
 * @returns the drawn width in CSS pixels.
 */
export function drawNumber(
  context: CanvasRenderingContext2D,
  parts: NumberParts,
  drawing: NumberDrawing,
): number {
  setFont(context, drawing.font);
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
  setFont(context, drawing.smallFont);
  const zerosWidth = measureWidth(context, parts.zeros) + 1;
  const width = leadWidth + zerosWidth + tailWidth;
  const left = drawing.align === 'end' ? drawing.xPx - width : drawing.xPx;
  context.fillText(parts.zeros, left + leadWidth + 0.5, drawing.yPx + 2);
  setFont(context, drawing.font);
  context.fillText(lead, left, drawing.yPx);
  context.fillText(parts.tail, left + leadWidth + zerosWidth, drawing.yPx);
  return width;
}
