import type { AccountId } from '@isobath/core';
import { expect, test } from 'vitest';
import { createAccountDirectory } from '../base/accounts/index.ts';
import type { EngineClient } from '../engine/index.ts';
import { readSomeUnits, readUnitsOf } from './unit-balances.ts';

const account = 7 as AccountId;

/** An engine that has seen step 4, and one step more at each question. */
function makeEngine(isStuck = false) {
  let sequence = 3;
  const ask = async (question: string) => {
    if (!isStuck || sequence === 3) sequence += 1;
    const own = [{ assetId: 1, availableUnits: String(sequence), heldUnits: '0' }];
    return { sequence, balances: question === 'balances' ? own : [own] };
  };
  return { ask } as unknown as EngineClient;
}

test('balances are never older than what somebody was told', async () => {
  const row = (units: bigint) => ({ assetId: 1, availableUnits: units, heldUnits: 0n });
  expect(await readUnitsOf(makeEngine(), account, 0)).toEqual({ sequence: 4, balances: [row(4n)] });
  expect(await readUnitsOf(makeEngine(), account, 6)).toEqual({ sequence: 6, balances: [row(6n)] });
  const accounts = createAccountDirectory();
  const requested = [{ ownerId: 1, assetIds: [1] }];
  expect(await readSomeUnits(makeEngine(), accounts, { requested, minSequence: 6 })).toEqual([
    [row(6n)],
  ]);
});

test('an engine that stays behind is not believed', async () => {
  const old = makeEngine(true);
  await expect(readUnitsOf(old, account, 5)).rejects.toMatchObject({ word: 'behind' });
  const requested = [{ ownerId: 1, assetIds: [1] }];
  const some = readSomeUnits(old, createAccountDirectory(), { requested, minSequence: 5 });
  await expect(some).rejects.toMatchObject({ word: 'behind' });
});

test('who has no such account has nothing in it, whatever the engine has seen', async () => {
  expect(await readUnitsOf(makeEngine(true), undefined, 9)).toEqual({ sequence: 0, balances: [] });
});
