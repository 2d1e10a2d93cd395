// What a page does: one call at a time; its refusal is a toast that stays, its success a short one.
import { useToasts } from '@isobath/ui';
import { useState } from 'react';
import { describeError } from './refusal.ts';

/** Carry something out. */
export function useAction(): {
  readonly isPending: boolean;
  /** @param done - what to say when it worked; "" = nothing. */
  readonly act: (work: () => Promise<unknown>, done: string) => Promise<boolean>;
} {
  const toasts = useToasts();
  const [isPending, setPending] = useState(false);
  return {
    isPending,
    async act(work, done) {
      setPending(true);
      try {
        await work();
        if (done !== '') toasts.show({ kind: 'done', title: done });
        return true;
      } catch (error) {
        toasts.show({ kind: 'error', title: describeError(error) });
        return false;
      } finally {
        setPending(false);
      }
    },
  };
}
