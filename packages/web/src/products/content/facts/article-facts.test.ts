// What an article's page makes of its blocks.
import type { ArticleBlock } from '@isobath/wire';
import { expect, test } from 'vitest';
import { listMarkets, readEvent, writeCalendar } from './article-facts.ts';

const at = (time: string) => Date.parse(`2027-01-${time}Z`);
const moment = (atMs: number) => ({ text: 'then', marks: [], atMs });
const link = (href: string) => ({ text: 'there', marks: [], href });
const paragraph = (...spans: object[]) => ({ kind: 'paragraph', spans }) as ArticleBlock;

test('the first two moments are an event, wherever they stand, until it is over', () => {
  const [start, end] = [at('02T10:00'), at('02T12:00')];
  const blocks = [
    paragraph({ text: 'Soon', marks: [] }),
    { kind: 'quote', tone: 'note', paragraphs: [[moment(start)]] },
    { kind: 'list', items: [{ depth: 0, isOrdered: false, spans: [moment(end)] }] },
  ] as ArticleBlock[];
  expect(readEvent(blocks, start - 1)).toEqual({ startMs: start, endMs: end });
  expect(readEvent(blocks, end - 1)).toEqual({ startMs: start, endMs: end });
  expect(readEvent(blocks, end)).toBeUndefined();
});

test('one moment is an event without an end, and so is one with an earlier one behind it', () => {
  const startMs = at('02T10:00');
  expect(readEvent([paragraph(moment(startMs))], 0)).toEqual({ startMs, endMs: undefined });
  expect(readEvent([paragraph(moment(startMs), moment(1))], 0)).toEqual({
    startMs,
    endMs: undefined,
  });
  expect(readEvent([paragraph({ text: 'Never', marks: [] })], 0)).toBeUndefined();
});

test('markets are those that links open, each once, three at most', () => {
  const of = (code: string) => link(`/trade/exchange/?tradeCode=${code}`);
  const blocks = [
    paragraph(of('btc_usdt'), of('btc_usdt'), link('/market'), link('https://x.example/')),
    {
      kind: 'table',
      head: [[of('eth_usdt')]],
      rows: [[[of('btc3l_etf')], [of('sol_usdt')]]],
    } as unknown as ArticleBlock,
    { kind: 'code', language: '', text: '/trade/exchange/?tradeCode=xrp_usdt' } as ArticleBlock,
  ];
  expect(listMarkets(blocks)).toEqual(['btc_usdt', 'eth_usdt', 'btc3l_etf']);
});

test('a calendar file has short lines, escaped words and times of UTC', () => {
  const file = writeCalendar(
    { startMs: at('02T10:00'), endMs: at('02T12:30') },
    {
      title: 'Wartung; Börse, kurz',
      summary: 'ö'.repeat(100),
      address: 'https://house.example/de_DE/support/article?code=wartung',
      writtenMs: at('01T00:00:05'),
    },
  );
  expect(file).toContain('\r\nDTSTAMP:20270101T000005Z\r\n');
  expect(file).toContain('\r\nDTSTART:20270102T100000Z\r\nDTEND:20270102T123000Z\r\n');
  expect(file).toContain('\r\nSUMMARY:Wartung\\; Börse\\, kurz\r\n');
  const lines = file.split('\r\n');
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThan(76);
  expect(file.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${'ö'.repeat(100)}\r\n`);
  expect(lines.at(-1)).toBe('');
});

test('what happens at one moment has no end in the file', () => {
  const about = { title: 'T', summary: '', address: 'https://house.example/', writtenMs: 0 };
  const file = writeCalendar({ startMs: at('02T10:00'), endMs: undefined }, about);
  expect(file).not.toContain('DTEND');
});
