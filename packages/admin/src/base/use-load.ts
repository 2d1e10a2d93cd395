// What a page reads: the answer, the error, and reading it again. Old data stays while new comes.
import { ApiError } from '@isobath/sdk';
import { useCallback, useEffect, useRef, useState } from 'react';

/** An answer on its way, here, or failed. */
export interface Loaded<TData> {
  readonly data: TData | null;
  /** The refusal in words, null when there is none. */
  readonly error: string | null;
  readonly isLoading: boolean;
  /** Read again. */
  readonly reload: () => void;
  /** Put an answer in that another call brought. */
  readonly set: (data: TData) => void;
}

/** Words of whatever a call threw. */
export function describeError(error: unknown): string {
  return error instanceof ApiError ? error.message : String((error as Error).message);
}

/**
 * Load something; anew whenever `key` changes.
 *
 * @param everyMs - read again so often; 0 = never.
 */
export function useLoad<TData>(
  key: string,
  load: () => Promise<TData>,
  everyMs = 0,
): Loaded<TData> {
  const [data, setData] = useState<TData | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(true);
  const turn = useRef(0);
  const latest = useRef(load);
  latest.current = load;
  const reload = useCallback(() => {
    turn.current += 1;
    const own = turn.current;
    setLoading(true);
    latest.current().then(
      (answer) => {
        if (own !== turn.current) return;
        setData(answer);
        setError(null);
        setLoading(false);
      },
      (failure: unknown) => {
        if (own !== turn.current) return;
        setError(describeError(failure));
        setLoading(false);
      },
    );
  }, []);
  useEffect(() => {
    setData(null);
    reload();
    if (everyMs === 0) return undefined;
    const timer = setInterval(reload, everyMs);
    return () => clearInterval(timer);
  }, [key, everyMs, reload]);
  return { data, error, isLoading, reload, set: setData };
}
