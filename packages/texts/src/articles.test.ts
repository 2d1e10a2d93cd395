// The articles of a release in their languages: short enough for where their headings and first
// sentences stand, nothing left out, nothing spun out. What they say is for readers to judge.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { locales, measureText } from './index.ts';

const folder = new URL('../articles/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8');
const codes = readdirSync(new URL('en_US/', folder))
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.replace('.md', ''));
const complete = locales.filter((locale) => locale !== 'en_US');

/** A heading is a row of a list and a result of a search machine, which cut what is longer. */
const titleWidthMax = 60;
/** The first paragraph stands below it there, and on cards. */
const summaryWidthMax = 160;
/** A category's name is a tab and a card, its sentence one or two lines of that card. */
const nameWidthMax = 32;
const leadWidthMax = 100;
/** Of a translation against the English article, widths of the whole text. */
const bodyShareMin = 0.55;
const bodyShareMax = 1.35;

function readArticle(locale: string, code: string) {
  const [heading = '', summary = '', ...blocks] = read(`${locale}/${code}.md`)
    .trim()
    .split(/\n\s*\n/);
  return { title: heading.replace(/^# /, ''), summary: summary.replaceAll('\n', ' '), blocks };
}

/** What a block is: a heading of a level, a list of so many points, or a paragraph. */
function nameBlock(block: string): string {
  const heading = /^#+/.exec(block)?.[0];
  if (heading !== undefined) return heading;
  const points = block.split('\n').filter((line) => /^(?:-|\d+\.) /.test(line));
  return /^(?:-|\d+\.) /.test(block) ? `${points.length} points` : 'paragraph';
}

test.each(locales)('%s: headings and first sentences of articles are short enough', (locale) => {
  const tooLong = codes.flatMap((code) => {
    const { title, summary } = readArticle(locale, code);
    return [
      ...(measureText(title) > titleWidthMax ? [`${code}: ${title}`] : []),
      ...(measureText(summary) > summaryWidthMax ? [`${code}: ${summary}`] : []),
    ];
  });
  expect(tooLong).toEqual([]);
});

test.each(locales)('%s: names and sentences of categories are short enough', (locale) => {
  const names = JSON.parse(read(`${locale}/categories.json`)) as Record<
    string,
    { name: string; lead: string }
  >;
  const tooLong = Object.values(names).flatMap(({ name, lead }) => [
    ...(measureText(name) > nameWidthMax ? [name] : []),
    ...(measureText(lead) > leadWidthMax ? [lead] : []),
  ]);
  expect(tooLong).toEqual([]);
});

test.each(complete)('%s: every article has the parts and about the length of English', (locale) => {
  expect(readdirSync(new URL(`${locale}/`, folder)).sort()).toEqual(
    [...codes.map((code) => `${code}.md`), 'categories.json'].sort(),
  );
  for (const code of codes) {
    const own = readArticle(locale, code).blocks;
    const english = readArticle('en_US', code).blocks;
    expect(own.map(nameBlock), code).toEqual(english.map(nameBlock));
    const share = measureText(own.join('')) / measureText(english.join(''));
    expect(share, code).toBeGreaterThan(bodyShareMin);
    expect(share, code).toBeLessThan(bodyShareMax);
  }
});
