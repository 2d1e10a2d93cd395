// The fixed area at the right: the way back to the top, and customer service. On a phone it steps
// aside while somebody reads on, and comes back on the way up (right-area.css). Not what stands in
// it.
import { type ReactNode, useRef, useState } from 'react';
import { useScroll } from './use-scroll.ts';

/** A finger that rests trembles: less than this is no reading on and no way back. */
const stepPx = 24;

/** The area. */
export function RightArea(props: { isDesk: boolean; children: ReactNode }) {
  const [isReadingOn, setReadingOn] = useState(false);
  const fromPx = useRef<number>(undefined);
  useScroll(() => {
    const movedPx = window.scrollY - (fromPx.current ??= window.scrollY);
    if (Math.abs(movedPx) < stepPx && window.scrollY > 0) return;
    fromPx.current = window.scrollY;
    setReadingOn(movedPx > 0);
  });
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
