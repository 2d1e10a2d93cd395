import { useEffect } from 'react';
import { throttle } from './throttle.ts';

const everyMs = 100;

/** Look when the page scrolls, ten times a second at most. @param look - the first one stays. */
export function useScroll(look: () => void): void {
  useEffect(() => {
    const { run, stop } = throttle(look, everyMs);
    window.addEventListener('scroll', run, { passive: true });
    return () => {
      stop();
      window.removeEventListener('scroll', run);
    };
  }, []);
}
