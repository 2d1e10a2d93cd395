// A canvas that fits its box: real pixels, theme, sight and size, painted by the page's one loop.
// Not a drawing: what stands on it is the caller's paint function, which must draw all of it.
// Called by usePaint and by canvases that live outside React.
import { type PaintHandle, readFrameLoop } from './frame-loop.ts';
import { forgetFont, forgetWidths } from './text.ts';
import { type PaintTheme, readPaintTheme, watchTheme } from './theme.ts';

/** What a paint function gets; the context is already scaled to CSS pixels and cleared. */
export type PaintFrame = {
  readonly context: CanvasRenderingContext2D;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Screen pixels in one CSS pixel. */
  readonly ratio: number;
  readonly theme: PaintTheme;
  readonly nowMs: number;
  /** False when a surface that keeps its picture still holds the one before. */
  readonly isFresh: boolean;
};

/** How a surface behaves. */
export type SurfaceOptions = {
  paint: (frame: PaintFrame) => void;
  /** The panel's ground is filled in and the canvas holds no transparency: faster. */
  isOpaque?: boolean | undefined;
  /** The picture before stays: the paint function draws only what has changed. */
  isKept?: boolean | undefined;
  paintsPerSecondMax?: number | undefined;
};

/** A live surface. */
export type Surface = {
  /** Ask for a paint in the next frame. */
  request: () => void;
  close: () => void;
};

const ratioMax = 3;

/** Bring a canvas to life; it paints once at once and then on request, resize and theme change. */
export function openSurface(canvas: HTMLCanvasElement, options: SurfaceOptions): Surface {
  const context = canvas.getContext('2d', { alpha: options.isOpaque !== true });
  if (!context) return { request: () => {}, close: () => {} };
  let theme: PaintTheme | null = null;
  const size = { widthPx: 0, heightPx: 0, ratio: 1 };
  let isFresh = true;
  const paint = (nowMs: number) => {
    if (size.widthPx === 0 || size.heightPx === 0) return;
    theme ??= readPaintTheme(canvas);
    forgetFont(context);
    context.setTransform(size.ratio, 0, 0, size.ratio, 0, 0);
    const isCleared = isFresh || options.isKept !== true;
    if (isCleared && options.isOpaque) {
      context.fillStyle = theme.colours.panel;
      context.fillRect(0, 0, size.widthPx, size.heightPx);
    } else if (isCleared) {
      context.clearRect(0, 0, size.widthPx, size.heightPx);
    }
    options.paint({ context, ...size, theme, nowMs, isFresh });
    isFresh = false;
  };
  const handle = readFrameLoop().register({
    paint,
    paintsPerSecondMax: options.paintsPerSecondMax,
  });
  const unwatch = watchTheme(() => {
    theme = null;
    isFresh = true;
    forgetWidths();
    handle.request();
  });
  const stopSight = watchSight(canvas, handle);
  const stopSize = watchSize(canvas, (widthPx, heightPx) => {
    const ratio = Math.min(devicePixelRatio || 1, ratioMax);
    Object.assign(size, { widthPx, heightPx, ratio });
    canvas.width = Math.round(widthPx * ratio);
    canvas.height = Math.round(heightPx * ratio);
    isFresh = true;
    // A resized canvas is empty; painting in the same frame keeps it from blinking.
    paint(performance.now());
  });
  return {
    request: handle.request,
    close: () => {
      unwatch();
      stopSight();
      stopSize();
      handle.stop();
    },
  };
}

function watchSize(
  canvas: HTMLCanvasElement,
  onSize: (widthPx: number, heightPx: number) => void,
): () => void {
  const observer = new ResizeObserver((entries) => {
    const box = entries.at(-1)?.contentRect;
    if (box) onSize(box.width, box.height);
  });
  observer.observe(canvas);
  return () => observer.disconnect();
}

function watchSight(canvas: HTMLCanvasElement, handle: PaintHandle): () => void {
  const observer = new IntersectionObserver((entries) => {
    handle.setVisible(entries.at(-1)?.isIntersecting ?? true);
  });
  observer.observe(canvas);
  return () => observer.disconnect();
}
