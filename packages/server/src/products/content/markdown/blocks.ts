// Markdown to the blocks of an article: headings, paragraphs, lists, code, quotes, tables, rules. A
// small part of the language, on purpose: there is no raw HTML, so no tag can get through, and what
// is not understood stays text. Called by articles.ts and the editor.
import type { ArticleBlock } from '@isobath/wire';
import { parseSpans, showPlainSpans } from './spans.ts';

/** Longest text that is read. */
export const MARKDOWN_LENGTH_MAX = 60_000;
const LIST_DEPTH_MAX = 3;
const TABLE_COLUMNS_MAX = 8;
const ANCHOR_LENGTH_MAX = 60;

const fence = /^(`{3,}|~{3,})\s*([\w+-]{0,20})\s*$/;
const heading = /^(#{1,6})\s+(\S.*)$/;
const item = /^(\s*)(?:([-*+])|(\d{1,9})[.)])\s+(.*)$/;
const rule = /^\s*([-*_])(?:\s*\1){2,}\s*$/;
const tableMarks = /^\s*\|?\s*:?-{3,}:?\s*(\|\s*:?-{3,}:?\s*)*\|?\s*$/;
const tones = { '[!NOTE]': 'note', '[!WARNING]': 'warning' } as const;

type List = Extract<ArticleBlock, { kind: 'list' }>;

/** Lines still to be read. */
interface Reader {
  readonly lines: readonly string[];
  at: number;
  readonly anchors: Set<string>;
}

const peek = (reader: Reader, ahead = 0) => reader.lines[reader.at + ahead];

/** A name for a heading that an address can hold; letters of every script stay. */
function makeAnchor(text: string, taken: Set<string>): string {
  const stem =
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, ANCHOR_LENGTH_MAX) || 'part';
  let anchor = stem;
  for (let count = 2; taken.has(anchor); count += 1) anchor = `${stem}-${count}`;
  taken.add(anchor);
  return anchor;
}

function readCode(reader: Reader, [, sign = '', language = '']: RegExpExecArray): ArticleBlock {
  const text: string[] = [];
  reader.at += 1;
  while (reader.at < reader.lines.length) {
    const line = peek(reader) ?? '';
    reader.at += 1;
    if (line.trim() === sign) break;
    text.push(line);
  }
  return { kind: 'code', language, text: text.join('\n') };
}

/** The words of a heading without the signs that may close it. */
function trimHeading(words: string): string {
  let { length } = words;
  while (length > 1 && words[length - 1] === '#') length -= 1;
  return words.slice(0, length).trimEnd();
}

function readHeading(reader: Reader, [, marks = '', words = '']: RegExpExecArray): ArticleBlock {
  reader.at += 1;
  const spans = parseSpans(trimHeading(words));
  const level = Math.min(4, Math.max(2, marks.length));
  return {
    kind: 'heading',
    level,
    anchor: makeAnchor(showPlainSpans(spans), reader.anchors),
    spans,
  };
}

function readQuote(reader: Reader): ArticleBlock {
  const lines: string[] = [];
  for (let line = peek(reader); line?.startsWith('>'); line = peek(reader)) {
    lines.push(line.replace(/^>\s?/, ''));
    reader.at += 1;
  }
  const mark = (lines[0] ?? '').trim();
  const tone = Object.hasOwn(tones, mark) ? tones[mark as keyof typeof tones] : 'plain';
  const text = (tone === 'plain' ? lines : lines.slice(1)).join('\n');
  const paragraphs = text.split(/\n\s*\n/).filter((part) => part.trim() !== '');
  return { kind: 'quote', tone, paragraphs: paragraphs.map((part) => parseSpans(joinLines(part))) };
}

/** Lines of a paragraph are one line; CJK needs no space between them. */
function joinLines(text: string): string {
  const wide = '[\\u2e80-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef\\u3000-\\u303f]';
  return text
    .trim()
    .replaceAll(new RegExp(`(${wide})\\n\\s*(?=${wide})`, 'g'), '$1')
    .replaceAll(/\s*\n\s*/g, ' ');
}

function readList(reader: Reader): ArticleBlock {
  const items: { depth: number; isOrdered: boolean; text: string }[] = [];
  const indents: number[] = [];
  for (let line = peek(reader); line !== undefined; line = peek(reader)) {
    const found = item.exec(line);
    const last = items.at(-1);
    if (found !== null && !rule.test(line)) {
      const isOther = (found[3] !== undefined) !== (items[0]?.isOrdered ?? found[3] !== undefined);
      // Numbers after points, at the same depth, are another list.
      if (isOther && (found[1] ?? '').length <= (indents[0] ?? 0)) break;
      const indent = (found[1] ?? '').length;
      while (indents.length > 0 && indent < (indents.at(-1) ?? 0)) indents.pop();
      if (indents.length === 0 || indent > (indents.at(-1) ?? 0) + 1) indents.push(indent);
      const depth = Math.min(LIST_DEPTH_MAX, indents.length) - 1;
      items.push({ depth, isOrdered: found[3] !== undefined, text: found[4] ?? '' });
    } else if (last !== undefined && /^\s{2,}\S/.test(line)) last.text += `\n${line}`;
    else break;
    reader.at += 1;
    // One empty line between items does not end the list.
    if ((peek(reader) ?? '').trim() === '' && item.test(peek(reader, 1) ?? '')) reader.at += 1;
  }
  const shown: List['items'] = items.map(({ text, ...rest }) => ({
    ...rest,
    spans: parseSpans(joinLines(text)),
  }));
  return { kind: 'list', items: shown };
}

function splitRow(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function readTable(reader: Reader): ArticleBlock {
  const head = splitRow(peek(reader) ?? '').slice(0, TABLE_COLUMNS_MAX);
  reader.at += 2;
  const rows: string[][] = [];
  for (let line = peek(reader); line?.includes('|'); line = peek(reader)) {
    const cells = splitRow(line);
    rows.push(head.map((_, column) => cells[column] ?? ''));
    reader.at += 1;
  }
  return {
    kind: 'table',
    head: head.map(parseSpans),
    rows: rows.map((cells) => cells.map(parseSpans)),
  };
}

function isTable(reader: Reader): boolean {
  const next = peek(reader, 1) ?? '';
  return (peek(reader) ?? '').includes('|') && next.includes('-') && tableMarks.test(next);
}

function startsBlock(reader: Reader): boolean {
  const line = peek(reader) ?? '';
  return (
    line.trim() === '' ||
    fence.test(line) ||
    heading.test(line) ||
    rule.test(line) ||
    line.startsWith('>') ||
    item.test(line) ||
    isTable(reader)
  );
}

function readParagraph(reader: Reader): ArticleBlock {
  const lines: string[] = [];
  do {
    lines.push(peek(reader) ?? '');
    reader.at += 1;
  } while (reader.at < reader.lines.length && !startsBlock(reader));
  return { kind: 'paragraph', spans: parseSpans(joinLines(lines.join('\n'))) };
}

function readBlock(reader: Reader): ArticleBlock {
  const line = peek(reader) ?? '';
  const fenced = fence.exec(line);
  if (fenced !== null) return readCode(reader, fenced);
  const titled = heading.exec(line);
  if (titled !== null) return readHeading(reader, titled);
  if (rule.test(line)) {
    reader.at += 1;
    return { kind: 'rule' };
  }
  if (line.startsWith('>')) return readQuote(reader);
  if (item.test(line)) return readList(reader);
  return isTable(reader) ? readTable(reader) : readParagraph(reader);
}

/** Read Markdown; what is longer than `MARKDOWN_LENGTH_MAX` is cut off. */
export function parseMarkdown(text: string): ArticleBlock[] {
  const plain = text
    .slice(0, MARKDOWN_LENGTH_MAX)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', '  ')
    // A gap is a gap: looking for the end of a long one takes the square of its length.
    .replaceAll(/[^\S\n]{100,}/g, ' ');
  const reader: Reader = { lines: plain.split('\n'), at: 0, anchors: new Set() };
  const blocks: ArticleBlock[] = [];
  while (reader.at < reader.lines.length) {
    if ((peek(reader) ?? '').trim() === '') reader.at += 1;
    else blocks.push(readBlock(reader));
  }
  return blocks;
}

function showBlock(block: ArticleBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return showPlainSpans(block.spans);
    case 'list':
      return block.items.map(({ spans }) => showPlainSpans(spans)).join('\n');
    case 'code':
      return block.text;
    case 'quote':
      return block.paragraphs.map(showPlainSpans).join('\n');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(showPlainSpans).join(' ')).join('\n');
    case 'rule':
      return '';
  }
}

/** The words alone, for searching and for excerpts. */
export function showPlainBlocks(blocks: readonly ArticleBlock[]): string {
  return blocks.map(showBlock).filter(Boolean).join('\n');
}
