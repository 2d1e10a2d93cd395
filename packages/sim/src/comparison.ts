// Judges one engine against the model, command by command (level L0): answers, events, balances,
// timers, and every so often the whole state as text. Not here: where commands come from
// (workload.ts). Called by l0.ts, shrink.ts and trace.ts.
import {
  type Command,
  type CoreEvent,
  eventHeadFactor,
  eventTable,
  joinWords,
  readEvents,
} from '@isobath/core';
import { Fold } from './fold.ts';
import { applyCommand } from './model/apply.ts';
import { dumpState } from './model-dump.ts';
import { findFaults } from './invariants.ts';
import { Model } from './model/state.ts';
import { readNextTimerMs } from './model/settle.ts';
import type { Subject } from './subject.ts';
import { readContractDepth } from './workload/contract-depth.ts';
import type { Sent } from './workload.ts';

/** What is looked at; `told` = what the events alone would make of it. */
export type Check =
  | 'events'
  | 'balances'
  | 'timer'
  | 'dump'
  | 'told'
  | 'codec'
  | 'invariant'
  | 'throw';

/** What differs: the check's word and both sides as text. */
export interface Fault {
  readonly check: Check;
  readonly detail: string;
}

type Plain = Record<string, unknown>;

/** What costs more than it can find is looked at once in so many commands. */
const LOOK_EVERY = 8;

/** True when two plain values are equal in all fields; numbers, amounts, arrays, shapes. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  for (const name of names) {
    if (!isEqual((one as Plain)[name], (other as Plain)[name])) return false;
  }
  return true;
}

/** A value as text for people; amounts as digits. */
export function report(value: unknown): string {
  return JSON.stringify(value, (_, it) => (typeof it === 'bigint' ? `${it}n` : it)) ?? 'nothing';
}

/** True when these words are just these events; reading none of them into objects. */
function areWordsOf(events: readonly CoreEvent[], words: Float64Array): boolean {
  let at = 0;
  for (const event of events) {
    const head = at;
    const row = eventTable[event.kind];
    if (row === undefined) return false;
    at += 1;
    for (const [name, type] of row.fields) {
      const value = (event as unknown as Plain)[name];
      if (type === 'int' || type === 'flag') {
        if (words[at] !== Number(value)) return false;
        at += 1;
      } else if (type === 'amount') {
        const [high, low] = [words[at] as number, words[at + 1] as number];
        if ((high === 0 ? BigInt(low) : joinWords(high, low)) !== value) return false;
        at += 2;
      } else {
        const list = value as readonly number[];
        if (type === 'list' && words[at++] !== list.length) return false;
        for (const word of list) if (words[at++] !== word) return false;
      }
    }
    if (words[head] !== event.kind + eventHeadFactor * (at - head)) return false;
  }
  return at === words.length;
}

/** The fields that an event has; the model may say more about it. */
function readFields(event: CoreEvent): CoreEvent {
  const all = event as unknown as Plain;
  const fields: Plain = { kind: event.kind };
  for (const [name] of eventTable[event.kind]?.fields ?? []) fields[name] = all[name];
  return fields as unknown as CoreEvent;
}

function compareEvents(model: readonly CoreEvent[], engine: readonly CoreEvent[]): Fault | null {
  const count = Math.max(model.length, engine.length);
  for (let place = 0; place < count; place += 1) {
    if (isEqual(model[place], engine[place])) continue;
    const both = `rules ${report(model[place])} engine ${report(engine[place])}`;
    return { check: 'events', detail: `event ${place}: ${both}` };
  }
  return null;
}

function compareDumps(rules: string, engine: string): Fault | null {
  if (rules === engine) return null;
  const [left, right] = [rules.split('\n'), engine.split('\n')];
  const line = left.findIndex((it, index) => it !== right[index]);
  const place = line === -1 ? left.length : line;
  return { check: 'dump', detail: `rules "${left[place]}" engine "${right[place]}"` };
}

/** Both sides of the comparison, moved together. */
export class Comparison {
  readonly model: Model = new Model();
  private subject: Subject;
  private sequence = 0;
  private readonly dumpEvery: number;
  private readonly fold = new Fold();

  /** @param dumpEvery - compare the whole state after every so many commands. */
  constructor(subject: Subject, dumpEvery: number) {
    this.subject = subject;
    this.model.sizes = subject.sizes;
    this.model.readDepth = readContractDepth;
    this.dumpEvery = dumpEvery;
  }

  /**
   * Give both sides one command.
   *
   * @returns the model's events, and what differed (null when nothing did).
   */
  feed(sent: Sent): { readonly events: readonly CoreEvent[]; readonly fault: Fault | null } {
    const { events, fault } = this.feedPlain(sent);
    return { events: events.map(readFields), fault };
  }

  /** The same; the events may have more fields than they should. */
  feedPlain(sent: Sent): { readonly events: readonly CoreEvent[]; readonly fault: Fault | null } {
    this.sequence += 1;
    const at = { sequence: this.sequence, atMs: sent.atMs };
    const events = applyCommand(this.model, sent.command, at);
    for (const event of events) this.fold.take(event);
    const fault = this.compare(sent, events);
    return { events, fault };
  }

  /** The words of the events of the last command, as the engine wrote them. */
  readWords(): Float64Array {
    const { readWords } = this.subject;
    if (readWords === undefined) throw new Error('this engine shows no words');
    return readWords();
  }

  private compare(sent: Sent, events: readonly CoreEvent[]): Fault | null {
    const { command, atMs } = sent;
    try {
      if (sent.isAfterRestart) this.subject = this.subject.restart();
      const isFull = this.sequence % this.dumpEvery === 0;
      const isLook = isFull || this.sequence % LOOK_EVERY === 0;
      const codec = isLook ? this.compareCodec(command) : null;
      if (codec !== null) return codec;
      const fault =
        this.compareApplied(command, events, atMs) ?? this.compareBalances() ?? this.compareTimer();
      if (fault !== null) return fault;
      if (isFull) return this.compareAll();
      return isLook ? this.findModelFault() : null;
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { check: 'throw', detail: text.split('\n').slice(0, 6).join(' | ') };
    }
  }

  private compareApplied(
    command: Command,
    events: readonly CoreEvent[],
    atMs: number,
  ): Fault | null {
    const { readWords } = this.subject;
    if (readWords === undefined) {
      const engine = this.subject.apply(command, this.sequence, atMs);
      return compareEvents(events.map(readFields), engine);
    }
    this.subject.run(command, this.sequence, atMs);
    const words = readWords();
    if (areWordsOf(events, words)) return null;
    const fault = compareEvents(events.map(readFields), readEvents(words));
    return fault ?? { check: 'events', detail: 'the words of the events are others' };
  }

  private compareCodec(command: Command): Fault | null {
    const again = this.subject.roundTrip(command);
    if (isEqual(command, again)) return null;
    return { check: 'codec', detail: `sent ${report(command)} read ${report(again)}` };
  }

  private compareBalances(): Fault | null {
    for (const { accountId, assetId, available, held } of this.model.touched) {
      const engine = this.subject.readBalance(accountId, assetId);
      if (engine.available === available && engine.held === held) continue;
      const name = `account ${accountId} asset ${assetId}`;
      const both = `rules ${available} + ${held} engine ${engine.available} + ${engine.held}`;
      return { check: 'balances', detail: `${name}: ${both}` };
    }
    return null;
  }

  private compareTimer(): Fault | null {
    const rules = readNextTimerMs(this.model);
    const engine = this.subject.nextTimerMs();
    if (rules === engine) return null;
    return { check: 'timer', detail: `rules ${rules} engine ${engine}` };
  }

  private findModelFault(): Fault | null {
    const faults = findFaults(this.model);
    return faults.length === 0 ? null : { check: 'invariant', detail: faults.join('; ') };
  }

  /** Nothing more is compared, and nothing was wrong. */
  end(): void {
    this.subject.end();
  }

  /** Compare the whole state as text, and its hash. */
  compareAll(): Fault | null {
    const dump = compareDumps(dumpState(this.model), this.subject.dump());
    const reported = this.fold.findFaults(this.model);
    if (dump === null && reported.length > 0) return { check: 'told', detail: reported.join('; ') };
    return dump ?? this.findModelFault();
  }
}
