// One ticker for everything that shows passing time, however many countdowns are on the page.
import { useSyncExternalStore } from 'react';
import { useUi } from './UiProvider.tsx';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const readSecond = () => Math.floor(Date.now() / 1000);

/**
 * The server's time in whole seconds as milliseconds, new each second.
 *
 * @returns null in the first picture when the page does not say when it was made.
 */
export function useNow(): number | null {
  const { renderedAtMs, clockOffsetMs = 0 } = useUi();
  const server = () => (renderedAtMs === undefined ? null : Math.floor(renderedAtMs / 1000));
  const second = useSyncExternalStore(subscribe, readSecond, server);
  return second === null ? null : second * 1000 + clockOffsetMs;
}
