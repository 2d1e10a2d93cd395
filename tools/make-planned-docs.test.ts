import { expect, test } from 'vitest';
import { pages } from '../packages/web/src/products.ts';
import { listPlanned, plannedDocs } from './make-planned-docs.ts';

test('every page to come has its line with name and words, and no built page has one', async () => {
  const page = (await plannedDocs.generate('')).get('docs/planned.md') ?? '';
  const planned = listPlanned();
  expect(planned.length).toBeGreaterThan(0);
  for (const { path } of planned) {
    const line = page.split('\n').find((each) => each.startsWith(`| \`/${path}\` |`));
    expect(line?.split(' | ')).toHaveLength(4);
    expect(line).not.toContain('undefined');
  }
  for (const { path, isPlanned } of pages) {
    expect(page.includes(`| \`/${path}\` |`)).toBe(isPlanned === true);
  }
});
