// What somebody did to a field before the scripts of its page ran, on a slow device or line. The
// browser shows it, and the page does not know of it: with its next drawing the field would lose
// it. Used by the fields of this folder and by others that come with the server's document.
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Call once, with the first answer of a field that came with the server's document; never for a
 * field that the browser's own code made.
 *
 * @param settle - tells the owner what stands in the field, or puts back what the owner knows.
 */
export function useEarly(settle: () => void): void {
  // False only while a document of the server comes to life.
  const isMadeHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const first = useRef<(() => void) | null>(isMadeHere ? null : settle);
  useLayoutEffect(() => {
    first.current?.();
    first.current = null;
  }, []);
}

interface Field {
  readonly current: {
    readonly value: string;
    readonly defaultValue: string;
  } | null;
}

/** Tell the owner of a field for text what was typed, or filled in by the browser, so early. */
export function useEarlyText(field: Field, tell: (typed: string) => void): void {
  useEarly(() => {
    const element = field.current;
    // The default is what the server wrote into it.
    if (element !== null && element.value !== element.defaultValue) tell(element.value);
  });
}
