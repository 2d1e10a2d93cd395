import { listingShapes } from '@isobath/wire';
import { expect, test } from 'vitest';
import { fieldChoices, fieldGroups, numberFields } from './words.ts';

test('each field that takes numbers alone is a field for numbers, or a choice', () => {
  const shapes: Record<string, { safeParse(value: unknown): { success: boolean } }> = {
    ...listingShapes.coin.shape,
    ...listingShapes.market.shape,
  };
  const fields = Object.values(fieldGroups).flatMap(({ main, more }) => [...main, ...more]);
  const takesNumbers = (name: string) =>
    ['1', '2000000', '20'].some((value) => shapes[name]?.safeParse(value).success) &&
    !shapes[name]?.safeParse('one').success &&
    !name.startsWith('links.') &&
    name !== 'logo' &&
    name !== 'openAt';
  const chosen = Object.keys(fieldChoices);
  const expected = fields.filter((name) => takesNumbers(name) && !chosen.includes(name));
  expect(Object.keys(numberFields).toSorted()).toEqual(expected.toSorted());
});
