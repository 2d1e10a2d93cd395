// Follows the simulated journal from outside, commit by commit: every committed command is given to
// a fresh core and to the reference model, and everything they say must be what the journal says.
// What was committed where is kept for the audit. Fed by exchange.ts, read by audit.ts.
import { createHash } from 'node:crypto';
import type { Command, CoreEvent } from '@isobath/core';
import * as core from '@isobath/core';
import { EventKind } from '@isobath/core/event';
import { readBatch } from '@isobath/server/parts';
import { Comparison, type Fault } from '../comparison.ts';
import { createEngineSubject } from '../engine-subject.ts';
import type { Model } from '../model/state.ts';
import type { Row } from './database/expression.ts';

/** One committed command. */
export interface JudgedStep {
  readonly sequence: number;
  /** Core time of it. */
  readonly atMs: number;
  readonly command: Command;
  readonly code: number;
  readonly repeatOfSequence: number;
  readonly events: readonly CoreEvent[];
}

/** The judge of one run. */
export class Judge {
  /** Committed commands, the one with sequence n at place n - 1. */
  readonly steps: JudgedStep[] = [];
  readonly #comparison = new Comparison(createEngineSubject(), 400);
  readonly #failed: (fault: { check: string; detail: string }) => void;
  #lastMs = 0;

  /** @param failed - told of everything that is not as it must be. */
  constructor(failed: (fault: { check: string; detail: string }) => void) {
    this.#failed = failed;
  }

  /** The reference model at the end of the journal. */
  get model(): Model {
    return this.#comparison.model;
  }

  /** Take a committed journal row. */
  takeRow(row: Row): void {
    const first = row['first_sequence'] as number;
    if (first !== this.steps.length + 1) {
      const detail = `a row begins at ${first} behind ${this.steps.length}`;
      return this.#failed({ check: 'journal', detail });
    }
    const hash = createHash('sha256');
    const count = row['count'] as number;
    const coreTimeMs = row['core_time_ms'] as number;
    const commands = readBatch({ commands: row['commands'] as Buffer, count, coreTimeMs });
    for (const { atMs, bytes } of commands) {
      if (atMs < this.#lastMs) this.#failed({ check: 'time', detail: `core time fell to ${atMs}` });
      this.#lastMs = atMs;
      const fault = this.#takeCommand(core.decodeCommandBytes(bytes), atMs);
      if (fault !== null) return this.#failed(fault);
      hash.update(toBytes(this.#comparison.readWords()));
    }
    if (Buffer.compare(hash.digest(), row['event_hash'] as Buffer) !== 0) {
      this.#failed({ check: 'event hash', detail: `row ${first} has other events` });
    }
  }

  #takeCommand(command: Command, atMs: number): Fault | null {
    const { events, fault } = this.#comparison.feed({ atMs, command, isAfterRestart: false });
    const [head] = events;
    if (head?.kind !== EventKind.commandApplied) throw new Error('a step has no head');
    const { code, repeatOfSequence } = head;
    const sequence = this.steps.length + 1;
    this.steps.push({ sequence, atMs, command, code, repeatOfSequence, events });
    return fault;
  }

  /** Nothing more is judged, and nothing was wrong. */
  end(): void {
    this.#comparison.end();
  }

  /** Compare the whole state. */
  compareAll(): Fault | null {
    return this.#comparison.compareAll();
  }
}

function toBytes(words: Float64Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
