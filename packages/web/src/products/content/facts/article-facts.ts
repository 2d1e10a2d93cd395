// What an article says that more can be made of than letters: its moments, and the markets that it
// links to. Pure: no clock, no page. Called by the article's page.
import type { ArticleBlock, ArticleSpan } from '@isobath/wire';

function listSpans(block: ArticleBlock): readonly ArticleSpan[] {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return block.spans;
    case 'list':
      return block.items.flatMap(({ spans }) => spans);
    case 'quote':
      return block.paragraphs.flat();
    case 'table':
      return [...block.head, ...block.rows.flat()].flat();
    default:
      return [];
  }
}

/** Something with a time of its own; UTC milliseconds. */
export interface ArticleEvent {
  readonly startMs: number;
  /** Undefined for what happens at one moment. */
  readonly endMs: number | undefined;
}

/**
 * What an article announces: from its first moment to the one named next, if that is later.
 *
 * @returns undefined when it names none, or all of it is over.
 */
export function readEvent(
  blocks: readonly ArticleBlock[],
  nowMs: number,
): ArticleEvent | undefined {
  const [startMs, next] = blocks
    .flatMap(listSpans)
    .flatMap(({ atMs }) => (atMs === undefined ? [] : [atMs]));
  if (startMs === undefined) return undefined;
  const endMs = next !== undefined && next > startMs ? next : undefined;
  return (endMs ?? startMs) > nowMs ? { startMs, endMs } : undefined;
}

const MARKETS_MAX = 3;

/** Codes of the markets that the article's links open, each once, at most three. */
export function listMarkets(blocks: readonly ArticleBlock[]): string[] {
  const codes = blocks.flatMap(listSpans).flatMap(({ href }) => {
    const found = /^\/trade\/exchange\/\?tradeCode=([a-z0-9]+_[a-z0-9]+)$/.exec(href ?? '');
    return found?.[1] === undefined ? [] : [found[1]];
  });
  return [...new Set(codes)].slice(0, MARKETS_MAX);
}

const LINE_OCTETS_MAX = 75;

/** A line of a calendar file: longer ones go on in the next, after a space. */
function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length;
    if (octets + size > LINE_OCTETS_MAX) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += letter;
    octets += size;
  }
  return folded;
}

const writeText = (text: string) =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, '\\n');

const writeMoment = (atMs: number) =>
  `${new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/**
 * An event as a calendar file.
 *
 * @param about - address: of the article, which is also the event's name among others;
 * writtenMs: when it was changed last, so that a calendar knows the newer of two.
 * @source RFC 5545.
 */
export function writeCalendar(
  event: ArticleEvent,
  about: { title: string; summary: string; address: string; writtenMs: number },
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//exchange//articles//EN',
    'BEGIN:VEVENT',
    `UID:${about.address}`,
    `DTSTAMP:${writeMoment(about.writtenMs)}`,
    `DTSTART:${writeMoment(event.startMs)}`,
    ...(event.endMs === undefined ? [] : [`DTEND:${writeMoment(event.endMs)}`]),
    `SUMMARY:${writeText(about.title)}`,
    `DESCRIPTION:${writeText(about.summary)}`,
    `URL:${about.address}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}
