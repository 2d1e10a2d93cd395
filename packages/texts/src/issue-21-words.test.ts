// Words that the screens no longer use: each has a standard term of the field in its place
// (docs/glossary.md, "Words on the screens").
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadTexts, locales, namespaces } from './index.ts';

/** Read by operators alone, in the words of the back office. */
const operators = 'admin';

const replaced = [
  /\bplain (?:limit )?orders?\b/i,
  /\bthe house\b/i,
  /\bforged mails?\b|\byour (?:own )?word\b/i,
  /\bown (?:name|orders meeting)\b/i,
  /\b(?:mail address(?:es)?|(?:every|no) mail)\b/i,
  /\bpennant\b|\bsea floor\b|\bcharted\b/i,
  /\btrails by\b|\bstarts at\b|\bprice step\b|\bsize step\b/i,
  /\bno answer came\b|\bnobody\b.*\bother side\b/i,
  /\b(?:dis)?armed\b/i,
  /\bsign(?:ed)?[- ](?:in|out)s?\b/i,
  /\b(?:colour|favourite|centre|cancelled|cancelling)s?\b/i,
];

const findReplaced = (text: string) =>
  replaced.filter((pattern) => pattern.test(text)).map((pattern) => String(pattern));

test.each(namespaces.filter((namespace) => namespace !== operators))(
  '%s: no text uses a word that has a standard term',
  async (namespace) => {
    const [english] = await loadTexts('en_US', namespace);
    const found = Object.entries(english?.[1] ?? {}).flatMap(([key, text]) =>
      findReplaced(text).map((pattern) => `${key}: "${text}" ${pattern}`),
    );
    expect(found).toEqual([]);
  },
);

test('no help article uses a word that has a standard term', () => {
  const folder = new URL('../articles/en_US/', import.meta.url);
  const found = readdirSync(folder).flatMap((name) =>
    findReplaced(readFileSync(new URL(name, folder), 'utf8')).map(
      (pattern) => `${name}: ${pattern}`,
    ),
  );
  expect(found).toEqual([]);
});

test.each(locales)(
  '%s: a product to come and a person not verified begin unlike',
  async (locale) => {
    const [shell] = await loadTexts(locale, 'shell');
    const [planned] = await loadTexts(locale, 'planned');
    const begin = (text = '') => text.slice(0, 3).toLowerCase();
    const notVerified = begin(shell?.[1]['user.level.none']);
    expect(begin(shell?.[1]['soon'])).not.toBe(notVerified);
    expect(begin(planned?.[1]['mark'])).not.toBe(notVerified);
  },
);
