// Of several questions under way only the newest one's answer counts, whichever comes first.
import { useCallback, useRef } from 'react';

/**
 * Begin a question that outdates all earlier ones of the same place.
 *
 * @returns a function that begins one; its answer tells whether that one is still the newest.
 */
export function useNewest(): () => () => boolean {
  const count = useRef(0);
  return useCallback(() => {
    count.current += 1;
    const own = count.current;
    return () => own === count.current;
  }, []);
}
