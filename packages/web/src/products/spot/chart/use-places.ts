// What stands at a price on the chart keeps its height while the picture moves. Not what it is:
// lines of orders (OrderLines.tsx), alerts and costs (PriceLevels.tsx).
import { readFrameLoop } from '@isobath/ui';
import { useEffect, useState } from 'react';
import type { ChartEngine } from './chart-engine.ts';
import type { TagPlace } from './tag-places.ts';

/** The library paints a change in the frames after it. */
const framesAfterMove = 3;

/** What stands at prices on a chart. */
export interface Places {
  /** Where each leaves what sets it at its height anew. */
  readonly follows: Set<() => void>;
  /** Where the tags of lines in sight stand, by the line's place in the list. */
  readonly tags: Map<number, TagPlace>;
}

/** Set things at their heights when the picture moves, and until the library has painted it. */
export function usePlaces(engine: ChartEngine): Places {
  const [places] = useState<Places>(() => ({ follows: new Set(), tags: new Map() }));
  useEffect(() => {
    let framesLeft = 0;
    const handle = readFrameLoop().register({
      paint() {
        for (const follow of places.follows) follow();
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
