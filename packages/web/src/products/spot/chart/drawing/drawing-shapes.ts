// Shapes of drawings on the library's canvas: its own with more reach for pointer and finger, and
// two of ours: levels whose words have room, and a text. Not which drawings there are
// (drawing-board.ts), nor their colours (drawing-look.ts).
import { formatPrice, joinParts, showPercent } from '@isobath/ui';
import {
  type Chart,
  getOverlayClass,
  type Overlay,
  type OverlayCreateFiguresCallbackParams,
  type OverlayFigure,
  registerFigure,
  registerOverlay,
  utils,
} from 'klinecharts';
import type { Box } from './bar-place.ts';
import { type DrawingName, drawingNames, readTextPx, textName } from './drawing-look.ts';
import { type LabelBand, labelHeightPx, placeLabels } from './level-labels.ts';
import { breakLines } from './text-lines.ts';

type Params = OverlayCreateFiguresCallbackParams<unknown>;
type Figures = OverlayFigure | OverlayFigure[];
type Shape = (params: Params) => Figures;

/** What shapes ask of their chart while they are drawn. */
export interface ShapePage {
  readonly locale: string;
  readonly family: string;
  readonly priceDecimals: number;
  /** Colour that lies below words, and of what has not been written yet. */
  readonly colours: { readonly ground: string; readonly faint: string };
  /** What stands at the left edge already. */
  readonly bands: () => readonly LabelBand[];
  /** What stands in place of a text that is still to be written. */
  readonly emptyText: string;
  readonly isByFinger: boolean;
}

/** How a shape of ours looks now, beside the library's styles. */
export interface ShapeLook {
  readonly text: string;
  readonly width: number;
  readonly colour: string;
}

/** What the shapes of a chart ask each time that they are drawn. */
export interface ShapeChart {
  readonly readPage: () => ShapePage;
  readonly readLook: (overlay: Overlay<unknown>) => ShapeLook;
  /** A text was drawn, and stands there. */
  readonly onBox: (overlay: Overlay<unknown>, box: Box) => void;
}

/** The library knows a shape once for all charts. */
const charts = new WeakMap<Chart, ShapeChart>();

const reachName = 'isobathReach';
const levels = ['100', '78.6', '61.8', '50', '38.2', '23.6', '0'] as const;
const textMaxPx = 280;
const textLeastPx = 140;
const textGapPx = 12;
const leading = 1.3;

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** How far a spot is from a line between two. */
function measureDistance(spot: Spot, [one, two]: readonly [Spot, Spot]): number {
  const dx = two.x - one.x;
  const dy = two.y - one.y;
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((spot.x - one.x) * dx + (spot.y - one.y) * dy) / length;
  const at = Math.max(0, Math.min(1, share));
  return Math.hypot(spot.x - one.x - at * dx, spot.y - one.y - at * dy);
}

/** What takes a press near a line: nothing is seen of it. */
interface Reach {
  readonly spots: readonly Spot[];
  readonly reachPx: number;
}

/** A wider stretch that takes presses, around each line of a shape. */
function addReach(figures: Figures, reachPx: number): OverlayFigure[] {
  const list = [figures].flat();
  const reaches = list
    .filter(({ type }) => type === 'line')
    .flatMap(({ attrs }) => [attrs as { coordinates: Spot[] } | { coordinates: Spot[] }[]].flat())
    .map(({ coordinates }) => ({ spots: coordinates, reachPx }));
  return [...list, { type: reachName, attrs: reaches }];
}

/** Levels between two prices. */
function drawLevels({ coordinates, bounding, overlay }: Params, page: ShapePage): Figures {
  const [from, to] = coordinates;
  const [first, second] = overlay.points;
  if (from === undefined || to === undefined) return [];
  if (first?.value === undefined || second?.value === undefined) return [];
  const price = { from: first.value, to: second.value };
  const heights = levels.map((level) => to.y + ((from.y - to.y) * Number(level)) / 100);
  const words = levels.map((level) => {
    const value = price.to + ((price.from - price.to) * Number(level)) / 100;
    const { locale, priceDecimals: decimals } = page;
    const shown = formatPrice(value.toFixed(decimals), { locale, decimals });
    const percent = showPercent(level, { locale, decimals: 1, isSigned: false });
    return `${shown === null ? '' : joinParts(shown)} (${percent})`;
  });
  const lines = heights.map((y) => ({
    coordinates: [
      { x: 0, y },
      { x: bounding.width, y },
    ],
  }));
  const labels = placeLabels(heights, page.bands()).map(({ index, xPx }) => ({
    x: xPx + 4,
    y: (heights[index] as number) - 1,
    text: words[index] as string,
    baseline: 'bottom',
  }));
  return [
    { type: 'line', attrs: lines },
    {
      type: 'text',
      attrs: labels,
      styles: {
        color: (overlay.styles?.line as { color?: string } | undefined)?.color,
        backgroundColor: page.colours.ground,
        borderSize: 0,
        borderRadius: 2,
        family: page.family,
        size: labelHeightPx - 5,
        weight: 500,
        paddingLeft: 3,
        paddingRight: 3,
        paddingTop: 2,
        paddingBottom: 1,
      },
      ignoreEvent: true,
    },
  ];
}

/** A text from its place on, to the left of it where the right has no room. */
function drawText({ coordinates, bounding }: Params, page: ShapePage, look: ShapeLook) {
  const at = coordinates[0] ?? { x: 0, y: 0 };
  const size = readTextPx(look.width);
  const { family } = page;
  const measure = (text: string) => utils.calcTextWidth(text, size, 500, family);
  const text = look.text === '' ? page.emptyText : look.text;
  // On the side with more room, where the right one has little.
  const roomPx = { right: bounding.width - at.x - textGapPx, left: at.x - textGapPx };
  const isLeft = roomPx.right < textLeastPx && roomPx.left > roomPx.right;
  const sidePx = Math.max(textLeastPx / 2, isLeft ? roomPx.left : roomPx.right);
  const maxPx = Math.min(textMaxPx * (size / readTextPx(1)), sidePx);
  const lines = breakLines(text, maxPx, measure);
  const widthPx = Math.ceil(Math.max(...lines.map(measure)));
  const linePx = Math.round(size * leading);
  const leftPx = isLeft ? at.x - textGapPx - widthPx : at.x + textGapPx;
  const topPx = at.y - linePx / 2;
  const box = { leftPx, topPx, widthPx, heightPx: linePx * lines.length };
  const middle = topPx + box.heightPx / 2;
  const figures: OverlayFigure[] = [
    {
      type: 'text',
      attrs: lines.map((line, index) => ({
        x: leftPx - 3,
        y: topPx + linePx * (index + 0.5),
        text: line,
        baseline: 'middle',
      })),
      styles: {
        color: look.text === '' ? page.colours.faint : look.colour,
        backgroundColor: page.colours.ground,
        borderSize: 0,
        borderRadius: 2,
        family,
        size,
        weight: 500,
        paddingLeft: 3,
        paddingRight: 3,
        paddingTop: 2,
        paddingBottom: 1,
      },
      ignoreEvent: true,
    },
    {
      type: reachName,
      attrs: [
        {
          spots: [
            { x: Math.min(leftPx, at.x), y: middle },
            { x: Math.max(leftPx + widthPx, at.x), y: middle },
          ],
          reachPx: box.heightPx / 2 + 4,
        },
      ],
    },
  ];
  return { figures, box };
}

/** The shape of a kind. */
function makeShape(name: DrawingName, Known: ReturnType<typeof getOverlayClass>): Shape {
  if (name === textName) {
    return (params) => {
      const chart = charts.get(params.chart);
      if (chart === undefined) return [];
      const { figures, box } = drawText(params, chart.readPage(), chart.readLook(params.overlay));
      chart.onBox(params.overlay, box);
      return figures;
    };
  }
  const draw = Known === null ? null : new Known().createPointFigures;
  return (params) => {
    const page = charts.get(params.chart)?.readPage();
    if (page === undefined) return [];
    const isLevels = name === 'fibonacciLine';
    const figures = isLevels ? drawLevels(params, page) : (draw?.(params) ?? []);
    return addReach(figures, page.isByFinger ? 16 : 6);
  };
}

let isRegistered = false;

/** Teach the library our shapes, each in place of its own of that name. */
function registerShapes(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerFigure<Reach>({
    name: reachName,
    draw: () => {},
    checkEventOn: (spot, attrs) =>
      [attrs].flat().some(({ spots, reachPx }) =>
        spots.some((two, index) => {
          const one = spots[index - 1];
          return one !== undefined && measureDistance(spot, [one, two]) <= reachPx;
        }),
      ),
  });
  for (const name of drawingNames) {
    const Known = getOverlayClass(name);
    const known = Known === null ? null : new Known();
    const isText = name === textName;
    registerOverlay({
      name,
      totalStep: known?.totalStep ?? 2,
      needDefaultPointFigure: true,
      needDefaultXAxisFigure: !isText,
      needDefaultYAxisFigure: !isText,
      performEventPressedMove: known?.performEventPressedMove ?? null,
      performEventMoveForDrawing: known?.performEventMoveForDrawing ?? null,
      createPointFigures: makeShape(name, Known),
    });
  }
}

/** Draw these shapes on a chart. */
export function openShapes(chart: Chart, shapes: ShapeChart): void {
  registerShapes();
  charts.set(chart, shapes);
}
