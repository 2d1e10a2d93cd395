// Markdown becomes a tree that can hold no markup: what is good is read, the hostile is letters.
import { type ArticleBlock, type ArticleSpan, articleBlock, safeHref, z } from '@isobath/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMarkdown, showPlainBlocks } from './blocks.ts';
import { parseSpans, readTarget } from './spans.ts';

const plain = (text: string): ArticleSpan => ({ text, marks: [] });

test('paragraphs, headings, lists, code, quotes, tables and rules are read', () => {
  const blocks = parseMarkdown(
    '# A\n\none\ntwo\n\n## Same\n## Same\n\n- x\n  - y\n- z\n\n1. first\n\n```js\n<b>&\n```\n\n' +
      '> [!WARNING]\n> care\n\n| a | b |\n| --- | ---: |\n| 1 | `x\\|y` |\n\n---\n',
  );
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'heading',
    'paragraph',
    'heading',
    'heading',
    'list',
    'list',
    'code',
    'quote',
    'table',
    'rule',
  ]);
  expect(blocks[0]).toMatchObject({ level: 2, anchor: 'a' });
  expect(blocks[1]).toMatchObject({ spans: [plain('one two')] });
  expect(blocks[3]).toMatchObject({ anchor: 'same-2' });
  expect(blocks[4]).toMatchObject({ items: [{ depth: 0 }, { depth: 1 }, { depth: 0 }] });
  expect(blocks[5]).toMatchObject({ items: [{ isOrdered: true }] });
  expect(blocks[6]).toEqual({ kind: 'code', language: 'js', text: '<b>&' });
  expect(blocks[7]).toMatchObject({ tone: 'warning', paragraphs: [[plain('care')]] });
  expect(blocks[8]).toMatchObject({ rows: [[[plain('1')], [{ text: 'x|y', marks: ['code'] }]]] });
});

test('marks nest, letters that only look like marks stay letters', () => {
  expect(parseSpans('a **b *c* d** `**e**` btc_usdt_x 2*3*4 \\*f\\*')).toEqual([
    plain('a '),
    { text: 'b ', marks: ['strong'] },
    { text: 'c', marks: ['strong', 'emphasis'] },
    { text: ' d', marks: ['strong'] },
    plain(' '),
    { text: '**e**', marks: ['code'] },
    plain(' btc_usdt_x 2'),
    { text: '3', marks: ['emphasis'] },
    plain('4 *f*'),
  ]);
});

test('moments are read, and links lead to the web, to pages and to articles', () => {
  expect(parseSpans('at 2026-11-21T18:00Z.')[1]).toMatchObject({
    atMs: Date.UTC(2026, 10, 21, 18),
  });
  expect(readTarget('order-types.md#stop')).toBe('/support/article?code=order-types#stop');
  expect(readTarget('page:market')).toBe('/market');
  expect(readTarget('https://example.com/a?b=c')).toBe('https://example.com/a?b=c');
  expect(parseSpans('see https://example.com/x.')[1]?.href).toBe('https://example.com/x');
  expect(parseSpans('中文https://example.com')[1]?.href).toBe('https://example.com');
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  '//evil.example',
  '/\\evil.example',
  '/x\\y',
  'file:///etc/passwd',
  'blob:https://x',
  'page://evil.example',
  'page:/evil.example',
])('a link to %j is no link', (target) => {
  expect(readTarget(target)).toBeUndefined();
  const spans = parseSpans(`[words](${target})`);
  expect(spans.every(({ href }) => href === undefined)).toBe(true);
});

function listSpans(block: ArticleBlock): readonly ArticleSpan[] {
  if (block.kind === 'list') return block.items.flatMap(({ spans }) => spans);
  if (block.kind === 'quote') return block.paragraphs.flat();
  if (block.kind === 'table') return [block.head, ...block.rows].flat(2);
  return 'spans' in block ? block.spans : [];
}

test('HTML stays letters, wherever it stands', () => {
  const hostile = '<script>alert(1)</script> <img src=x onerror=alert(1)> <a href="javascript:x">';
  const all = parseMarkdown(`# ${hostile}\n\n${hostile}\n\n- ${hostile}\n\n> ${hostile}`);
  for (const block of all) {
    const text = listSpans(block)
      .map((span) => span.text)
      .join('');
    expect(text).toBe(hostile);
  }
});

const pieces = fc.constantFrom(
  '[',
  ']',
  '(',
  ')',
  '!',
  '*',
  '**',
  '_',
  '`',
  '```\n',
  '\n',
  '\n\n',
  '> ',
  '- ',
  '1. ',
  '# ',
  '|',
  '\n| --- | --- |\n',
  '\\',
  '<script>',
  '</script>',
  '<img src=x onerror=1>',
  'javascript:x',
  '[x](javascript:x)',
  '](data:x)',
  '&lt;',
  '\u202e',
  '\u0000',
  '  ',
  'https://a.example/',
  'word',
  '2026-11-21T18:00Z',
  '[!NOTE]\n',
  '比特币',
);

test('whatever is written, the tree has the shape of wire and every link is a safe one', () => {
  const texts = fc.array(pieces, { maxLength: 60 }).map((all) => all.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const blocks = parseMarkdown(text);
      expect(z.array(articleBlock).parse(blocks)).toEqual(blocks);
      for (const { href } of blocks.flatMap(listSpans)) {
        if (href !== undefined) expect(safeHref.parse(href)).not.toMatch(/^\s*(javascript|data):/i);
      }
      expect(typeof showPlainBlocks(blocks)).toBe('string');
    }),
    { numRuns: 1_000 },
  );
});

test('a text that is long and wild is read to its end', () => {
  for (const wild of ['*a', '[', '`', '_a ', '> ', '| a ', '**[x](']) {
    expect(parseMarkdown(wild.repeat(30_000)).length).toBeGreaterThan(0);
  }
});

test('signs may close a heading, and a long gap is a space', () => {
  const words = ['## Fees ##', '# C# and F#', '# a', '# ##'].map((line) =>
    showPlainBlocks(parseMarkdown(line)),
  );
  expect(words).toEqual(['Fees', 'C# and F', 'a', '#']);
  expect(showPlainBlocks(parseMarkdown(`a${' '.repeat(5_000)}b`))).toBe('a b');
});
