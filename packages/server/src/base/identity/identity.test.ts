import { expect, test } from 'vitest';
import { type IdentityRecord, readIdentity, readPassedType } from './identity.ts';

/** Records from "type:status" pairs, newest first. */
const records = (...pairs: readonly [number, number][]): IdentityRecord[] =>
  pairs.map(([identityType, identityStatus], place) => ({
    recordId: pairs.length - place,
    identityType,
    identityStatus,
    createdAtMs: 0,
  }));

test.each([
  ['nothing', records(), 'none', 3, 0],
  ['only failed', records([1, 2]), 'none', 2, 1],
  ['passed', records([1, 1]), 'standard', 1, 1],
  ['a later failure takes nothing away', records([2, 2], [1, 1]), 'standard', 1, 1],
  ['the highest that passed decides', records([2, 1], [1, 1]), 'advanced', 1, 2],
  ['a lower level later takes nothing away', records([1, 1], [3, 1]), 'company', 1, 3],
  ['company', records([3, 1]), 'company', 1, 3],
  ['waiting comes before passed', records([1, 1], [2, 0]), 'progress', 0, 2],
] as const)('%s', (_what, given, level, identityStatus, identityType) => {
  expect(readIdentity(given)).toEqual({ level, identityStatus, identityType });
});

test.each([
  ['nothing', records(), 0],
  ['nothing passed', records([2, 2], [3, 0]), 0],
  ['a company that passed standard later', records([1, 1], [3, 1]), 3],
  ['a company that was refused later', records([3, 2], [2, 1], [1, 1]), 2],
] as const)('what one may follows the highest level that passed: %s', (_what, given, type) => {
  expect(readPassedType(given)).toBe(type);
});
