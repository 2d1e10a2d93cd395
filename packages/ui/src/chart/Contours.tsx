// The sea floor of a book: contour lines of equal depth, drawn from its real levels.
// Decoration that tells the truth; the numbers stand elsewhere on the page or under the pointer.
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { fillPennant } from '../paint/shapes.ts';
import type { PaintFrame } from '../paint/surface.ts';
import { usePaint } from '../paint/use-paint.ts';
import { type BookLevel, cutDepth, profileDepth, sumLevels } from './levels.ts';

/** The contour under the pointer. */
export type ContourReading = { side: 'bid' | 'ask'; price: number; sum: number; value: number };

type Floor = {
  mid: number;
  reach: number;
  bids: number[];
  asks: number[];
  sides: NonNullable<ReturnType<typeof cutDepth>>;
};

const places = 56;

/**
 * Draw a book as a trough of contour lines, the middle price at its deepest water.
 *
 * @param props - lines: how many contours; showReading: what the hovered contour means; without
 *   levels the water lies flat.
 */
export function Contours(props: {
  bids: readonly BookLevel[];
  asks: readonly BookLevel[];
  reach?: number | undefined;
  lines?: number | undefined;
  describe: string;
  showReading?: ((reading: ContourReading) => ReactNode) | undefined;
  className?: string | undefined;
}) {
  const floor = readFloor(props.bids, props.asks, props.reach ?? 0.02);
  const lines = props.lines ?? 18;
  const near = useRef<{ x: number; y: number } | null>(null);
  const [reading, setReading] = useState<ContourReading | null>(null);
  const { canvas, request } = usePaint(
    (frame) => paintContours(frame, floor, { lines, near: near.current }),
    { paintsPerSecondMax: 20 },
  );
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!props.showReading) return;
    const box = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width;
    near.current = { x, y: (event.clientY - box.top) / box.height };
    setReading(floor ? readAt(floor, x) : null);
    request();
  };
  const leave = () => {
    near.current = null;
    setReading(null);
    request();
  };
  return (
    <div className={`ui-contours ${props.className ?? ''}`}>
      <canvas
        aria-label={props.describe}
        className="ui-canvas"
        onPointerLeave={leave}
        onPointerMove={move}
        ref={canvas}
        role="img"
      />
      {reading && props.showReading ? (
        <div className="ui-depth-reading" data-side={reading.side}>
          {props.showReading(reading)}
        </div>
      ) : null}
    </div>
  );
}

function readFloor(
  bids: readonly BookLevel[],
  asks: readonly BookLevel[],
  share: number,
): Floor | null {
  const cut = cutDepth(sumLevels(bids), sumLevels(asks), share);
  if (!cut) return null;
  const deepest = Math.max(cut.bids.at(-1)?.sum ?? 0, cut.asks.at(-1)?.sum ?? 0);
  const options = { mid: cut.mid, reach: cut.reach, count: places, deepest };
  return {
    mid: cut.mid,
    reach: cut.reach,
    bids: profileDepth(cut.bids, options),
    asks: profileDepth(cut.asks, options),
    sides: cut,
  };
}

function readAt(floor: Floor, x: number): ContourReading | null {
  const offset = (x - 0.5) * 2 * floor.reach;
  const isBid = offset < 0;
  const side = isBid ? floor.sides.bids : floor.sides.asks;
  const level = side.findLast((point) => Math.abs(point.price - floor.mid) <= Math.abs(offset));
  if (!level) return null;
  const { price, sum, value } = level;
  return { side: isBid ? 'bid' : 'ask', price, sum, value };
}

function paintContours(
  frame: PaintFrame,
  floor: Floor | null,
  view: { lines: number; near: { x: number; y: number } | null },
): void {
  const { context, widthPx, heightPx, theme } = frame;
  const surfacePx = Math.round(heightPx * 0.2) + 0.5;
  const roomPx = heightPx - surfacePx - 8;
  context.lineWidth = 1;
  context.lineJoin = 'round';
  const nearest = view.near ? nearestLine(view.near, { ...view, heightPx, surfacePx }) : -1;
  for (let line = view.lines; line >= 0; line -= 1) {
    const share = line / view.lines;
    const isNear = line === nearest && line > 0;
    context.strokeStyle = pickInk(frame, { share, isNear, isIndex: line % 5 === 0 });
    context.globalAlpha = isNear || line === 0 ? 1 : 0.9 - share * 0.55;
    context.stroke(traceLine({ floor, share, widthPx, surfacePx, roomPx }));
  }
  context.globalAlpha = 1;
  context.fillStyle = theme.colours.youFill;
  const size = Math.max(9, Math.min(14, heightPx / 24));
  const dip = floor ? lineDepth(floor, 0.5, 0) * roomPx : 0;
  context.fillRect(widthPx / 2 - 0.5, surfacePx + dip - size * 2.4, 1.5, size * 2.4);
  fillPennant(context, {
    xPx: widthPx / 2 + 1,
    yPx: surfacePx + dip - size * 2.4,
    sizePx: size,
  });
}

function pickInk(
  frame: PaintFrame,
  line: { share: number; isNear: boolean; isIndex: boolean },
): string {
  const { colours } = frame.theme;
  if (line.isNear) return colours.text1;
  if (line.share === 0) return colours.text2;
  return line.isIndex ? colours.lineControl : colours.lineStrong;
}

/** How far a contour dips at a place, as a share of the room: deep where the book is thin. */
function lineDepth(floor: Floor, x: number, share: number): number {
  const distance = Math.abs(x - 0.5) * 2;
  const profile = x < 0.5 ? floor.bids : floor.asks;
  const at = distance * (places - 1);
  const low = profile[Math.floor(at)] ?? 0;
  const high = profile[Math.ceil(at)] ?? low;
  const wall = low + (high - low) * (at - Math.floor(at));
  // Each line follows the floor below it: the surface hardly, the deepest entirely.
  const trough = 1 - Math.sqrt(Math.min(1, wall));
  return share * (0.42 + 0.58 * share * 0.4) + trough * (0.1 + 0.34 * share ** 0.8);
}

function traceLine(line: {
  floor: Floor | null;
  share: number;
  widthPx: number;
  surfacePx: number;
  roomPx: number;
}): Path2D {
  const { floor, share, widthPx, surfacePx, roomPx } = line;
  const path = new Path2D();
  if (!floor) {
    const yPx = surfacePx + share * 0.6 * roomPx;
    path.moveTo(0, yPx);
    path.lineTo(widthPx, yPx);
    return path;
  }
  const steps = Math.max(48, Math.round(widthPx / 6));
  for (let step = 0; step <= steps; step += 1) {
    const x = step / steps;
    const yPx = surfacePx + lineDepth(floor, x, share) * roomPx;
    if (step === 0) path.moveTo(0, yPx);
    else path.lineTo(x * widthPx, yPx);
  }
  return path;
}

function nearestLine(
  near: { x: number; y: number },
  view: { lines: number; heightPx: number; surfacePx: number },
): number {
  const below = near.y * view.heightPx - view.surfacePx;
  const share = below / (view.heightPx - view.surfacePx);
  return Math.round(Math.min(1, Math.max(0, share / 0.8)) * view.lines);
}
