// The drawings on one chart: shown as they are kept, drawn, moved, chosen, changed and removed. It
// holds no past: each deed of the person is told, and undoing shows what stood before
// (../saved-chart.ts). Not their shapes (drawing-shapes.ts), nor the tools (DrawingBar.tsx).
import type { PaintTheme } from '@isobath/ui';
import type { ChartDrawing } from '@isobath/wire';
import type { Chart, Overlay, OverlayCreate } from 'klinecharts';
import { createValue, type Value } from '../../../../base/value.ts';
import { candlePane } from '../indicators.ts';
import type { Box } from './bar-place.ts';
import {
  cleanText,
  type DrawingLook,
  type DrawingName,
  isDrawingName,
  keepLook,
  makeStyles,
  readColour,
  readLook,
  textName,
} from './drawing-look.ts';
import { openShapes, type ShapePage } from './drawing-shapes.ts';
import { markChosen } from './library-doors.ts';

const drawingsGroup = 'drawings';
const copyBars = 4;
const handlePx = 14;

/** The drawing that somebody chose. */
export interface ChosenDrawing {
  readonly id: string;
  readonly name: DrawingName;
  readonly look: DrawingLook;
  /** Its text is being written. */
  readonly isWriting: boolean;
  /** It was chosen from the list: its tools take the focus. */
  readonly hasFocus: boolean;
}

/** Drawings of a chart. */
export interface DrawingBoard {
  /** The chosen one, null while none is. */
  readonly chosen: Value<ChosenDrawing | null>;
  /** Have these drawings and no others. */
  show(drawings: readonly ChartDrawing[]): void;
  /** The next presses on the chart draw this. */
  start(name: DrawingName): void;
  /** Stop drawing, or let go of the chosen one. @returns false when there was neither. */
  letGo(): boolean;
  /** Choose by the place in the list; brought into sight. */
  choose(index: number): void;
  change(part: Partial<DrawingLook>): void;
  write(): void;
  /** Take the text that was written, null when it is not wanted; without any there is no text. */
  endWriting(text: string | null): void;
  duplicate(): void;
  remove(): void;
  /** Whether the newest right click was on a drawing, and so is none on the chart. Asked once. */
  tookPress(): boolean;
  /** What of the chosen one must stay in reach. */
  readHandles(): readonly Box[];
  /** Draw all anew: the theme changed, or what stands beside them. */
  repaint(): void;
}

/** What the board needs. */
export interface BoardOptions {
  readonly chart: Chart;
  readonly priceDecimals: number;
  readonly readTheme: () => PaintTheme;
  readonly readPage: () => ShapePage;
  /** The person did something; these are there now. */
  readonly onDrawings: (drawings: ChartDrawing[]) => void;
  readonly onMove: () => void;
}

/** One drawing is chosen on a page at a time, however many charts it has. */
let letGoOfOther: (() => void) | null = null;

/** How what is drawn begins. */
const firstLook = readLook({ name: '', points: [] });

const isSame = (one: unknown, two: unknown) => JSON.stringify(one) === JSON.stringify(two);

/** A point of the library as it is kept: its price to a hundredth of a tick. */
function keepPoints({ points }: Overlay<unknown>, priceDecimals: number): ChartDrawing['points'] {
  return points.map(({ timestamp, value }) => ({
    ...(timestamp === undefined ? {} : { time: timestamp }),
    ...(value === undefined ? {} : { price: value.toFixed(priceDecimals + 2) }),
  }));
}

const readPoints = ({ points }: ChartDrawing) =>
  points.map(({ time, price }) => ({
    ...(time === undefined ? {} : { timestamp: time }),
    ...(price === undefined ? {} : { value: Number(price) }),
  }));

/** The board of one chart. */
export class Board implements DrawingBoard {
  readonly chosen = createValue<ChosenDrawing | null>(null);
  readonly #options: BoardOptions;
  /** By the library's id, in the order in which they were drawn. */
  readonly #looks = new Map<string, DrawingLook>();
  readonly #boxes = new Map<string, Box>();
  /** What is being drawn. */
  #startedId: string | null = null;
  #tookPress = false;

  constructor(options: BoardOptions) {
    this.#options = options;
    openShapes(options.chart, {
      readPage: options.readPage,
      readLook: ({ id }) => {
        const look = this.#looks.get(id) ?? firstLook;
        return { ...look, colour: readColour(look.colour, options.readTheme()) };
      },
      onBox: ({ id }, box) => this.#boxes.set(id, box),
    });
  }

  show(drawings: readonly ChartDrawing[]): void {
    // A kind of a later version, and one without a place, cannot be shown.
    const known = drawings.filter(({ name, points }) => isDrawingName(name) && points.length > 0);
    if (isSame(this.#read(), known)) return;
    const { chart } = this.#options;
    const ids = [...this.#looks.keys()];
    const names = ids.map((id) => this.#find(id)?.name);
    if (
      isSame(
        names,
        known.map(({ name }) => name),
      )
    ) {
      ids.forEach((id, index) => this.#alter(id, known[index] as ChartDrawing));
      return;
    }
    this.#choose(null);
    chart.removeOverlay({ groupId: drawingsGroup });
    this.#startedId = null;
    this.#looks.clear();
    this.#boxes.clear();
    for (const drawing of known) this.#add(drawing);
  }

  start(name: DrawingName): void {
    this.letGo();
    const id = this.#options.chart.createOverlay(this.#make(name, firstLook));
    this.#startedId = typeof id === 'string' ? id : null;
  }

  letGo(): boolean {
    if (this.#startedId !== null) {
      this.#options.chart.removeOverlay({ id: this.#startedId });
      this.#startedId = null;
      return true;
    }
    if (this.chosen.read() === null) return false;
    this.#choose(null);
    return true;
  }

  choose(index: number): void {
    const id = [...this.#looks.keys()][index];
    const overlay = id === undefined ? undefined : this.#find(id);
    if (overlay === undefined) return;
    const { chart } = this.#options;
    const [spot] = this.#readSpots(overlay);
    const at = overlay.points.find(({ timestamp }) => timestamp !== undefined)?.timestamp;
    const widthPx = chart.getSize(candlePane, 'main')?.width ?? 0;
    const isInSight = spot?.x === undefined || (spot.x >= 0 && spot.x <= widthPx);
    if (!isInSight && at !== undefined) chart.scrollToTimestamp(at);
    this.letGo();
    this.#choose(overlay, { hasFocus: true });
  }

  change(part: Partial<DrawingLook>): void {
    const chosen = this.chosen.read();
    const overlay = chosen === null ? undefined : this.#find(chosen.id);
    if (chosen === null || overlay === undefined) return;
    const look = { ...chosen.look, ...part };
    this.#dress(chosen.id, look);
    this.chosen.set({ ...chosen, look });
    this.#keep();
  }

  write(): void {
    const chosen = this.chosen.read();
    if (chosen?.name === textName) this.chosen.set({ ...chosen, isWriting: true });
  }

  endWriting(text: string | null): void {
    const chosen = this.chosen.read();
    if (chosen === null || !chosen.isWriting) return;
    const next = text === null ? chosen.look.text : cleanText(text);
    if (next === '') {
      this.remove();
      return;
    }
    this.chosen.set({ ...chosen, isWriting: false, hasFocus: false });
    this.change({ text: next });
  }

  duplicate(): void {
    const chosen = this.chosen.read();
    const overlay = chosen === null ? undefined : this.#find(chosen.id);
    if (chosen === null || overlay === undefined) return;
    const { chart, priceDecimals } = this.#options;
    // Some bars and a little lower, so that the two are seen apart.
    const barPx = chart.getBarSpace().bar;
    const moved = this.#readSpots(overlay).map((spot) => ({
      ...(spot.x === undefined ? {} : { x: spot.x + copyBars * barPx }),
      ...(spot.y === undefined ? {} : { y: spot.y + 2 * handlePx }),
    }));
    const places = chart.convertFromPixel(moved, { paneId: candlePane });
    const points = [places].flat().map(({ timestamp, value }, index) => ({
      ...(overlay.points[index]?.timestamp === undefined || timestamp === undefined
        ? {}
        : { time: timestamp }),
      ...(overlay.points[index]?.value === undefined || value === undefined
        ? {}
        : { price: value.toFixed(priceDecimals + 2) }),
    }));
    const { hasFocus, name } = chosen;
    const look = keepLook({ ...chosen.look, isLocked: false });
    const id = this.#add({ name, points, ...look });
    const copy = id === null ? undefined : this.#find(id);
    if (copy !== undefined) this.#choose(copy, { hasFocus });
    this.#keep();
  }

  remove(): void {
    const chosen = this.chosen.read();
    if (chosen === null) return;
    this.#choose(null);
    this.#looks.delete(chosen.id);
    this.#boxes.delete(chosen.id);
    this.#options.chart.removeOverlay({ id: chosen.id });
    this.#keep();
  }

  tookPress(): boolean {
    const took = this.#tookPress;
    this.#tookPress = false;
    return took;
  }

  readHandles(): readonly Box[] {
    const chosen = this.chosen.read();
    const overlay = chosen === null ? undefined : this.#find(chosen.id);
    if (chosen === null || overlay === undefined) return [];
    const handles = this.#readSpots(overlay).map(({ x = 0, y = 0 }) => ({
      leftPx: x - handlePx,
      topPx: y - handlePx,
      widthPx: 2 * handlePx,
      heightPx: 2 * handlePx,
    }));
    const box = this.#boxes.get(chosen.id);
    return box === undefined ? handles : [...handles, box];
  }

  repaint(): void {
    for (const [id, look] of this.#looks) this.#dress(id, look);
  }

  #find(id: string): Overlay<unknown> | undefined {
    return this.#options.chart.getOverlays({ id })[0];
  }

  #read(): ChartDrawing[] {
    const { priceDecimals } = this.#options;
    return [...this.#looks].flatMap(([id, look]) => {
      const overlay = this.#find(id);
      if (overlay === undefined || (overlay.name === textName && look.text === '')) return [];
      const points = keepPoints(overlay, priceDecimals);
      return [{ name: overlay.name, points, ...keepLook(look) }];
    });
  }

  #keep(): void {
    this.#options.onDrawings(this.#read());
  }

  #readSpots(overlay: Overlay<unknown>): Partial<{ x: number; y: number }>[] {
    const spots = this.#options.chart.convertToPixel(overlay.points, { paneId: candlePane });
    return [spots].flat();
  }

  /** Choose one, or none: for the library, whose handles show it, and for the tools. */
  #choose(overlay: Overlay<unknown> | null, how: { hasFocus?: boolean; isWriting?: boolean } = {}) {
    const before = this.chosen.read();
    const look = overlay === null ? undefined : this.#looks.get(overlay.id);
    if (overlay === null || look === undefined || !isDrawingName(overlay.name)) {
      this.chosen.set(null);
      if (before !== null) markChosen(this.#options.chart, null);
      return;
    }
    if (letGoOfOther !== this.#letGoHere) letGoOfOther?.();
    letGoOfOther = this.#letGoHere;
    const { hasFocus = false, isWriting = false } = how;
    this.chosen.set({ id: overlay.id, name: overlay.name, look, hasFocus, isWriting });
    markChosen(this.#options.chart, overlay);
    this.#options.onMove();
  }

  readonly #letGoHere = () => this.#choose(null);

  /** Dress a drawing in a look. */
  #dress(id: string, look: DrawingLook): void {
    this.#looks.set(id, look);
    const { chart, readTheme, readPage } = this.#options;
    const styles = makeStyles(look, readTheme(), readPage().isByFinger);
    chart.overrideOverlay({ id, styles, lock: look.isLocked });
  }

  #alter(id: string, drawing: ChartDrawing): void {
    const look = readLook(drawing);
    this.#options.chart.overrideOverlay({ id, points: readPoints(drawing) });
    this.#dress(id, look);
    const chosen = this.chosen.read();
    if (chosen?.id === id) this.chosen.set({ ...chosen, look });
  }

  #add(drawing: ChartDrawing): string | null {
    if (!isDrawingName(drawing.name)) return null;
    const look = readLook(drawing);
    const made = { ...this.#make(drawing.name, look), points: readPoints(drawing) };
    const id = this.#options.chart.createOverlay(made);
    if (typeof id !== 'string') return null;
    this.#looks.set(id, look);
    return id;
  }

  #make(name: DrawingName, look: DrawingLook): OverlayCreate<unknown> {
    const { readTheme, readPage } = this.#options;
    const settle = () => {
      this.#keep();
      this.#options.onMove();
    };
    return {
      name,
      groupId: drawingsGroup,
      lock: look.isLocked,
      styles: makeStyles(look, readTheme(), readPage().isByFinger),
      onDrawEnd: ({ overlay }) => {
        this.#startedId = null;
        this.#looks.set(overlay.id, look);
        this.#choose(overlay, { isWriting: name === textName });
        if (name !== textName) settle();
      },
      onClick: ({ overlay }) => {
        if (this.chosen.read()?.id !== overlay.id) this.#choose(overlay);
      },
      onDoubleClick: () => this.write(),
      onDeselected: ({ overlay }) => {
        const chosen = this.chosen.read();
        if (chosen?.id === overlay.id) this.chosen.set(null);
      },
      onRightClick: (event) => {
        this.#tookPress = true;
        // What is still being drawn, the library takes away; what stands is chosen.
        if (event.overlay.id === this.#startedId) return;
        (event as { preventDefault?: () => void }).preventDefault?.();
        this.#choose(event.overlay);
      },
      onPressedMoveStart: ({ overlay }) => {
        if (this.chosen.read()?.id !== overlay.id) this.#choose(overlay);
      },
      onPressedMoveEnd: settle,
      onRemoved: ({ overlay }) => {
        if (overlay.id === this.#startedId) this.#startedId = null;
      },
    };
  }
}
