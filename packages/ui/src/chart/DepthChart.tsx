// Depth of a book: two step areas that meet at the waterline, with a reading under the pointer.
// Drawn from props; a feed calls the given request through usePaint, or simply new props.
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { alignToPixel } from '../paint/shapes.ts';
import type { PaintFrame } from '../paint/surface.ts';
import { usePaint } from '../paint/use-paint.ts';
import { type BookLevel, cutDepth, type DepthPoint, findLevel, sumLevels } from './levels.ts';

/** What stands under the pointer. */
export type DepthReading = {
  side: 'bid' | 'ask';
  price: number;
  /** Distance from the middle, as a share of it. */
  distance: number;
  sum: number;
  value: number;
};

type DepthShape = NonNullable<ReturnType<typeof cutDepth>>;

/**
 * Draw the depth of a book.
 *
 * @param props - bids, asks: best first; reach: shown share of the middle price to each side;
 *   showAxis writes a price or a sum on the axes; showReading writes the line under the pointer;
 *   describe: the words of the whole picture.
 */
export function DepthChart(props: {
  bids: readonly BookLevel[];
  asks: readonly BookLevel[];
  reach?: number | undefined;
  describe: string;
  showPrice: (price: number) => string;
  showAmount: (amount: number) => string;
  showReading: (reading: DepthReading) => ReactNode;
}) {
  const shape = cutDepth(sumLevels(props.bids), sumLevels(props.asks), props.reach ?? 0.05);
  const pointer = useRef<number | null>(null);
  const [reading, setReading] = useState<DepthReading | null>(null);
  const { canvas, request } = usePaint((frame) => {
    paintDepth(frame, shape, { showPrice: props.showPrice, showAmount: props.showAmount });
    if (shape && pointer.current !== null) paintPointer(frame, shape, pointer.current);
  });
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    pointer.current = (event.clientX - box.left) / box.width;
    setReading(shape ? readPointer(shape, pointer.current) : null);
    request();
  };
  const leave = () => {
    pointer.current = null;
    setReading(null);
    request();
  };
  return (
    <div className="ui-depth">
      <canvas
        aria-label={props.describe}
        className="ui-canvas"
        onPointerLeave={leave}
        onPointerMove={move}
        ref={canvas}
        role="img"
      />
      {reading ? (
        <div className="ui-depth-reading" data-side={reading.side}>
          {props.showReading(reading)}
        </div>
      ) : null}
    </div>
  );
}

const axisPx = 20;
const headPx = 12;

function readPointer(shape: DepthShape, share: number): DepthReading | null {
  const offset = (share - 0.5) * 2 * shape.reach;
  const isBid = offset < 0;
  const level = findLevel(isBid ? shape.bids : shape.asks, shape.mid, Math.abs(offset));
  if (!level) return null;
  const distance = Math.abs(level.price - shape.mid) / shape.mid;
  const side = isBid ? 'bid' : 'ask';
  return { side, price: level.price, distance, sum: level.sum, value: level.value };
}

function paintDepth(
  frame: PaintFrame,
  shape: DepthShape | null,
  show: { showPrice: (price: number) => string; showAmount: (amount: number) => string },
): void {
  const { context, widthPx, heightPx, ratio, theme } = frame;
  const floorPx = alignToPixel(heightPx - axisPx, ratio);
  context.lineWidth = 1 / ratio;
  if (shape) {
    const deepest = Math.max(shape.bids.at(-1)?.sum ?? 0, shape.asks.at(-1)?.sum ?? 0) || 1;
    const scale = { deepest, floorPx, middlePx: widthPx / 2, shape };
    paintSide(frame, shape.bids, { ...scale, sign: -1 });
    paintSide(frame, shape.asks, { ...scale, sign: 1 });
    paintAxes(frame, { ...scale, ...show });
  }
  context.strokeStyle = theme.colours.lineControl;
  context.lineWidth = 1;
  context.beginPath();
  const middle = widthPx / 2;
  context.moveTo(0, floorPx);
  context.lineTo(middle - 6, floorPx);
  context.lineTo(middle, floorPx - 5);
  context.lineTo(middle + 6, floorPx);
  context.lineTo(widthPx, floorPx);
  context.stroke();
}

type SideScale = {
  deepest: number;
  floorPx: number;
  middlePx: number;
  shape: DepthShape;
};

function paintSide(
  frame: PaintFrame,
  points: readonly DepthPoint[],
  scale: SideScale & { sign: 1 | -1 },
): void {
  const { context, theme } = frame;
  const { floorPx, middlePx, sign, shape } = scale;
  const roomPx = floorPx - headPx;
  const first = points[0];
  if (!first) return;
  const x = (price: number) =>
    middlePx + sign * (Math.abs(price - shape.mid) / shape.reach) * middlePx;
  const y = (sum: number) => floorPx - (sum / scale.deepest) * roomPx;
  const edgePx = sign > 0 ? middlePx * 2 : 0;
  const line = new Path2D();
  line.moveTo(x(first.price), floorPx);
  let lastY = floorPx;
  for (const point of points) {
    line.lineTo(x(point.price), lastY);
    lastY = y(point.sum);
    line.lineTo(x(point.price), lastY);
  }
  line.lineTo(edgePx, lastY);
  context.fillStyle = sign < 0 ? theme.colours.upTint : theme.colours.downTint;
  context.fill(closeArea(line, edgePx, floorPx));
  context.strokeStyle = sign < 0 ? theme.colours.up : theme.colours.down;
  context.lineWidth = 1.25;
  context.lineJoin = 'miter';
  context.stroke(line);
}

function closeArea(line: Path2D, edgePx: number, floorPx: number): Path2D {
  const area = new Path2D(line);
  area.lineTo(edgePx, floorPx);
  area.closePath();
  return area;
}

function paintAxes(
  frame: PaintFrame,
  scale: SideScale & {
    showPrice: (price: number) => string;
    showAmount: (amount: number) => string;
  },
): void {
  const { context, widthPx, heightPx, theme } = frame;
  const { shape, deepest, floorPx } = scale;
  context.font = theme.font('mini');
  context.fillStyle = theme.colours.text3;
  context.textBaseline = 'alphabetic';
  const write = (text: string, xPx: number, align: CanvasTextAlign) => {
    context.textAlign = align;
    context.fillText(text, xPx, heightPx - 6);
  };
  write(scale.showPrice(shape.mid - shape.reach), 8, 'left');
  write(scale.showPrice(shape.mid + shape.reach), widthPx - 8, 'right');
  context.fillStyle = theme.colours.text1;
  write(scale.showPrice(shape.mid), widthPx / 2, 'center');
  context.fillStyle = theme.colours.text3;
  context.textAlign = 'right';
  for (const share of [0.5, 1]) {
    const yPx = floorPx - share * (floorPx - headPx);
    const text = scale.showAmount(deepest * share);
    context.strokeStyle = theme.colours.panel;
    context.lineWidth = 4;
    context.strokeText(text, widthPx - 8, yPx + 14);
    context.fillText(text, widthPx - 8, yPx + 14);
  }
}

function paintPointer(frame: PaintFrame, shape: DepthShape, share: number): void {
  const { context, widthPx, heightPx, ratio, theme } = frame;
  const reading = readPointer(shape, share);
  const xPx = alignToPixel(share * widthPx, ratio);
  context.strokeStyle = theme.colours.text2;
  context.lineWidth = 1 / ratio;
  context.setLineDash([3, 3]);
  context.beginPath();
  context.moveTo(xPx, 0);
  context.lineTo(xPx, heightPx - axisPx);
  context.stroke();
  context.setLineDash([]);
  if (!reading) return;
  const deepest = Math.max(shape.bids.at(-1)?.sum ?? 0, shape.asks.at(-1)?.sum ?? 0) || 1;
  const roomPx = heightPx - axisPx - headPx;
  context.fillStyle = reading.side === 'bid' ? theme.colours.up : theme.colours.down;
  context.beginPath();
  context.arc(xPx, heightPx - axisPx - (reading.sum / deepest) * roomPx, 3, 0, Math.PI * 2);
  context.fill();
}
