// States of a deposit, as the wire numbers them: which are under way, and how each looks.
// Not their words (texts: capital, `status.`), nor what a person reads of one (timeline.tsx).
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
