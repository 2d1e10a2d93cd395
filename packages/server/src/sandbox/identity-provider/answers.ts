// What the provider of a sandbox finds, by the words of what it is asked: everybody passes, but for
// names and numbers that begin with one of these words. Only the plan is kept of them.
import type { CheckRequest, CheckState } from '../../base/providers/index.ts';

/** How a check goes on. */
export const plans = ['passes', 'fails', 'late', 'silent', 'impostor', 'doubled'] as const;
/** How a check goes on. */
export type Plan = (typeof plans)[number];

/** An event that is sent about a check. */
export interface PlannedEvent {
  /** Part of the number of the event: what has the same word is the same event. */
  readonly word: 'taken' | 'found' | 'impostor';
  /** After the check was taken. */
  readonly afterMs: number;
}

/** First words of last names and of numbers of documents. */
const words: readonly (readonly [RegExp, Plan])[] = [
  [/^(listed|forged)\b/i, 'fails'],
  [/^late\b/i, 'late'],
  [/^silent\b/i, 'silent'],
  [/^impostor\b/i, 'impostor'],
  [/^doubled\b/i, 'doubled'],
];

const SOON_MS = 200;
const LATE_MS = 30_000;

/** How a check goes on. */
export function choosePlan({ kind, subject }: CheckRequest): Plan {
  const text = kind === 'lists' ? subject.lastName : subject.documentNumber;
  return words.find(([word]) => word.test(text.trim()))?.[1] ?? 'passes';
}

/** What the provider says of a check so long after it was taken. */
export function readState(plan: Plan, ageMs: number): CheckState {
  if (plan === 'silent' || ageMs < (plan === 'late' ? LATE_MS : SOON_MS)) return 'pending';
  return plan === 'fails' || plan === 'impostor' ? 'failed' : 'passed';
}

/** What is sent about a check, in this order. */
export function listEvents(plan: Plan): readonly PlannedEvent[] {
  const found = { word: 'found', afterMs: plan === 'late' ? LATE_MS : SOON_MS } as const;
  const taken = { word: 'taken', afterMs: SOON_MS } as const;
  if (plan === 'silent') return [];
  if (plan === 'impostor') return [{ word: 'impostor', afterMs: 0 }, found];
  return plan === 'doubled' ? [found, taken, found, taken] : [found];
}
