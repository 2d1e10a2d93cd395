// States of deposits and withdrawals, as the wire numbers them: which are under way, and how each
// looks. Not their words (texts: capital, `status.` and `out.status.`).
import type { CapitalRecord } from '@isobath/wire';
import type { Tone } from '@isobath/ui';

/** Numbers of states, as text: seen or confirming, crediting, credited, not counted, ... */
export const depositStatuses = ['1', '2', '3', '4', '7', '10', '11'] as const;

/** A state. */
export type DepositStatus = (typeof depositStatuses)[number];

const tones: Readonly<Record<DepositStatus, Tone>> = {
  '1': 'info',
  '2': 'info',
  '3': 'up',
  '4': 'danger',
  '7': 'danger',
  '10': 'warn',
  '11': 'warn',
};

/** The state of a row; one that is not known yet counts as under way. */
export function readStatus({ status }: Pick<CapitalRecord, 'status'>): DepositStatus {
  return depositStatuses.find((known) => known === String(status)) ?? '1';
}

/** How a state looks. */
export const toneOf = (status: DepositStatus): Tone => tones[status];

/** Whether the row changes soon by itself: it is confirming or being credited. */
export const isUnderWay = (row: Pick<CapitalRecord, 'status'>): boolean =>
  row.status === 1 || row.status === 2;

/** How many confirmations there are, never more than are needed. */
export const countConfirmed = ({ confirmations, needed }: CapitalRecord): number =>
  Math.min(confirmations, needed);

/** Numbers of states of a withdrawal, as text: checking, review, approval, queued, sending, ... */
export const withdrawStatuses = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** A state of a withdrawal. */
export type WithdrawStatus = (typeof withdrawStatuses)[number];

const withdrawTones: Readonly<Record<WithdrawStatus, Tone>> = {
  '1': 'info',
  '2': 'warn',
  '3': 'warn',
  '4': 'info',
  '5': 'info',
  '6': 'up',
  '7': 'plain',
  '8': 'danger',
  '9': 'danger',
};

/** The state of a withdrawal; one that is not known yet counts as being checked. */
export function readWithdrawStatus({ status }: Pick<CapitalRecord, 'status'>): WithdrawStatus {
  return withdrawStatuses.find((known) => known === String(status)) ?? '1';
}

/** How a state of a withdrawal looks. */
export const withdrawToneOf = (status: WithdrawStatus): Tone => withdrawTones[status];

/** Whether a withdrawal changes by itself: it is neither complete nor given back. */
export const isLeaving = ({ status }: Pick<CapitalRecord, 'status'>): boolean => status <= 5;

/** Whether it can be taken back: nothing of it is signed. */
export const isCancelable = ({ status }: Pick<CapitalRecord, 'status'>): boolean => status <= 4;
