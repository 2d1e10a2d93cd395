import { expect, test } from 'vitest';
import { pages } from '../products.ts';
import { ownTitles, pageWords } from './page-titles.ts';

test('every page that is built has a name, from here or from itself', () => {
  const built = pages.filter(({ isPlanned }) => isPlanned !== true).map(({ path }) => path);
  expect([...Object.keys(pageWords), ...ownTitles].toSorted()).toEqual(built.toSorted());
});
