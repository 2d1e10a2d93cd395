// The engine as other processes see it: submit, follow, ask. It reconnects by itself; what was
// under way when a connection was cut has an unknown outcome, and is never sent again from here.
// Used by edge, projector, sandbox and the operator's tool.
import {
  encodeCommandBytes,
  EventKind,
  readEvents,
  type Command,
  type CommandApplied,
  type CoreEvent,
} from '@isobath/core';
import { Refusal, type ExitCode } from '../base/process/exit.ts';
import { PassingMap } from '../base/process/passing-map.ts';
import type { CommittedStep } from '../base/product/product.ts';
import { Line } from './line.ts';
import { expandWords, findSteps } from './log/words-codec.ts';
import { ReadEvents } from './read-events.ts';
import {
  SubmitRefusal,
  type Bus,
  type BusReader,
  type CommittedBatch,
  type EngineClock,
  type EngineStatus,
  type Outcome,
  type Submit,
  type SubmitTrouble,
  type Unsubscribe,
} from './ports.ts';
import { FrameKind, readWords, writeFrame, type Frame } from './process/frames.ts';

/** A connected engine. */
export interface EngineClient extends Submit, Bus {
  /** Whether commands can be sent at this moment. */
  readonly isConnected: boolean;
  /** Say that an intent was committed to the outbox. */
  nudgeOutbox(): void;
  /**
   * Ask a question: `status`, `hash`, `halt`, `cancel-only`, `resume`, `snapshot`, `balances`.
   *
   * @errors Refusal as the engine says, SubmitRefusal when the connection is cut.
   */
  ask<TAnswer = Record<string, unknown>>(
    name: string,
    parameters?: Record<string, unknown>,
  ): Promise<TAnswer>;
  readStatus(): Promise<EngineStatus>;
  readClock(): Promise<EngineClock>;
  close(): void;
}

/**
 * Connect to the engine of a data folder and stay connected.
 *
 * @returns when the first connection stands; until then it is tried again and again.
 */
export async function connectEngine(dataFolder: string): Promise<EngineClient> {
  const client = new Client(dataFolder);
  await client.ready;
  return client;
}

interface Waiting {
  readonly met: (frame: Frame) => void;
  readonly cut: () => void;
  /** Given up after a time of silence; most questions are not, some read for minutes. */
  readonly isGivenUp: boolean;
  /** By the client's count of looks. */
  sinceLook: number;
}

const LOOK_EVERY_MS = 1_000;
/** A command that an engine holds for so many looks has an unknown outcome. */
const SILENT_LOOKS = 15;
/** Answered only after the commit under way; somebody waits for them at a screen. */
const PEOPLES_QUESTIONS: ReadonlySet<string> = new Set(['balances', 'some-balances']);

class Client implements EngineClient {
  readonly ready: Promise<void>;
  readonly #dataFolder: string;
  readonly #line: Line;
  readonly #waiting = new PassingMap<number, Waiting>();
  readonly #followers = new Set<Unsubscribe>();
  readonly #readEvents = new ReadEvents();
  #lastId = 0;
  #looks = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
    this.#timer = setInterval(() => this.#giveUpSilent(), LOOK_EVERY_MS);
    let opened = () => {};
    this.ready = new Promise((resolve) => (opened = resolve));
    this.#line = new Line(dataFolder, {
      opened,
      met: (frame) => {
        const waiting = this.#waiting.get(frame.id);
        this.#waiting.delete(frame.id);
        waiting?.met(frame);
      },
      cut: () => {
        const all = [...this.#waiting.readNow().values()];
        this.#waiting.clear();
        for (const waiting of all) waiting.cut();
      },
    });
  }

  get isConnected(): boolean {
    return this.#line.isOpen;
  }

  submit(command: Command): Promise<Outcome> {
    if (!this.#line.isOpen) return Promise.reject(new SubmitRefusal('not_connected'));
    const bytes = encodeCommandBytes(command);
    return new Promise((resolve, reject) => {
      this.#send(FrameKind.submit, bytes, {
        met: ({ kind, body }) => {
          if (kind === FrameKind.outcome) resolve(readOutcome(body, this.#readEvents));
          else reject(new SubmitRefusal(body.toString() as SubmitTrouble));
        },
        cut: () => reject(new SubmitRefusal('outcome_unknown')),
        isGivenUp: true,
        sinceLook: this.#looks,
      });
    });
  }

  subscribe(reader: BusReader): Unsubscribe {
    let stop = () => {};
    const unsubscribe = () => {
      this.#followers.delete(unsubscribe);
      this.#readEvents.followersCount = this.#followers.size;
      stop();
    };
    const failed = (error: unknown) => {
      // It is over by itself: batches are not kept for one that reads no more.
      unsubscribe();
      reader.failed?.(error);
    };
    this.#followers.add(unsubscribe);
    const { fromSequence } = reader;
    const read = (batch: CommittedBatch) => reader.read(batch);
    stop = follow(this.#dataFolder, { fromSequence, read, failed }, this.#readEvents);
    this.#readEvents.followersCount = this.#followers.size;
    return unsubscribe;
  }

  nudgeOutbox(): void {
    // A new connection counts as a nudge, so one that is cut needs none.
    if (this.#line.isOpen) this.#line.send(writeFrame(FrameKind.nudge, 0));
  }

  ask<TAnswer>(name: string, parameters: Record<string, unknown> = {}): Promise<TAnswer> {
    if (!this.#line.isOpen) return Promise.reject(new SubmitRefusal('not_connected'));
    const body = Buffer.from(JSON.stringify({ name, parameters }));
    return new Promise((resolve, reject) => {
      this.#send(FrameKind.ask, body, {
        met: (frame) => {
          const reply = JSON.parse(frame.body.toString()) as {
            answer?: TAnswer;
            error?: { exitCode: number; line: string };
          };
          if (reply.error === undefined) resolve(reply.answer as TAnswer);
          else reject(new Refusal(reply.error.exitCode as ExitCode, reply.error.line));
        },
        cut: () => reject(new SubmitRefusal('not_connected')),
        isGivenUp: PEOPLES_QUESTIONS.has(name),
        sinceLook: this.#looks,
      });
    });
  }

  readStatus(): Promise<EngineStatus> {
    return this.ask<EngineStatus>('status');
  }

  readClock(): Promise<EngineClock> {
    return this.ask<EngineClock>('clock');
  }

  close(): void {
    clearInterval(this.#timer);
    for (const stop of this.#followers) stop();
    this.#line.close();
  }

  /** An engine that stands still must not make everybody wait with it. Oldest first. */
  #giveUpSilent(): void {
    this.#looks += 1;
    for (const [id, waiting] of this.#waiting.readNow()) {
      if (this.#looks - waiting.sinceLook <= SILENT_LOOKS) return;
      if (!waiting.isGivenUp) continue;
      this.#waiting.delete(id);
      waiting.cut();
    }
  }

  #send(kind: number, body: Uint8Array, waiting: Waiting): void {
    this.#lastId = (this.#lastId + 1) % 2 ** 32;
    this.#waiting.set(this.#lastId, waiting);
    this.#line.send(writeFrame(kind, this.#lastId, body));
  }
}

/** Where outcomes are read: memory of its own for each would have to be given back, too. */
let outcomeWords = new Float64Array(1_024);
let outcomeBytes = new Uint8Array(outcomeWords.buffer);

function readOutcomeEvents(body: Buffer): CoreEvent[] {
  const bytesCount = body.length - 16;
  if (bytesCount % 8 !== 0) throw new RangeError('an outcome is no run of words');
  if (bytesCount > outcomeBytes.length) {
    outcomeWords = new Float64Array(bytesCount / 4);
    outcomeBytes = new Uint8Array(outcomeWords.buffer);
  }
  body.copy(outcomeBytes, 0, 16);
  return readEvents(outcomeWords, { from: 0, to: bytesCount / 8 });
}

function readOutcome(body: Buffer, read: ReadEvents): Outcome {
  const events = readOutcomeEvents(body);
  const applied = events[0] as CommandApplied;
  if (applied?.kind !== EventKind.commandApplied) throw new RangeError('an outcome has no head');
  const { code, facts } = applied;
  const sequence = body.readDoubleLE(0);
  const atMs = body.readDoubleLE(8);
  read.keep(sequence, events);
  return { sequence, atMs, code, facts, events, durable: true };
}

/** Follow on a line of its own, so that a slow reader holds up nobody but itself. */
function follow(dataFolder: string, reader: BusReader, read: ReadEvents): Unsubscribe {
  let next = Math.max(1, reader.fromSequence);
  let isStopped = false;
  let reading: Promise<void> = Promise.resolve();
  let heldCount = 0;
  const fail = (error: unknown) => {
    if (isStopped) return;
    isStopped = true;
    line.close();
    reader.failed?.(error);
  };
  const take = ({ kind, body }: Frame): void | Promise<void> => {
    if (isStopped) return undefined;
    const batch =
      kind === FrameKind.row ? readRowOfSteps(body, next, read) : readBatchOfSteps(body, read);
    // What came twice around a cut is passed over.
    if (batch.firstSequence !== next) {
      if (batch.lastSequence < next) return undefined;
      throw new Error(`sequence ${next} is missing, ${batch.firstSequence} came`);
    }
    const taken = () => {
      read.note(batch.lastSequence);
      next = batch.lastSequence + 1;
    };
    const held = reader.read(batch);
    return held === undefined ? taken() : held.then(taken);
  };
  /** Hold the line while a frame is taken; the line goes on when none is left. */
  const holdFor = (work: () => void | Promise<void>) => {
    heldCount += 1;
    line.hold();
    reading = reading.then(work).then(() => {
      heldCount -= 1;
      if (heldCount === 0) line.go();
    }, fail);
  };
  const line = new Line(dataFolder, {
    opened: () => {
      // Only when everything that had come before is read is it known what comes next.
      reading = reading.then(() => {
        const from = Buffer.alloc(8);
        from.writeDoubleLE(next);
        if (!isStopped) line.send(writeFrame(FrameKind.subscribe, 1, from));
      });
    },
    met: (frame) => {
      if (frame.kind === FrameKind.failed) return fail(new Error(frame.body.toString()));
      if (heldCount > 0) return holdFor(() => take(frame));
      // Most readers are done at once: they need no hold.
      try {
        const held = take(frame);
        if (held !== undefined) holdFor(() => held);
      } catch (error) {
        fail(error);
      }
    },
    cut: () => {},
  });
  return () => {
    isStopped = true;
    line.close();
  };
}

/** Decode committed words into steps. */
function readBatchOfSteps(body: Buffer, read: ReadEvents): CommittedBatch {
  const [firstSequence, lastSequence] = [body.readDoubleLE(0), body.readDoubleLE(8)];
  const known = read.findBatch(firstSequence, lastSequence);
  if (known !== undefined) return known;
  const steps = readSteps(readWords(body, 16), firstSequence, read);
  const batch = { firstSequence, lastSequence, steps };
  read.keepBatch(batch);
  return batch;
}

/** Unpack a row of the event log and leave out what comes before the sequence that is wanted. */
function readRowOfSteps(body: Buffer, from: number, read: ReadEvents): CommittedBatch {
  const [first, lastSequence] = [body.readDoubleLE(0), body.readDoubleLE(8)];
  const firstSequence = Math.max(first, Math.min(from, lastSequence));
  const known = read.findBatch(firstSequence, lastSequence);
  if (known !== undefined) return known;
  const words = expandWords(body.subarray(20), body.readUInt32LE(16));
  const batch = { firstSequence, lastSequence, steps: readSteps(words, firstSequence, read) };
  read.keepBatch(batch);
  return batch;
}

function readSteps(words: Float64Array, first: number, read: ReadEvents): CommittedStep[] {
  const steps: CommittedStep[] = [];
  for (const { sequence, atMs, from, to } of findSteps(words)) {
    if (sequence < first) continue;
    const events = read.take(sequence) ?? readEvents(words, { from, to });
    steps.push({ sequence, atMs, events });
  }
  return steps;
}
