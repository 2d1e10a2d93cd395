// One call at a time from a form: whether it runs, what it refused, and running it.
import { ApiError } from '@isobath/sdk';
import { useState } from 'react';

/** A form's call. */
export interface FormCall {
  readonly isRunning: boolean;
  /** The refusal in the reader's language, "" when there is none. */
  readonly refusal: string;
  /** Word of the refusal, such as `code_wrong`. */
  readonly word: string;
  /** Run a call; a second press while it runs does nothing. @returns its answer or undefined. */
  run<TAnswer>(call: () => Promise<TAnswer>): Promise<TAnswer | undefined>;
  clear(): void;
}

/** @param offline - what to say when no answer came. */
export function useCall(offline: string): FormCall {
  const [state, setState] = useState({ isRunning: false, refusal: '', word: '' });
  return {
    ...state,
    clear: () => setState({ isRunning: false, refusal: '', word: '' }),
    async run(call) {
      if (state.isRunning) return undefined;
      setState({ isRunning: true, refusal: '', word: '' });
      try {
        const answer = await call();
        setState({ isRunning: false, refusal: '', word: '' });
        return answer;
      } catch (error) {
        const isRefusal = error instanceof ApiError;
        setState({
          isRunning: false,
          refusal: isRefusal ? error.message : offline,
          word: isRefusal ? error.reject : 'offline',
        });
        return undefined;
      }
    },
  };
}
