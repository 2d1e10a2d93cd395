// The board of drawings in its chart: theme, language, and the legend at the left edge, which the
// words of levels go beside. Called by the chart's door (../chart-engine.ts).
import { readPaintTheme } from '@isobath/ui';
import type { ChartDrawing } from '@isobath/wire';
import type { Chart } from 'klinecharts';
import { candlePane } from '../indicators.ts';
import { Board, type DrawingBoard } from './drawing-board.ts';
import { fade } from './drawing-look.ts';
import type { LabelBand } from './level-labels.ts';
import { separatePresses } from './library-doors.ts';

/** So much of the width the legend may take, as for lines of orders (trade-lines.css). */
const legendShare = 0.7;

/** What the board needs of its chart. */
export interface ChartBoardOptions {
  readonly chart: Chart;
  readonly host: HTMLElement;
  readonly locale: string;
  readonly priceDecimals: number;
  readonly emptyText: string;
  /** Down to where words of the legend stand on the left half. */
  readonly readLegendPx: () => number;
  readonly onDrawings: (drawings: ChartDrawing[]) => void;
  readonly onMove: () => void;
}

/** The board, and what its chart tells it. */
export interface ChartBoard {
  readonly board: DrawingBoard;
  /** The theme changed. */
  restyle(): void;
}

/** Open the board of a chart. */
export function openChartBoard(options: ChartBoardOptions): ChartBoard {
  const { chart, host, locale, priceDecimals, emptyText } = options;
  let theme = readPaintTheme(host);
  separatePresses(chart, host);
  const isByFinger = matchMedia('(pointer: coarse)').matches;
  const readBands = (): LabelBand[] => {
    const widthPx = chart.getSize(candlePane, 'main')?.width ?? 0;
    const fromPx = widthPx * legendShare;
    return [{ topPx: 0, bottomPx: options.readLegendPx(), fromPx }];
  };
  const board = new Board({
    chart,
    priceDecimals,
    readTheme: () => theme,
    readPage: () => ({
      locale,
      priceDecimals,
      emptyText,
      isByFinger,
      family: theme.family,
      colours: { ground: fade(theme.colours.panel, 0.8), faint: theme.colours.text3 },
      bands: readBands,
    }),
    onDrawings: options.onDrawings,
    onMove: options.onMove,
  });
  return {
    board,
    restyle() {
      theme = readPaintTheme(host);
      board.repaint();
    },
  };
}
