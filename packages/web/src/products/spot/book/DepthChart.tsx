// The depth of the book as two slopes down to the waterline: what stands between here and there.
// Not the book itself; painted from the same store, at most five times a second.
import { calculateUnitsPerTickLot, formatDecimal } from '@isobath/core/math';
import {
  formatAmount,
  formatMoney,
  formatPrice,
  joinParts,
  type PaintFrame,
  showPercent,
  usePaint,
} from '@isobath/ui';
import { type PointerEvent, useEffect, useRef } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { EmptyBook } from '../describe/EmptyPane.tsx';
import { DepthDescribe } from '../describe/MarketTells.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { showWhole } from '../market/market.ts';
import type { Levels } from './levels.ts';

interface Step {
  readonly priceTicks: number;
  readonly lots: number;
  readonly value: bigint;
}

const spanPpm = 20_000;
const footPx = 22;
const notePx = 17;
/** Share of a side's sum in sight: a few far orders do not squeeze the rest into the middle. */
const sumShare = 0.97;
const marginShare = 1.25;
const gridShares = [0.25, 0.5, 0.75, 1];
const gridFigures = 3;

function collect(levels: Levels, mid: number, spanTicks: number): Step[] {
  const steps: Step[] = [];
  let lots = 0;
  let value = 0n;
  for (const priceTicks of levels.pricesTicks) {
    if (Math.abs(priceTicks - mid) > spanTicks) break;
    const size = levels.readSize(priceTicks);
    lots += size;
    value += BigInt(priceTicks) * BigInt(size);
    steps.push({ priceTicks, lots, value });
  }
  return steps;
}

/** How far from the middle a side has shown nearly all of its sum. */
function reachOf(levels: Levels, mid: number, spanTicks: number): number {
  const steps = collect(levels, mid, spanTicks);
  const enough = (steps.at(-1)?.lots ?? 0) * sumShare;
  const step = steps.find(({ lots }) => lots >= enough);
  return step === undefined ? 0 : Math.abs(step.priceTicks - mid);
}

/** Where prices and sizes stand on the canvas. */
interface DepthView {
  readonly mid: number;
  readonly span: number;
  readonly floor: number;
  readonly widthPx: number;
  readonly xOf: (ticks: number) => number;
  readonly yOf: (lots: number) => number;
}

/** One side of the book as stairs. */
interface DepthSide {
  readonly steps: ReturnType<typeof collect>;
  readonly sign: number;
  readonly line: string;
  readonly area: string;
}

function paintSide(context: PaintFrame['context'], side: DepthSide, view: DepthView): void {
  const { steps, sign, line, area } = side;
  const edge = sign < 0 ? 0 : view.widthPx;
  context.beginPath();
  context.moveTo(view.xOf(steps[0]?.priceTicks ?? view.mid), view.floor);
  let before = view.floor;
  for (const step of steps) {
    const x = view.xOf(step.priceTicks);
    context.lineTo(x, before);
    before = view.yOf(step.lots);
    context.lineTo(x, before);
  }
  context.lineTo(edge, before);
  context.strokeStyle = line;
  context.lineWidth = 1.5;
  context.stroke();
  context.lineTo(edge, view.floor);
  context.closePath();
  context.fillStyle = area;
  context.fill();
}

function paintFoot(frame: PaintFrame, view: DepthView, tick: (ticks: number) => string): void {
  const { context, widthPx, heightPx, theme } = frame;
  context.strokeStyle = theme.colours.lineStrong;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(0, view.floor + 0.5);
  context.lineTo(widthPx / 2 - 5, view.floor + 0.5);
  context.lineTo(widthPx / 2, view.floor - 4.5);
  context.lineTo(widthPx / 2 + 5, view.floor + 0.5);
  context.lineTo(widthPx, view.floor + 0.5);
  context.stroke();
  context.font = theme.font('mini');
  context.fillStyle = theme.colours.text3;
  const baseline = heightPx - 7;
  for (const share of [-0.75, -0.375, 0, 0.375, 0.75]) {
    const ticks = Math.round(view.mid + share * view.span);
    context.textAlign = 'center';
    context.fillText(tick(ticks), view.xOf(ticks), baseline);
  }
  context.textAlign = 'left';
}

/** Lines of equal sum with their words at the end, behind the slopes. */
function paintGrid(
  frame: PaintFrame,
  view: DepthView,
  grid: { readonly most: number; readonly show: (lots: number) => string },
): void {
  const { context, widthPx, theme } = frame;
  context.font = theme.font('mini');
  context.textAlign = 'right';
  for (const share of gridShares) {
    const lots = Math.round(grid.most * share);
    const yPx = Math.round(view.yOf(lots));
    context.fillStyle = theme.colours.line;
    context.fillRect(0, yPx, widthPx, 1);
    context.fillStyle = theme.colours.text3;
    context.fillText(grid.show(lots), widthPx - 8, yPx - 4);
  }
  context.textAlign = 'left';
}

/** The price of the pointer's line, on the axis under it. */
function paintPrice(frame: PaintFrame, at: { xPx: number; yPx: number }, text: string): void {
  const { context, widthPx, heightPx, theme } = frame;
  const boxPx = Math.ceil(context.measureText(text).width) + 12;
  const left = Math.round(Math.min(Math.max(at.xPx - boxPx / 2, 0), widthPx - boxPx));
  context.fillStyle = theme.colours.pressed;
  context.fillRect(left, at.yPx + 2, boxPx, heightPx - at.yPx - 3);
  context.fillStyle = theme.colours.text1;
  context.fillText(text, left + 6, heightPx - 7);
}

/** What stands up to a point of a slope: a dot there, and words beside it that stay in sight. */
function paintNote(
  frame: PaintFrame,
  at: { xPx: number; yPx: number; floor: number },
  lines: readonly string[],
): void {
  const { context, widthPx, theme } = frame;
  context.fillStyle = theme.colours.text1;
  context.beginPath();
  context.arc(Math.round(at.xPx) + 0.5, at.yPx, 3, 0, Math.PI * 2);
  context.fill();
  const boxPx = Math.ceil(Math.max(...lines.map((line) => context.measureText(line).width))) + 20;
  const boxHeightPx = lines.length * notePx + 9;
  const left = at.xPx + boxPx + 12 > widthPx ? at.xPx - boxPx - 10 : at.xPx + 10;
  const top = Math.min(Math.max(at.yPx - boxHeightPx / 2, 10), at.floor - boxHeightPx - 4);
  context.fillStyle = theme.colours.pressed;
  context.fillRect(Math.round(left), Math.round(top), boxPx, boxHeightPx);
  context.fillStyle = theme.colours.text1;
  for (const [index, line] of lines.entries()) {
    context.fillText(line, Math.round(left) + 10, Math.round(top) + 17 + index * notePx);
  }
}

/** The depth chart. */
export function DepthChart() {
  const { room, market } = useTrade();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const pointer = useRef<number | null>(null);
  const tick = (ticks: number) =>
    joinParts(
      formatPrice(showWhole(ticks, market.priceDecimals), {
        locale,
        decimals: market.priceDecimals,
      })!,
    );

  /** All lines of the grid with the decimals that the largest needs. */
  const showLots = (lots: number, most: number) => {
    const whole = Math.log10(most) - market.lotDecimals;
    const decimals = Math.min(market.lotDecimals, Math.max(0, gridFigures - Math.ceil(whole)));
    const parts = formatAmount(showWhole(lots, market.lotDecimals), {
      locale,
      decimals,
      isPadded: true,
      standing: 'market',
    });
    return parts === null ? '' : joinParts(parts);
  };

  const paintReading = (frame: PaintFrame, view: DepthView, sides: readonly DepthSide[]) => {
    const { context, widthPx, theme } = frame;
    const { mid, span, floor } = view;
    const x = pointer.current;
    if (x === null) return;
    const isAsk = x > widthPx / 2;
    const ticks = Math.round(mid + ((x - widthPx / 2) / (widthPx / 2)) * span);
    const steps = sides[isAsk ? 1 : 0]!.steps;
    const reached = steps.filter((step) =>
      isAsk ? step.priceTicks <= ticks : step.priceTicks >= ticks,
    );
    const at = reached.at(-1);
    context.strokeStyle = theme.colours.text3;
    context.setLineDash([3, 3]);
    context.beginPath();
    context.moveTo(Math.round(x) + 0.5, 0);
    context.lineTo(Math.round(x) + 0.5, floor);
    context.stroke();
    context.setLineDash([]);
    paintPrice(frame, { xPx: x, yPx: floor }, tick(ticks));
    if (at === undefined) return;
    const part = { locale, standing: 'market' as const };
    const value = formatDecimal(
      at.value * calculateUnitsPerTickLot(market.scales),
      market.scales.quoteScale,
    );
    const ppm = Math.round(((ticks - mid) * 1e6) / mid);
    const percent = showPercent(`${ppm < 0 ? '-' : ''}${showWhole(Math.abs(ppm), 4)}`, part);
    const lots = formatAmount(showWhole(at.lots, market.lotDecimals), part)!;
    paintNote(frame, { xPx: x, yPx: view.yOf(at.lots), floor }, [
      percent,
      `${joinParts(lots)} ${market.base}`,
      `${joinParts(formatMoney(value, part)!)} ${market.quote}`,
    ]);
  };

  const paint = (frame: PaintFrame) => {
    const { context, widthPx, heightPx, theme } = frame;
    const { asks, bids } = room.book;
    const ask = asks.pricesTicks[0];
    const bid = bids.pricesTicks[0];
    if (ask === undefined || bid === undefined) return;
    const mid = (ask + bid) / 2;
    const farthest = Math.max(
      (asks.pricesTicks.at(-1) ?? ask) - mid,
      mid - (bids.pricesTicks.at(-1) ?? bid),
    );
    const widest = Math.max(5, Math.min(farthest, (mid * spanPpm) / 1e6));
    const reach = Math.max(reachOf(asks, mid, widest), reachOf(bids, mid, widest));
    const span = Math.max(5, Math.min(widest, reach * marginShare));
    const sides = [
      {
        steps: collect(bids, mid, span),
        sign: -1,
        line: theme.colours.up,
        area: theme.colours.upTint,
      },
      {
        steps: collect(asks, mid, span),
        sign: 1,
        line: theme.colours.down,
        area: theme.colours.downTint,
      },
    ];
    const most = Math.max(1, ...sides.map((side) => side.steps.at(-1)?.lots ?? 0));
    const floor = heightPx - footPx;
    const xOf = (ticks: number) => widthPx / 2 + ((ticks - mid) / span) * (widthPx / 2);
    const yOf = (lots: number) => floor - (lots / most) * (floor - 28);
    const view = { mid, span, floor, widthPx, xOf, yOf };
    for (const side of sides) paintSide(context, side, view);
    paintGrid(frame, view, { most, show: (lots) => showLots(lots, most) });
    paintFoot(frame, view, tick);
    paintReading(frame, view, sides);
  };
  const { canvas, request } = usePaint(paint, { isOpaque: true, paintsPerSecondMax: 5 });
  useEffect(() => room.book.listen(request), [room, request]);
  const point = (event: PointerEvent<HTMLCanvasElement>, isInside: boolean) => {
    const box = event.currentTarget.getBoundingClientRect();
    pointer.current = isInside ? event.clientX - box.left : null;
    request();
  };
  return (
    <div className="depth-room">
      <canvas
        aria-label={t('depth.canvas')}
        className="book-canvas"
        onPointerLeave={(event) => point(event, false)}
        onPointerMove={(event) => point(event, true)}
        ref={canvas}
        role="img"
      />
      <EmptyBook isDepth />
      <DepthDescribe />
    </div>
  );
}
