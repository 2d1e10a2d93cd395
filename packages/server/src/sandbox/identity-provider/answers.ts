// What the provider of a sandbox finds, by the words of what it is asked: everybody passes, but for
// names and numbers that begin with one of these words, addresses that end in one of these signs,
// and deposits whose amount has one of these ends. Only the plan is kept of them.
import type {
  CheckRequest,
  CheckState,
  MoneyCheckRequest,
  MoneyCheckState,
} from '../../base/providers/index.ts';

/** How a check goes on. */
export const plans = ['passes', 'fails', 'holds', 'late', 'silent', 'impostor', 'doubled'] as const;
/** How a check goes on. */
export type Plan = (typeof plans)[number];

/** An event that is sent about a check. */
export interface PlannedEvent {
  /** Part of the number of the event: what has the same word is the same event. */
  readonly word: 'taken' | 'found' | 'impostor';
  /** After the check was taken. */
  readonly afterMs: number;
}

/** First words of last names, of numbers of documents, and of names of exchanges. */
const words: readonly (readonly [RegExp, Plan])[] = [
  [/^(listed|forged|unknown)\b/i, 'fails'],
  [/^late\b/i, 'late'],
  [/^silent\b/i, 'silent'],
  [/^impostor\b/i, 'impostor'],
  [/^doubled\b/i, 'doubled'],
];

/** Last signs of an address that is to be paid; `impostor`: the webhook lies, the check refuses. */
const addressEnds: readonly (readonly [string, Plan])[] = [
  ['bad1', 'fails'],
  ['bad2', 'holds'],
  ['bad3', 'late'],
  ['bad4', 'silent'],
  ['bad5', 'impostor'],
  ['bad6', 'doubled'],
];
/** Decimals of a deposit: in a sandbox all come from one wallet. */
const amountEnds: readonly (readonly [string, Plan])[] = [
  ['0066', 'fails'],
  ['0013', 'holds'],
  ['0030', 'late'],
  ['0099', 'silent'],
];

const SOON_MS = 200;
const LATE_MS = 30_000;

const endsIn = (text: string, end: string) => text.toLowerCase().endsWith(end);

function findPlan<TSign>(
  plansBySign: readonly (readonly [TSign, Plan])[],
  fits: (sign: TSign) => boolean,
): Plan {
  return plansBySign.find(([sign]) => fits(sign))?.[1] ?? 'passes';
}

const withWord = (text: string) => findPlan(words, (word) => word.test(text.trim()));

/** How a check goes on. */
export function choosePlan(request: CheckRequest | MoneyCheckRequest): Plan {
  const { kind, subject } = request;
  switch (kind) {
    case 'lists':
      return withWord(subject.lastName);
    case 'document':
      return withWord(subject.documentNumber);
    case 'travel':
      return withWord(subject.venue);
    case 'address':
      return findPlan(addressEnds, (end) => endsIn(subject.address, end));
    case 'receipt': {
      const [, decimals = ''] = subject.amount.replace(/0+$/, '').split('.');
      return findPlan(amountEnds, (end) => decimals === end.replace(/0+$/, ''));
    }
  }
}

/** What the provider says of a check so long after it was taken. */
export function readState(plan: Plan, ageMs: number): CheckState {
  if (plan === 'silent' || ageMs < (plan === 'late' ? LATE_MS : SOON_MS)) return 'pending';
  return plan === 'fails' || plan === 'impostor' ? 'failed' : 'passed';
}

/** The same in the words of checks of money. */
export function readMoneyState(plan: Plan, ageMs: number): MoneyCheckState {
  const state = readState(plan, ageMs);
  if (state === 'failed') return 'refused';
  return state === 'passed' && plan === 'holds' ? 'held' : state;
}

/** What is sent about a check, in this order. */
export function listEvents(plan: Plan): readonly PlannedEvent[] {
  const found = { word: 'found', afterMs: plan === 'late' ? LATE_MS : SOON_MS } as const;
  const taken = { word: 'taken', afterMs: SOON_MS } as const;
  if (plan === 'silent') return [];
  if (plan === 'impostor') return [{ word: 'impostor', afterMs: 0 }, found];
  return plan === 'doubled' ? [found, taken, found, taken] : [found];
}
