// The place of the product map: it keeps its height from the start and is filled once it is near
// the window, so that the first load carries none of it.
import { lazyPart } from '../../../base/late/lazy-part.ts';
import { useEffect, useRef, useState } from 'react';

const ProductMap = lazyPart(() => import('./ProductMap.tsx'), 'ProductMap');

/** The place. */
export function LateMap() {
  const place = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
    });
    if (place.current !== null) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <section className="home-map-room" ref={place}>
      {isNear ? <ProductMap /> : null}
    </section>
  );
}
