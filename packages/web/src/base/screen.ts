// The class of the screen: phone, pc-small or pc-large. Layout follows it by style sheets; this is
// for parts that behave differently, such as a popup that opens by hover or by press.
import { useSyncExternalStore } from 'react';

/** phone below 768 pixels, pc-small below 1280, pc-large from there. */
export type ScreenClass = 'phone' | 'pc-small' | 'pc-large';

const edges = ['(min-width: 768px)', '(min-width: 1280px)'] as const;

/** The class of a width. */
export function classOfWidth(widthPx: number): ScreenClass {
  if (widthPx < 768) return 'phone';
  return widthPx < 1280 ? 'pc-small' : 'pc-large';
}

function watch(onChange: () => void): () => void {
  const queries = edges.map((edge) => matchMedia(edge));
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

/** The class of this screen; the server renders for a large one. */
export function useScreen(): ScreenClass {
  return useSyncExternalStore(
    watch,
    () => classOfWidth(window.innerWidth),
    () => 'pc-large',
  );
}
