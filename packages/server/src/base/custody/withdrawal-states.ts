// The states of a withdrawal and the arrows between them. Pure: who may move money, and what moves
// with an arrow, stands with those who go along it (withdrawals.ts).
// Used by the product of deposits and withdrawals and by custody.

/** Where a withdrawal is, in the order of its way. */
export const withdrawalStates = [
  'requested',
  'taken',
  'screening',
  'review',
  'waiting_approval',
  'queued',
  'signing',
  'signed',
  'sent',
  'mined',
  'complete',
  'cancelled',
  'rejected',
  'failed',
] as const;

/** One of its states. */
export type WithdrawalState = (typeof withdrawalStates)[number];

/** The person takes it back, or the house gives it back: nothing was signed yet. */
const RELEASES = ['cancelled', 'rejected'] as const;

const arrows: Readonly<Record<WithdrawalState, readonly WithdrawalState[]>> = {
  // What the engine refused was never taken: nothing is given back.
  requested: ['taken', 'rejected'],
  taken: ['screening', ...RELEASES],
  screening: ['review', 'waiting_approval', 'queued', ...RELEASES],
  review: ['waiting_approval', 'queued', ...RELEASES],
  waiting_approval: ['queued', ...RELEASES],
  // Its owner's account was frozen: somebody looks.
  queued: ['signing', 'review', ...RELEASES],
  // The signer refused: later again, or somebody looks at it. A payment to another customer is
  // booked without a signature.
  signing: ['signed', 'queued', 'review', 'complete'],
  signed: ['sent'],
  sent: ['mined', 'failed'],
  // A block that was replaced gives it back to the pool.
  mined: ['sent', 'complete', 'failed'],
  complete: [],
  cancelled: [],
  rejected: [],
  failed: [],
};

/** Whether a withdrawal may go from one state to another. */
export function canMove(from: WithdrawalState, to: WithdrawalState): boolean {
  return arrows[from].includes(to);
}

/** States from which there is an arrow to this one. */
export function listSources(to: WithdrawalState): readonly WithdrawalState[] {
  return withdrawalStates.filter((from) => canMove(from, to));
}

const wire: Readonly<Record<WithdrawalState, number>> = {
  requested: 1,
  taken: 1,
  screening: 1,
  review: 2,
  waiting_approval: 3,
  queued: 4,
  signing: 5,
  signed: 5,
  sent: 5,
  mined: 5,
  complete: 6,
  cancelled: 7,
  rejected: 8,
  failed: 9,
};

/** What people are told of a state, as a number on the wire. */
export const readWithdrawStatus = (state: WithdrawalState): number => wire[state];

/** States that people know under a number on the wire. */
export function listStatesOf(status: number): readonly WithdrawalState[] {
  return withdrawalStates.filter((state) => wire[state] === status);
}

/** Whether the person may still take it back; in `requested` it waits until it was taken. */
export const isCancelable = (state: WithdrawalState): boolean => wire[state] <= 4;

/** Whether nothing more becomes of it. */
export const isOver = (state: WithdrawalState): boolean => arrows[state].length === 0;

/** Whether its money goes back to the person with this arrow. */
export function isRelease(from: WithdrawalState, to: WithdrawalState): boolean {
  return from !== 'requested' && ['cancelled', 'rejected', 'failed'].includes(to);
}
