// Small values outside React: the feed writes as often as it likes, components read at most so
// often as they ask for. Not a state library: one value, its listeners, nothing else.
// Used by live rooms of products; canvases listen without React.
import { useCallback, useSyncExternalStore } from 'react';

/** A value that tells its listeners. */
export interface Value<TValue> {
  read(): TValue;
  set(next: TValue): void;
  /** @returns stop listening. */
  listen(onChange: () => void): () => void;
}

/** Make a value; setting the same one again tells nobody. */
export function createValue<TValue>(first: TValue): Value<TValue> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    listen(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/**
 * Read a value in a component.
 *
 * @param everyMs - at least so long between two renders; the last value always arrives.
 */
export function useValue<TValue>(value: Value<TValue>, everyMs = 0): TValue {
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (everyMs === 0) return value.listen(onChange);
      let reportedAtMs = -Infinity;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const report = () => {
        timer = undefined;
        reportedAtMs = performance.now();
        onChange();
      };
      const stop = value.listen(() => {
        if (timer !== undefined) return;
        const waitMs = everyMs - (performance.now() - reportedAtMs);
        if (waitMs <= 0) report();
        else timer = setTimeout(report, waitMs);
      });
      return () => {
        stop();
        clearTimeout(timer);
      };
    },
    [value, everyMs],
  );
  // Between two allowed renders the snapshot must stay what was rendered.
  return useSyncExternalStore(subscribe, value.read, value.read);
}
