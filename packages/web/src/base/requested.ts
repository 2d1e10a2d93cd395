// What a part asks the exchange for when it appears, and again when that failed. Not what a page
// needs before it is shown (loaders), nor what moves (live.ts).
import { useEffect, useState } from 'react';

/** What became of a question: null while nothing came. */
export interface Requested<TAnswer> {
  readonly answer: TAnswer | 'failed' | null;
  /** Ask once more. */
  readonly again: () => void;
}

/**
 * Ask when the part appears; an answer that comes after it has left is dropped.
 *
 * @param ask - makes the calls, which end with the signal.
 * @param about - what the question depends on: it is asked anew when this changes.
 */
export function useRequested<TAnswer>(
  ask: (signal: AbortSignal) => Promise<TAnswer>,
  about = '',
): Requested<TAnswer> {
  const [answer, setAnswer] = useState<TAnswer | 'failed' | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const leave = new AbortController();
    setAnswer(null);
    ask(leave.signal).then(setAnswer, () => {
      if (!leave.signal.aborted) setAnswer('failed');
    });
    return () => leave.abort();
  }, [about, tries]);
  return { answer, again: () => setTries((count) => count + 1) };
}
