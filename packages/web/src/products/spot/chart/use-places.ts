// What stands at a price on the chart keeps its height while the picture moves, and what stands at
// the axis gives way to its neighbours. Not what it is: lines of orders (OrderLines.tsx), alerts
// and costs (PriceLevels.tsx).
import { readFrameLoop } from '@isobath/ui';
import { useEffect, useState } from 'react';
import type { ChartEngine } from './chart-engine.ts';
import { type Blocked, markHeightPx, placeMarks } from './mark-places.ts';

/** The library paints a change in the frames after it. */
const framesAfterMove = 3;
/** The library's label of the last price. */
const lastHeightPx = 18;

/** A mark at the axis, as its line says where that is and hears where it stands. */
export interface AxisMark {
  /** Height of its line; null out of sight, or while it is in hand and stands on its line. */
  readonly readLinePx: () => number | null;
  /** Which of two lines of one height is the higher. */
  readonly readTicks: () => number;
  /** Stand at this height for these lines; none: the mark that stands there stands for this one. */
  readonly put: (yPx: number, lines: readonly string[]) => void;
}

/** From the axis to its marks. */
const stemPx = 4;

/** Stand beside a line, with a stem from its end to the middle of the mark. */
export function putMark(element: HTMLElement, offPx: number): void {
  element.style.setProperty('--off-line', `${offPx}px`);
  element.style.setProperty('--stem', `${Math.hypot(stemPx, offPx)}px`);
  element.style.setProperty('--slant', `${Math.atan2(offPx, stemPx)}rad`);
}

/** What stands at prices on a chart. */
export interface Places {
  /** Where each leaves what sets it at its height anew. */
  readonly follows: Set<() => void>;
  /** Marks that give way to each other, by the name of their line. */
  readonly marks: Map<string, AxisMark>;
  /** Marks that orders give way to, and that give way to what stays where it is: a cost. */
  readonly costs: Map<string, AxisMark>;
  /** What stays where it is on the axis. */
  readonly blocked: Map<string, Blocked>;
  /** Find the places of all marks anew. */
  readonly arrange: () => void;
}

function openPlaces(engine: ChartEngine): Places {
  const marks = new Map<string, AxisMark>();
  const costs = new Map<string, AxisMark>();
  const blocked = new Map<string, Blocked>();
  let tookAxis = false;
  /** Put costs in their places, and say what orders give way to. */
  const placeCosts = (room: Parameters<typeof placeMarks>[1]): readonly Blocked[] => {
    const taken = [...room.blocked];
    for (const mark of costs.values()) {
      const linePx = mark.readLinePx();
      if (linePx === null) continue;
      for (const { yPx } of placeMarks([linePx], { ...room, blocked: taken })) {
        mark.put(yPx, []);
        taken.push({ yPx, heightPx: markHeightPx });
      }
    }
    return taken;
  };
  const arrange = () => {
    const here = [...marks]
      .flatMap(([name, mark]) => {
        const linePx = mark.readLinePx();
        return linePx === null ? [] : [{ name, mark, linePx }];
      })
      .toSorted((one, two) => two.mark.readTicks() - one.mark.readTicks());
    const lastPx = engine.yOf(engine.readCandles().at(-1)?.close ?? 0);
    const room = {
      chartPx: engine.heightPx(),
      last: lastPx === null ? null : { yPx: lastPx, heightPx: lastHeightPx },
      blocked: [...blocked.values()],
    };
    const standing = placeCosts(room);
    const found = placeMarks(
      here.map(({ linePx }) => linePx),
      { ...room, blocked: standing },
    );
    const taken = [...standing, ...found.map(({ yPx }) => ({ yPx, heightPx: markHeightPx }))];
    // A chart has several of these; one alone has marks, and it alone speaks of the axis.
    if (taken.length > 0 || tookAxis) engine.takeAxis(taken);
    tookAxis = taken.length > 0;
    for (const { yPx, lines } of found) {
      const group = lines.map((at) => here[at]).filter((each) => each !== undefined);
      const names = group.map(({ name }) => name);
      for (const [at, { mark }] of group.entries()) mark.put(yPx, at === 0 ? names : []);
    }
  };
  return { follows: new Set(), marks, costs, blocked, arrange };
}

/** Set things at their heights when the picture moves, and until the library has painted it. */
export function usePlaces(engine: ChartEngine): Places {
  const [places, setPlaces] = useState(() => ({ engine, ...openPlaces(engine) }));
  if (places.engine !== engine) setPlaces({ engine, ...openPlaces(engine) });
  useEffect(() => {
    let framesLeft = 0;
    const handle = readFrameLoop().register({
      paint() {
        for (const follow of places.follows) follow();
        places.arrange();
        framesLeft -= 1;
        if (framesLeft > 0) handle.request();
      },
    });
    const wake = () => {
      framesLeft = framesAfterMove;
      handle.request();
    };
    const stop = engine.listenMove(wake);
    wake();
    return () => {
      stop();
      handle.stop();
    };
  }, [engine, places]);
  return places;
}
