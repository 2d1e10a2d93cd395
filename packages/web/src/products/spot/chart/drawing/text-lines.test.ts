import { expect, test } from 'vitest';
import { breakLines } from './text-lines.ts';

const measure = (text: string) => [...text].length;

test.each([
  ['stays on one line', 'buy here', ['buy here']],
  ['breaks between words', 'buy the dip here', ['buy the', 'dip here']],
  ['keeps its own breaks', 'a\n\nb', ['a', '', 'b']],
  ['cuts a word that has no room', 'supercalifragile', ['supercali', 'fragile']],
  ['cuts what has no spaces', '在这里买入并且持有到明年', ['在这里买入并且持有', '到明年']],
  ['never cuts a sign', '🐋🐋🐋🐋🐋🐋🐋🐋🐋🐋', ['🐋🐋🐋🐋🐋🐋🐋🐋🐋', '🐋']],
  ['is empty', '', ['']],
])('%s', (_, text, lines) => expect(breakLines(text, 9, measure)).toEqual(lines));
