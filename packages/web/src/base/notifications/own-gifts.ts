// Gifts that a page asked for and tells of itself: the message of each coin is then no toast of its
// own. Messages come before the answer or after it, one by one; so both are remembered.
// Called by the button that asks (DemoMoney.tsx) and by the bell.
import type { MessageRow } from '@isobath/wire';
import { readFacts } from './facts.ts';

/** A part of a gift, as the answer to the button says it. */
export interface GiftPart {
  readonly asset: string;
  readonly amount: string;
}

/** Submodule of the messages that tell of gifts. */
const REWARDS = 111;

let askingCount = 0;
/** By part: how many of its messages are still to come; below zero, how many came first. */
const awaited = new Map<string, number>();

function keyOf({ asset, amount }: GiftPart): string {
  return `${asset} ${amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount}`;
}

function countParts(key: string, step: 1 | -1): void {
  const left = (awaited.get(key) ?? 0) + step;
  if (left === 0) awaited.delete(key);
  else awaited.set(key, left);
}

/**
 * A gift is asked for from now on.
 *
 * @returns to be called once with what came, with nothing when nothing did.
 */
export function askGift(): (received: readonly GiftPart[]) => void {
  askingCount += 1;
  return (received) => {
    askingCount -= 1;
    for (const part of received) countParts(keyOf(part), 1);
    if (askingCount > 0) return;
    // What came by a message alone was another gift: no answer is to tell of it any more.
    for (const [key, left] of awaited) if (left < 0) awaited.delete(key);
  };
}

/** Whether a message tells of a gift that this page tells of itself; of each part once. */
export function isOwnGift(row: Pick<MessageRow, 'submoduleCode' | 'dataJson'>): boolean {
  if (row.submoduleCode !== REWARDS) return false;
  const { asset, amount } = readFacts(row.dataJson) ?? {};
  if (typeof asset !== 'string' || typeof amount !== 'string') return false;
  const key = keyOf({ asset, amount });
  if (askingCount === 0 && (awaited.get(key) ?? 0) <= 0) return false;
  countParts(key, -1);
  return true;
}
