// The sea floor of a book, seen from a boat: rings of equal depth around the middle price, drawn
// from its real levels. Lines stand close where much money rests: that is a wall in the book.
// Decoration that tells the truth; a hovered ring says its sum, the table stands elsewhere.
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { fillPennant } from '../paint/shapes.ts';
import type { PaintFrame } from '../paint/surface.ts';
import { usePaint } from '../paint/use-paint.ts';
import { type BookLevel, type DepthRing, readRings, sumLevels } from './levels.ts';

/**
 * Draw a book as rings of equal depth, the thinnest water in the middle.
 *
 * @param props - lines: how many rings; reach: shown share of the middle price to each side;
 *   showReading: what the hovered ring means. Without levels the water lies still.
 */
export function Contours(props: {
  bids: readonly BookLevel[];
  asks: readonly BookLevel[];
  reach?: number | undefined;
  lines?: number | undefined;
  describe: string;
  showReading?: ((ring: DepthRing) => ReactNode) | undefined;
  className?: string | undefined;
}) {
  const rings = readRings(sumLevels(props.bids), sumLevels(props.asks), {
    share: props.reach ?? 0.02,
    count: props.lines ?? 22,
  });
  const near = useRef(-1);
  const [reading, setReading] = useState<DepthRing | null>(null);
  const { canvas, request } = usePaint((frame) => paintWater(frame, rings, near.current), {
    paintsPerSecondMax: 20,
  });
  const point = (place: number) => {
    if (near.current === place) return;
    near.current = place;
    setReading(rings[place] ?? null);
    request();
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!props.showReading) return;
    const box = event.currentTarget.getBoundingClientRect();
    const at = { xPx: event.clientX - box.left, yPx: event.clientY - box.top };
    point(findRing(rings, at, { widthPx: box.width, heightPx: box.height }));
  };
  return (
    <div className={`ui-contours ${props.className ?? ''}`}>
      <canvas
        aria-label={props.describe}
        className="ui-canvas"
        onPointerLeave={() => point(-1)}
        onPointerMove={move}
        ref={canvas}
        role="img"
      />
      {reading && props.showReading ? (
        <div className="ui-depth-reading">{props.showReading(reading)}</div>
      ) : null}
    </div>
  );
}

type Size = { widthPx: number; heightPx: number };

/** Where a ring lies: one ellipse for the bids' half and one for the asks'. */
type RingPlace = { xPx: number; yPx: number; bidPx: number; askPx: number; tallPx: number };

const surfaceShare = 0.3;
const flatness = 0.2;

function placeRing(rings: readonly DepthRing[], place: number, size: Size): RingPlace {
  const ring = rings[place]!;
  // A little less than half the width: the outermost ring stays whole.
  const reachPx = size.widthPx * 0.48;
  const bidPx = ring.bidReach * reachPx;
  const askPx = ring.askReach * reachPx;
  const rise = (place + 1) / rings.length;
  const surfacePx = size.heightPx * surfaceShare;
  const roomPx = size.heightPx * (0.94 - surfaceShare);
  const tallPx = Math.min(((bidPx + askPx) / 2) * flatness, size.heightPx * 0.26);
  const yPx = surfacePx + roomPx * (1 - rise) ** 0.85;
  return { xPx: size.widthPx / 2, yPx, bidPx, askPx, tallPx };
}

function paintWater(frame: PaintFrame, rings: readonly DepthRing[], near: number): void {
  const { context, theme } = frame;
  context.lineJoin = 'round';
  if (rings.length === 0) paintStill(frame);
  for (let place = 0; place < rings.length; place += 1) {
    const isIndex = (rings.length - 1 - place) % 5 === 0;
    context.globalAlpha = place === near ? 1 : 0.35 + 0.65 * ((place + 1) / rings.length);
    context.strokeStyle = pickInk(frame, { isNear: place === near, isIndex });
    context.lineWidth = place === near ? 1.75 : 1;
    context.stroke(traceRing(placeRing(rings, place, frame)));
  }
  context.globalAlpha = 1;
  const deepest = rings.length > 0 ? placeRing(rings, 0, frame) : null;
  const surfacePx = frame.heightPx * surfaceShare;
  const sizePx = Math.max(9, Math.min(16, frame.heightPx / 22));
  const topPx = surfacePx - sizePx * 2.2;
  const footPx = deepest ? deepest.yPx : surfacePx;
  context.fillStyle = theme.colours.youFill;
  fillPennant(context, { xPx: frame.widthPx / 2, yPx: topPx, sizePx });
  context.strokeStyle = theme.colours.text1;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(frame.widthPx / 2, topPx);
  context.lineTo(frame.widthPx / 2, surfacePx);
  context.stroke();
  context.strokeStyle = theme.colours.lineControl;
  context.setLineDash([2, 4]);
  context.beginPath();
  context.moveTo(frame.widthPx / 2, surfacePx);
  context.lineTo(frame.widthPx / 2, footPx);
  context.stroke();
  context.setLineDash([]);
}

function paintStill(frame: PaintFrame): void {
  const { context, widthPx, heightPx, theme } = frame;
  context.lineWidth = 1;
  for (let line = 0; line < 6; line += 1) {
    const yPx = Math.round(heightPx * surfaceShare + line * line * (heightPx / 52)) + 0.5;
    context.globalAlpha = 1 - line * 0.14;
    context.strokeStyle = line === 0 ? theme.colours.lineControl : theme.colours.lineStrong;
    context.beginPath();
    context.moveTo(0, yPx);
    context.lineTo(widthPx, yPx);
    context.stroke();
  }
  context.globalAlpha = 1;
}

function pickInk(frame: PaintFrame, ring: { isNear: boolean; isIndex: boolean }): string {
  const { colours } = frame.theme;
  if (ring.isNear) return colours.text1;
  return ring.isIndex ? colours.text3 : colours.lineStrong;
}

function traceRing(place: RingPlace): Path2D {
  const { xPx, yPx, bidPx, askPx, tallPx } = place;
  const path = new Path2D();
  path.ellipse(xPx, yPx, askPx, tallPx, 0, -Math.PI / 2, Math.PI / 2);
  path.ellipse(xPx, yPx, bidPx, tallPx, 0, Math.PI / 2, Math.PI * 1.5);
  path.closePath();
  return path;
}

const grabPx = 12;

/** The ring nearest to a point, or -1 when none is near. */
function findRing(
  rings: readonly DepthRing[],
  at: { xPx: number; yPx: number },
  size: Size,
): number {
  let nearest = -1;
  let leastPx = grabPx;
  for (let place = 0; place < rings.length; place += 1) {
    const ring = placeRing(rings, place, size);
    const offset = at.xPx - ring.xPx;
    const across = offset / ((offset < 0 ? ring.bidPx : ring.askPx) || 1);
    if (Math.abs(across) > 1) continue;
    const half = Math.sqrt(1 - across * across) * ring.tallPx;
    const away = Math.min(Math.abs(at.yPx - ring.yPx - half), Math.abs(at.yPx - ring.yPx + half));
    if (away < leastPx) {
      leastPx = away;
      nearest = place;
    }
  }
  return nearest;
}
