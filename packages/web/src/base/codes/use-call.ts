// One call at a time from a form: whether it runs, what it refused, and running it.
import { ApiError } from '@isobath/sdk';
import { useEffect, useState } from 'react';

/** Why a call did not do what was asked. */
export interface Refusal {
  /** The refusal in the reader's language, "" when there is none. */
  readonly refusal: string;
  /** Word of the refusal, such as `code_wrong`. */
  readonly word: string;
  /** When tries are taken again after too many wrong ones, 0 = they are taken. */
  readonly lockedUntilMs: number;
  /** How many codes may still be tried, 0 = not said. */
  readonly triesLeft: number;
}

/** A form's call. */
export interface FormCall extends Refusal {
  readonly isRunning: boolean;
  /** Run a call; nothing while one runs or tries are locked. @returns its answer or undefined. */
  run<TAnswer>(call: () => Promise<TAnswer>): Promise<TAnswer | undefined>;
  clear(): void;
}

const noRefusal: Refusal = { refusal: '', word: '', lockedUntilMs: 0, triesLeft: 0 };

/** Refusals that say that a code is not the one, or that none is taken any more. */
const CODE_REFUSED: ReadonlySet<string> = new Set([
  'code_wrong',
  'code_expired',
  'locked',
  'ticket_invalid',
]);

/** Refusals that say how long to wait; until then the form's button counts down. */
const WAITED_FOR: ReadonlySet<string> = new Set(['locked', 'mail_limit']);

/** Whether a code was judged and refused; otherwise it may be sent again as it stands. */
export function isCodeRefused({ word }: Refusal): boolean {
  return CODE_REFUSED.has(word);
}

/** What an error says to the person. @param offline - what to say when no answer came. */
export function readRefusal(error: unknown, offline: string, nowMs: number): Refusal {
  if (!(error instanceof ApiError)) return { ...noRefusal, refusal: offline, word: 'offline' };
  const waitMs = WAITED_FOR.has(error.reject) ? Number(error.facts['waitMs'] ?? 0) : 0;
  const lockedUntilMs = waitMs > 0 ? nowMs + waitMs : 0;
  const triesLeft = Number(error.facts['triesLeft'] ?? 0);
  return { refusal: error.message, word: error.reject, lockedUntilMs, triesLeft };
}

/** A lock ends here, with its refusal. @param offline - what to say when no answer came. */
export function useCall(offline: string): FormCall {
  const [state, setState] = useState({ isRunning: false, ...noRefusal });
  const { lockedUntilMs } = state;
  useEffect(() => {
    if (lockedUntilMs === 0) return;
    const end = () => setState({ isRunning: false, ...noRefusal });
    const timer = setTimeout(end, lockedUntilMs - Date.now());
    return () => clearTimeout(timer);
  }, [lockedUntilMs]);
  return {
    ...state,
    clear: () => setState({ isRunning: false, ...noRefusal }),
    async run(call) {
      if (state.isRunning || state.lockedUntilMs > Date.now()) return undefined;
      setState({ isRunning: true, ...noRefusal });
      try {
        const answer = await call();
        setState({ isRunning: false, ...noRefusal });
        return answer;
      } catch (error) {
        setState({ isRunning: false, ...readRefusal(error, offline, Date.now()) });
        return undefined;
      }
    },
  };
}
