// Two doors that the library has for itself alone. It chooses what is pressed, and nothing without
// a press; and of two presses within half a second it hears one, wherever they are, which loses the
// second point of who draws quickly. Only this version has them so (its number stands fixed in
// package.json).
import type { Chart, Overlay } from 'klinecharts';
import { candlePane } from '../indicators.ts';

interface ChoosingStore {
  setClickOverlayInfo(
    info: {
      paneId: string;
      overlay: Overlay<unknown> | null;
      figureType: 'none' | 'other';
      figureIndex: number;
      figure: null;
    },
    onSelected: () => void,
    onDeselected: () => void,
  ): void;
}

/** Show handles on this drawing, or on none. Its events are not fired: who calls knows. */
export function markChosen(chart: Chart, overlay: Overlay<unknown> | null): void {
  const store = (chart as unknown as { getChartStore(): ChoosingStore }).getChartStore();
  const nothing = () => {};
  const figureType = overlay === null ? 'none' : 'other';
  const info = { paneId: candlePane, overlay, figureType, figureIndex: -1, figure: null } as const;
  store.setClickOverlayInfo(info, nothing, nothing);
}

type PressClock = Readonly<Record<string, () => void>>;

const samePlacePx = 5;

/** Let two presses be one double press only where they are at one place. */
export function separatePresses(chart: Chart, host: HTMLElement): void {
  const own = chart as unknown as Readonly<Record<string, Readonly<Record<string, PressClock>>>>;
  const clock = own['_chartEvent']?.['_event'];
  let last = { x: 0, y: 0 };
  host.addEventListener(
    'pointerdown',
    ({ clientX: x, clientY: y }) => {
      if (Math.hypot(x - last.x, y - last.y) > samePlacePx) {
        clock?.['_resetClickTimeout']?.();
        clock?.['_resetTapTimeout']?.();
      }
      last = { x, y };
    },
    { capture: true, passive: true },
  );
}
