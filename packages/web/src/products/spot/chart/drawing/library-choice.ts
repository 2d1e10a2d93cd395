// The library chooses what is pressed, and has no public door to choose without a press. This is
// the way to its own: handles follow what our list and our keys choose. Only this version has it
// so (its number stands fixed in package.json).
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
