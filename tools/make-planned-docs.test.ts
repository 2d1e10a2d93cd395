import { expect, test } from 'vitest';
import { pages } from '../packages/web/src/products.ts';
import { plannedPages } from '../packages/web/src/base/planned-pages.ts';
import { plannedDocs } from './make-planned-docs.ts';

test('every page to come has its line with name and words, and no built page has one', async () => {
  const page = (await plannedDocs.generate('')).get('docs/planned.md') ?? '';
  for (const { path } of plannedPages) {
    const line = page.split('\n').find((each) => each.startsWith(`| \`/${path}\` |`));
    expect(line?.split(' | ')).toHaveLength(4);
    expect(line).not.toContain('undefined');
  }
  for (const { path, isPlanned } of pages) {
    expect(page.includes(`| \`/${path}\` |`)).toBe(isPlanned === true);
  }
});

test('no page is planned and built: whoever builds one takes its line away', () => {
  const built = pages.filter(({ isPlanned }) => isPlanned !== true).map(({ path }) => path);
  expect(plannedPages.filter(({ path }) => built.includes(path))).toEqual([]);
});
