// The fixed area at the right: the way back to the top, and customer service. On a phone it steps
// aside while somebody reads on, and comes back on the way up (right-area.css). Not what stands in
// it.
import { type ReactNode, useEffect, useState } from 'react';
import { throttle } from './throttle.ts';

const everyMs = 100;
/** A finger that rests trembles: less than this is no reading on and no way back. */
const stepPx = 24;

/** Whether the page was last scrolled down. */
function useReadingOn(): boolean {
  const [isReadingOn, setReadingOn] = useState(false);
  useEffect(() => {
    let fromPx = window.scrollY;
    const { run, stop } = throttle(() => {
      const movedPx = window.scrollY - fromPx;
      if (Math.abs(movedPx) < stepPx && window.scrollY > 0) return;
      fromPx = window.scrollY;
      setReadingOn(movedPx > 0);
    }, everyMs);
    window.addEventListener('scroll', run, { passive: true });
    return () => {
      stop();
      window.removeEventListener('scroll', run);
    };
  }, []);
  return isReadingOn;
}

/** The area. */
export function RightArea(props: { isDesk: boolean; children: ReactNode }) {
  const isReadingOn = useReadingOn();
  return (
    <div
      className="shell-right"
      data-aside={isReadingOn ? '' : undefined}
      data-desk={props.isDesk ? '' : undefined}
    >
      {props.children}
    </div>
  );
}
