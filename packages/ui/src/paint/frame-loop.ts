// One animation frame for every canvas of the page: painters ask, the loop paints once a frame.
// Not a store and not a timer: a hidden page or a painter out of sight paints nothing.
// Called by surface.ts and by canvases that bring their own surface.

/** Something that paints itself when asked. */
export type Painter = {
  /** Paint the newest state; nowMs is the time of the frame. */
  paint: (nowMs: number) => void;
  /** At most so many paints a second; left out, one each frame. */
  paintsPerSecondMax?: number | undefined;
};

/** The handle of a painter in the loop. */
export type PaintHandle = {
  /** Ask for one paint in the next frame; asking again before it costs nothing. */
  request: () => void;
  /** A painter out of sight keeps its request until it is in sight again. */
  setVisible: (isVisible: boolean) => void;
  stop: () => void;
};

/** What the loop needs from the browser. */
export type FrameSource = {
  requestFrame: (callback: (nowMs: number) => void) => unknown;
  isHidden: () => boolean;
};

/** A loop over one source of frames. */
export type FrameLoop = {
  register: (painter: Painter) => PaintHandle;
  /**
   * Run once in a frame that has painted, or in which nothing waits for its turn: what paints by
   * itself in the frame after this one then seldom meets the painters of the loop.
   */
  afterPaint: (run: () => void) => void;
  /** The page came back into sight: paint what waited. */
  wake: () => void;
  /** A cap for all painters, for batteries; null takes it away. */
  limit: (paintsPerSecondMax: number | null) => void;
};

type Entry = {
  painter: Painter;
  isWanted: boolean;
  isVisible: boolean;
  paintedAtMs: number;
};

// A frame may come a little early; a painter capped at 60 must not lose every second frame to it.
const earlyMs = 2;

/** Make a loop; the page has one, tests make their own. */
export function createFrameLoop(source: FrameSource): FrameLoop {
  const entries = new Set<Entry>();
  const waiting: (() => void)[] = [];
  let isRequested = false;
  let limitPerSecond: number | null = null;

  const ask = () => {
    if (isRequested || source.isHidden()) return;
    isRequested = true;
    source.requestFrame(run);
  };
  const run = (nowMs: number) => {
    isRequested = false;
    let hasWaiting = false;
    let hasPainted = false;
    for (const entry of entries) {
      if (!entry.isWanted || !entry.isVisible) continue;
      if (nowMs - entry.paintedAtMs < waitMs(entry.painter, limitPerSecond)) {
        hasWaiting = true;
        continue;
      }
      entry.isWanted = false;
      entry.paintedAtMs = nowMs;
      entry.painter.paint(nowMs);
      hasPainted = true;
    }
    if (hasPainted || !hasWaiting) for (const next of waiting.splice(0)) next();
    if (hasWaiting) ask();
  };
  return {
    register: (painter) => {
      const entry: Entry = { painter, isWanted: false, isVisible: true, paintedAtMs: -Infinity };
      entries.add(entry);
      return {
        request: () => {
          entry.isWanted = true;
          if (entry.isVisible) ask();
        },
        setVisible: (isVisible) => {
          entry.isVisible = isVisible;
          if (isVisible && entry.isWanted) ask();
        },
        stop: () => entries.delete(entry),
      };
    },
    afterPaint: (next) => {
      waiting.push(next);
      ask();
    },
    wake: ask,
    limit: (paintsPerSecondMax) => {
      limitPerSecond = paintsPerSecondMax;
    },
  };
}

function waitMs(painter: Painter, limitPerSecond: number | null): number {
  const own = painter.paintsPerSecondMax ?? Infinity;
  const most = Math.min(own, limitPerSecond ?? Infinity);
  return most === Infinity ? 0 : 1000 / most - earlyMs;
}

let pageLoop: FrameLoop | undefined;

/** The page's own loop; only in a browser. */
export function readFrameLoop(): FrameLoop {
  if (pageLoop) return pageLoop;
  const loop = createFrameLoop({
    requestFrame: (callback) => requestAnimationFrame(callback),
    isHidden: () => document.hidden,
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) loop.wake();
  });
  pageLoop = loop;
  return loop;
}
