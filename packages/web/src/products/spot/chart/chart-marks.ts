// Our own two marks on the library's canvas: the edge of simulated history, and fills of mine.
// Not where they stand: the engine places them (chart-engine.ts).
import { registerOverlay } from 'klinecharts';

/** Name of the edge of simulated history. */
export const boundaryName = 'isobathBoundary';

/** Name of a fill. */
export const fillName = 'isobathFill';

/** How the edge of simulated history looks. */
export interface BoundaryLook {
  readonly text: string;
  readonly colour: string;
  readonly family: string;
}

let isRegistered = false;

/** Teach the library our two marks: the edge of simulated history and own fills. */
export function registerMarks(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerOverlay({
    name: boundaryName,
    totalStep: 2,
    lock: true,
    createPointFigures: ({ coordinates, bounding, overlay }) => {
      const x = coordinates[0]?.x ?? 0;
      const { text, colour, family } = overlay.extendData as BoundaryLook;
      return [
        {
          type: 'line',
          attrs: {
            coordinates: [
              { x, y: 0 },
              { x, y: bounding.height },
            ],
          },
          styles: { style: 'dashed', dashedValue: [2, 4], color: colour },
          ignoreEvent: true,
        },
        {
          type: 'text',
          attrs: {
            x: x - 6,
            y: bounding.height - 8,
            text,
            align: 'right',
            baseline: 'bottom',
          },
          styles: { color: colour, backgroundColor: 'transparent', family, size: 11 },
          ignoreEvent: true,
        },
      ];
    },
  });
  registerOverlay({
    name: fillName,
    totalStep: 2,
    lock: true,
    createPointFigures: ({ coordinates, overlay }) => {
      const { x = 0, y = 0 } = coordinates[0] ?? {};
      const { side, fill, edge } = overlay.extendData as Record<string, string>;
      const way = side === 'buy' ? 1 : -1;
      const tip = y + way * 5;
      const foot = y + way * 14;
      return {
        type: 'polygon',
        attrs: {
          coordinates: [
            { x, y: tip },
            { x: x - 5, y: foot },
            { x: x + 5, y: foot },
          ],
        },
        styles: { style: 'stroke_fill', color: fill, borderColor: edge, borderSize: 1 },
        ignoreEvent: true,
      };
    },
  });
}
