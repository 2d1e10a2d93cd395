// Events out of their words. Not here: writing them (event-buffer.ts).
// Called by projections, feeds, the operator's tool, the simulator and tests.
import type { CoreEvent } from './event.ts';
import { type EventFieldType, eventHeadFactor, eventTable } from './event-layout.ts';
import { floorDiv, joinLimbs } from './math/index.ts';

interface Place {
  at: number;
}

function readField(words: Float64Array, place: Place, type: EventFieldType): unknown {
  const at = place.at;
  place.at += 1;
  if (type === 'int') return words[at];
  if (type === 'flag') return words[at] === 1;
  if (type === 'amount') {
    place.at += 1;
    return joinLimbs(words[at], words[at + 1]);
  }
  const first = type === 'list' ? at + 1 : at;
  place.at = first + (type === 'list' ? words[at] : 5);
  return Array.from(words.subarray(first, place.at));
}

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
  const row = Number.isInteger(head) ? eventTable[kind] : undefined;
  if (row === undefined || count < 1 || at + count > words.length) {
    throw new RangeError(`word ${at} is no head of an event`);
  }
  const event: Record<string, unknown> = { kind };
  const place = { at: at + 1 };
  for (const [name, type] of row.fields) event[name] = readField(words, place, type);
  if (place.at !== at + count)
    throw new RangeError(`event ${row.name} at ${at} has a wrong length`);
  return { event: event as unknown as CoreEvent, next: place.at };
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
 * @throws RangeError when the words are no whole run of events.
 */
export function readEvents(words: Float64Array): CoreEvent[] {
  return [...iterateEvents(words)];
}
