// Events out of their words. Not here: writing them (event-buffer.ts).
// Called by projections, feeds, the operator's tool, the simulator and tests.
import type { CoreEvent } from './event.ts';
import { type EventFieldType, eventHeadFactor, eventTable } from './event-layout.ts';
import { floorDiv, joinWords } from './math/index.ts';

/** Reads the event at `at` that should end before `end`; undefined when its length is another. */
type ReadOne = (words: Float64Array, at: number, end: number) => CoreEvent | undefined;

function readList(words: Float64Array, from: number, count: number): number[] {
  const list: number[] = [];
  for (let at = from; at < from + count; at += 1) list.push(words[at]);
  return list;
}

/**
 * Write the reader of one kind as one literal: an event is read several times for each order, and
 * a field set by its name costs as much as a whole literal.
 */
function writeReader(
  kind: number,
  fields: readonly (readonly [string, EventFieldType])[],
): ReadOne {
  const lines: string[] = [];
  const parts = [`kind:${kind}`];
  let base = 'at';
  let offset = 1;
  for (const [name, type] of fields) {
    const word = (more: number) => `words[${base}+${offset + more}]`;
    if (type === 'int') parts.push(`${name}:${word(0)}`);
    else if (type === 'flag') parts.push(`${name}:${word(0)}===1`);
    else if (type === 'amount') parts.push(`${name}:join(${word(0)},${word(1)})`);
    else if (type === 'five') parts.push(`${name}:[${[0, 1, 2, 3, 4].map(word).join(',')}]`);
    else {
      const next = `behind${lines.length}`;
      parts.push(`${name}:list(words,${base}+${offset + 1},${word(0)})`);
      lines.push(`const ${next}=${base}+${offset + 1}+${word(0)};`);
      base = next;
      offset = 0;
      continue;
    }
    offset += WORDS_OF[type];
  }
  const body = `${lines.join('')}if(${base}+${offset}!==end)return;return {${parts.join(',')}};`;
  const make = new Function('join', 'list', `return (words,at,end)=>{${body}}`);
  return (make as (join: typeof joinWords, list: typeof readList) => ReadOne)(joinWords, readList);
}

const WORDS_OF = { int: 1, flag: 1, amount: 2, five: 5 } as const;
const readers = eventTable.map((row, kind) => row && writeReader(kind, row.fields));

/**
 * Read the event that starts at word `at`.
 *
 * @returns the event and the place of the next one.
 * @throws RangeError when the words are no event.
 */
export function readEvent(words: Float64Array, at: number): { event: CoreEvent; next: number } {
  const head = words[at] ?? 0;
  const kind = head % eventHeadFactor;
  const count = floorDiv(head, eventHeadFactor);
  const read = Number.isInteger(head) ? readers[kind] : undefined;
  const next = at + count;
  if (read === undefined || count < 1 || next > words.length) {
    throw new RangeError(`word ${at} is no head of an event`);
  }
  const event = read(words, at, next);
  if (event === undefined) {
    throw new RangeError(`event ${eventTable[kind]?.name} at ${at} has a wrong length`);
  }
  return { event, next };
}

/** A part of some words. */
interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * Read every event of a run of words, one after the other.
 *
 * @throws RangeError when the words are no whole run of events.
 */
export function* iterateEvents(words: Float64Array): Generator<CoreEvent> {
  let at = 0;
  while (at < words.length) {
    const { event, next } = readEvent(words, at);
    at = next;
    yield event;
  }
}

/**
 * Read every event of a run of words.
 *
 * @param place - of the run; absent: all of the words.
 * @throws RangeError when the words are no whole run of events.
 */
export function readEvents(
  words: Float64Array,
  { from, to }: Place = { from: 0, to: words.length },
): CoreEvent[] {
  const events: CoreEvent[] = [];
  for (let at = from; at < to; ) {
    const { event, next } = readEvent(words, at);
    if (next > to) throw new RangeError(`the event at ${at} ends behind its run`);
    events.push(event);
    at = next;
  }
  return events;
}
