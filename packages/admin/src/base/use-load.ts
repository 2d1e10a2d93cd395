// What a page reads: the answer, the error, and reading it again. Old data stays while new comes.
import { ApiError, NetworkError } from '@isobath/sdk';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createReads } from './reads.ts';
import { consoleText } from './texts.tsx';

/** An answer on its way, here, or failed. */
export interface Loaded<TData> {
  readonly data: TData | null;
  /** The refusal in words, null when there is none. */
  readonly error: string | null;
  /** Refused since there is no such thing. */
  readonly isMissing: boolean;
  readonly isLoading: boolean;
  /** Read again. */
  readonly reload: () => void;
  /** Put an answer in that another call brought. */
  readonly set: (data: TData) => void;
}

/** Words of whatever a call threw. */
export function describeError(error: unknown): string {
  if (error instanceof NetworkError) return consoleText('noAnswer');
  return error instanceof ApiError ? error.message : String((error as Error).message);
}

/** Nothing is there, or what the address has cannot be the number of anything. */
const MISSING_CODES = new Set([10_005, 10_001]);

/** Whether a read was refused since its number or name is nobody's. */
const namesNothing = (failure: unknown): boolean =>
  failure instanceof ApiError && MISSING_CODES.has(failure.code);

/**
 * Load something; anew whenever `key` changes. What is under way then, or when the page is left, is
 * ended by its signal.
 *
 * @param everyMs - read again so often, unless the last read is still under way; 0 = never.
 */
export function useLoad<TData>(
  key: string,
  load: (signal: AbortSignal) => Promise<TData>,
  everyMs = 0,
): Loaded<TData> {
  const [data, setData] = useState<TData | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [isLoading, setLoading] = useState(true);
  const latest = useRef(load);
  latest.current = load;
  const [reads] = useState(() =>
    createReads<TData>((outcome) => {
      if ('data' in outcome) setData(outcome.data);
      setError('data' in outcome ? null : describeError(outcome.failure));
      setMissing('failure' in outcome && namesNothing(outcome.failure));
      setLoading(false);
    }),
  );
  const reload = useCallback(() => {
    setLoading(true);
    reads.begin(latest.current);
  }, [reads]);
  useEffect(() => {
    setData(null);
    reload();
    const look = () => {
      if (!reads.isRunning()) reload();
    };
    const timer = everyMs === 0 ? undefined : setInterval(look, everyMs);
    return () => {
      clearInterval(timer);
      reads.end();
    };
  }, [key, everyMs, reads, reload]);
  return { data, error, isMissing, isLoading, reload, set: setData };
}
