// The amount of a form that moves money: what is typed, what is wrong with it, and what is done to
// it when its field is left. The rules are in amount.ts.
import { useState } from 'react';
import { type AmountNote, cutAmount, findProblem, settleAmount } from './amount.ts';

interface Draft {
  readonly text: string;
  readonly note: AmountNote | null;
}

const noDraft: Draft = { text: '', note: null };

/** @param limits - cap: the most that can be moved; precision: decimals of the asset. */
export function useAmount(limits: { readonly cap: string; readonly precision: number }) {
  const [{ text, note }, setDraft] = useState(noDraft);
  const most = cutAmount(limits.cap, limits.precision);
  const type = (next: string) => setDraft({ text: next, note: null });
  return {
    text,
    note,
    /** The most that can be moved, as the field would have it. */
    most,
    precision: limits.precision,
    problem: findProblem(text, limits),
    type,
    clear: () => type(''),
    takeAll: () => type(most),
    /** Whoever leaves the field gets what can be moved of what was typed, and is told. */
    settle() {
      const settled = settleAmount(text, limits);
      if (settled.note !== null) setDraft({ text: settled.amount, note: settled.note });
    },
  };
}

/** An amount that is typed. */
export type AmountDraft = ReturnType<typeof useAmount>;
