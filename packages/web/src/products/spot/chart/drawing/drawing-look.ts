// How a drawing looks: what of it is kept, and what the library makes of that on a theme. Not its
// shape (drawing-shapes.ts), nor who chooses it (DrawingBar.tsx).
import type { PaintTheme } from '@isobath/ui';
import { type ChartDrawing, chartLimits, drawingColours, drawingStyles } from '@isobath/wire';
import type { DeepPartial, OverlayStyle } from 'klinecharts';

/** Name of a colour of drawings. */
export type DrawingColour = (typeof drawingColours)[number];

/** How a line runs. */
export type DrawingStyle = (typeof drawingStyles)[number];

/** Everything about a drawing but its kind and its places. */
export interface DrawingLook {
  readonly colour: DrawingColour;
  /** From 1, the thinnest line or the smallest text. */
  readonly width: number;
  readonly style: DrawingStyle;
  readonly isLocked: boolean;
  readonly text: string;
}

/** The kind of drawing that is a text. */
export const textName = 'text';

/** Kinds of drawings as they are kept, in the order of the menu. */
export const drawingNames = [
  'segment',
  'rayLine',
  'straightLine',
  'horizontalStraightLine',
  'verticalStraightLine',
  'priceLine',
  'parallelStraightLine',
  'priceChannelLine',
  'fibonacciLine',
  textName,
] as const;

/** Kind of a drawing. */
export type DrawingName = (typeof drawingNames)[number];

/** True for a kind that this chart knows. */
export function isDrawingName(name: string): name is DrawingName {
  return (drawingNames as readonly string[]).includes(name);
}

const textSizesPx = [12, 14, 18, 24] as const;
const thinnestPx = 1.25;
const dashes: Readonly<Record<DrawingStyle, number[]>> = {
  solid: [],
  dashed: [8, 5],
  dotted: [2, 4],
};

/** The widths there are. */
export const drawingWidths: readonly number[] = textSizesPx.map((_, index) => index + 1);

/** How high letters of a width are. */
export function readTextPx(width: number): number {
  return textSizesPx[width - 1] ?? textSizesPx[0];
}

/** The look of a kept drawing; what it does not say is as the first drawings were. */
export function readLook(drawing: ChartDrawing): DrawingLook {
  return {
    colour: drawing.colour ?? drawingColours[0],
    width: drawing.width ?? 1,
    style: drawing.style ?? drawingStyles[0],
    isLocked: drawing.isLocked ?? false,
    text: drawing.text ?? '',
  };
}

/** What is kept of a look: only what differs from the first one. */
export function keepLook(look: DrawingLook): Omit<ChartDrawing, 'name' | 'points'> {
  return {
    ...(look.colour === drawingColours[0] ? {} : { colour: look.colour }),
    ...(look.width === 1 ? {} : { width: look.width }),
    ...(look.style === drawingStyles[0] ? {} : { style: look.style }),
    ...(look.isLocked ? { isLocked: true } : {}),
    ...(look.text === '' ? {} : { text: look.text }),
  };
}

/** A text as it may be kept: in lines, without what cannot be seen, no longer than may be. */
export function cleanText(text: string): string {
  const seen = text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[^\P{Cc}\n]/gu, '');
  // A cut may go through the middle of a sign, which is then no sign.
  return seen
    .trim()
    .slice(0, chartLimits.textLengthMax)
    .replace(/\p{Cs}/gu, '')
    .trim();
}

/** The colour of a name on a theme. */
export function readColour(name: DrawingColour, theme: PaintTheme): string {
  return name === 'ink' ? theme.colours.text1 : theme.colours[name];
}

/** A colour of a theme, less strong. */
export function fade(colour: string, strength: number): string {
  return colour.replace(/^rgb\((.*)\)$/, `rgba($1, ${strength})`);
}

/**
 * What the library draws a look with.
 *
 * @param isByFinger - handles have a ring around them, as wide as a finger needs.
 */
export function makeStyles(
  look: DrawingLook,
  theme: PaintTheme,
  isByFinger: boolean,
): DeepPartial<OverlayStyle> {
  const colour = readColour(look.colour, theme);
  const ring = isByFinger
    ? { radius: 7, activeRadius: 7, borderSize: 11, activeBorderSize: 11 }
    : { radius: 5, activeRadius: 6, borderSize: 2, activeBorderSize: 3 };
  const edge = isByFinger ? fade(colour, 0.24) : colour;
  return {
    line: {
      color: colour,
      size: look.width === 1 ? thinnestPx : look.width,
      style: look.style === 'solid' ? 'solid' : 'dashed',
      dashedValue: dashes[look.style],
    },
    text: { backgroundColor: colour, borderColor: colour },
    // Also the stretch of a chosen drawing on both axes: figures below it stay to be read.
    rect: { color: fade(colour, 0.16), borderColor: colour },
    point: {
      ...ring,
      color: theme.colours.panel,
      activeColor: theme.colours.panel,
      borderColor: edge,
      activeBorderColor: edge,
    },
  };
}
