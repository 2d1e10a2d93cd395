// What floats at the right of a phone steps aside while somebody reads on, and comes back on the
// way up (right-area.css). It stands in the area it moves, and comes with customer service. Not
// what floats there.
import { useEffect, useRef } from 'react';
import { throttle } from './throttle.ts';

const everyMs = 100;
/** A finger that rests trembles: less than this is no reading on and no way back. */
const stepPx = 24;

/** Moves the area it stands in. */
export function StepAside() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const area = place.current?.closest('.shell-right');
    let fromPx = window.scrollY;
    const { run, stop } = throttle(() => {
      const movedPx = window.scrollY - fromPx;
      if (Math.abs(movedPx) < stepPx && window.scrollY > 0) return;
      fromPx = window.scrollY;
      area?.toggleAttribute('data-aside', movedPx > 0);
    }, everyMs);
    window.addEventListener('scroll', run, { passive: true });
    return () => {
      stop();
      window.removeEventListener('scroll', run);
    };
  }, []);
  return <span hidden ref={place} />;
}
