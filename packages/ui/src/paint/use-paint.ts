import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { openSurface, type PaintFrame, type Surface, type SurfaceOptions } from './surface.ts';

/**
 * Tie a paint function to a canvas element. The function may change with each render of React; the
 * feed never needs one: change your data and call request.
 *
 * @param paint - draws the whole picture from the newest data.
 */
export function usePaint(
  paint: (frame: PaintFrame) => void,
  options: Omit<SurfaceOptions, 'paint'> = {},
): { canvas: RefObject<HTMLCanvasElement | null>; request: () => void } {
  const canvas = useRef<HTMLCanvasElement>(null);
  const newest = useRef(paint);
  const surface = useRef<Surface | null>(null);
  const { isOpaque, isKept, paintsPerSecondMax } = options;
  useEffect(() => {
    newest.current = paint;
    surface.current?.request();
  });
  useEffect(() => {
    if (!canvas.current) return;
    const opened = openSurface(canvas.current, {
      paint: (frame) => newest.current(frame),
      isOpaque,
      isKept,
      paintsPerSecondMax,
    });
    surface.current = opened;
    return () => {
      surface.current = null;
      opened.close();
    };
  }, [isOpaque, isKept, paintsPerSecondMax]);
  return useMemo(() => ({ canvas, request: () => surface.current?.request() }), []);
}
