// Ranges of the fields of commands, docs/rules/core.md 1.4: a field outside its range is named by
// its place. Not here: checks against state. Called first by every handler of a rare command;
// products check their hot commands by hand, in the same order of fields.
import { amountUnitsLimit, safeLimit } from './math/index.ts';

/** Says whether a field's value is in its range; the whole shape is at hand for rules of two. */
export type FieldCheck<TShape> = (value: unknown, shape: TShape) => boolean;
/** The fields of a shape in the order of their places. */
export type FieldChecks<TShape> = readonly (readonly [keyof TShape & string, FieldCheck<TShape>])[];

/** A whole number, `from`..`to`; without bounds any safe integer from 0. */
export function whole(from = 0, to = safeLimit - 1): (value: unknown) => boolean {
  return (value) => Number.isSafeInteger(value) && isBetween(value as number, from, to);
}

function isBetween(value: number, from: number, to: number): boolean {
  return value >= from && value <= to;
}

/** A truth value. */
export function flag(value: unknown): boolean {
  return typeof value === 'boolean';
}

/** An amount, `from`..2^103-1. */
export function units(from = 0n): (value: unknown) => boolean {
  return (value) => typeof value === 'bigint' && value >= from && value < amountUnitsLimit;
}

/** One of the numbers of a word list. */
export function oneOf(list: Readonly<Record<string, number>>): (value: unknown) => boolean {
  // oxlint-disable-next-line no-restricted-properties -- membership only, no order is read
  const numbers = new Set<unknown>(Object.values(list));
  return (value) => numbers.has(value);
}

/** Place of the first field out of its range, -1 when all are inside. */
export function findOffRange<TShape>(shape: TShape, checks: FieldChecks<TShape>): number {
  return checks.findIndex(([name, isInside]) => !isInside(shape[name], shape));
}
