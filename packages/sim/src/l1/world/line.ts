// A line between somebody outside and the edge: bytes with delay and a window both ways, cuts, and
// silence in which neither end learns anything. The edge's end is the stream that Node's HTTP
// server hands over with an upgrade. Used by edge/program.ts and edge/listener.ts.
import { Duplex } from 'node:stream';
import type { Dice } from '../../workload/dice.ts';
import type { Process } from './scheduler.ts';
import { theWorld } from './world.ts';

/** Bytes on their way or not taken, after which a writer has to wait. */
const WINDOW_BYTES = 16 * 1024;

type Done = (error?: Error | null) => void;

/** The edge's end. */
export class EdgeEnd extends Duplex {
  readonly remoteAddress: string;
  readonly #owner: Process;
  readonly #person: PersonEnd;
  #waiting: Done | undefined;
  readonly #die = () => this.#person.hangUp();

  constructor(owner: Process, person: PersonEnd, remoteAddress: string) {
    super();
    this.#owner = owner;
    this.#person = person;
    this.remoteAddress = remoteAddress;
    owner.cleanups.add(this.#die);
  }

  get owner(): Process {
    return this.#owner;
  }

  override _read(): void {
    // Whatever came was pushed when it came.
  }

  override _write(bytes: Buffer, _encoding: string, done: Done): void {
    this.#pass(bytes, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#pass(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  #pass(bytes: Buffer, done: Done): void {
    this.#person.arrive(Buffer.from(bytes));
    this.#waiting = done;
    this.drained();
  }

  override _final(done: Done): void {
    this.#person.hangUp();
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#owner.cleanups.delete(this.#die);
    this.#person.hangUp();
    done(error);
  }

  /** The person's end has taken something: go on writing, if there is room now. */
  drained(): void {
    const done = this.#waiting;
    if (done === undefined || this.#person.waitingBytes >= WINDOW_BYTES) return;
    this.#waiting = undefined;
    theWorld().scheduler.afterIn(this.#owner, 0, () => done());
  }
}

/** What the person's end tells them. */
interface Hearing {
  readonly bytes: (bytes: Buffer) => void;
  readonly closed: () => void;
}

/** The person's end. */
export class PersonEnd {
  readonly #dice: Dice;
  readonly #hearing: Hearing;
  #edge: EdgeEnd | undefined;
  #isOpen = true;
  #isSilent = false;
  #isReading = true;
  readonly #held: Buffer[] = [];
  /** Bytes that were sent to this end and not taken. */
  waitingBytes = 0;
  #lastArrivalMs = 0;
  #lastSentMs = 0;

  constructor(dice: Dice, hearing: Hearing) {
    this.#dice = dice;
    this.#hearing = hearing;
  }

  /** Become one line with the edge's end. */
  join(edge: EdgeEnd): void {
    this.#edge = edge;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Bytes the edge holds for this end. */
  get heldByEdgeBytes(): number {
    return this.#edge?.writableLength ?? 0;
  }

  #drawDelay(): number {
    return 0.2 + this.#dice.below(2_000) / 1000 + theWorld().networkDelayMs;
  }

  /** Something is on its way to this end. */
  arrive(bytes: Buffer): void {
    this.waitingBytes += bytes.length;
    const { scheduler } = theWorld();
    const atMs = Math.max(this.#lastArrivalMs, scheduler.nowMs + this.#drawDelay());
    this.#lastArrivalMs = atMs;
    scheduler.afterInWorld(atMs - scheduler.nowMs, () => {
      if (!this.#isOpen || this.#isSilent) return;
      this.#held.push(bytes);
      this.#read();
    });
  }

  #read(): void {
    while (this.#isReading && this.#isOpen && this.#held.length > 0) {
      const bytes = this.#held.shift() as Buffer;
      this.waitingBytes -= bytes.length;
      this.#hearing.bytes(bytes);
    }
    this.#edge?.drained();
  }

  /** Take what comes, or leave it. */
  setReading(isReading: boolean): void {
    this.#isReading = isReading;
    if (isReading) theWorld().scheduler.afterInWorld(0, () => this.#read());
  }

  /** Send something. */
  send(bytes: Buffer): void {
    const edge = this.#edge;
    if (edge === undefined || !this.#isOpen || this.#isSilent) return;
    const { scheduler } = theWorld();
    const atMs = Math.max(this.#lastSentMs, scheduler.nowMs + this.#drawDelay());
    this.#lastSentMs = atMs;
    scheduler.afterIn(edge.owner, atMs - scheduler.nowMs, () => {
      if (!edge.destroyed) edge.push(bytes);
    });
  }

  /** From now on nothing passes, and neither end is told. */
  silence(): void {
    this.#isSilent = true;
  }

  /** The connection breaks: what was on its way is lost, both ends are told. */
  cut(): void {
    const edge = this.#edge;
    this.#close(0);
    if (edge === undefined) return;
    theWorld().scheduler.afterIn(edge.owner, this.#drawDelay(), () => {
      edge.destroy(new Error('read ECONNRESET'));
    });
  }

  /** Leave without a word, as whoever no longer trusts a line does; the edge may never learn it. */
  leave(): void {
    if (this.#isSilent) this.#isOpen = false;
    else this.cut();
  }

  /** The edge is gone or has said goodbye: what it had sent still comes. */
  hangUp(): void {
    if (this.#isSilent) return;
    this.#close(Math.max(0, this.#lastArrivalMs - theWorld().scheduler.nowMs) + this.#drawDelay());
  }

  #close(delayMs: number): void {
    theWorld().scheduler.afterInWorld(delayMs, () => {
      if (!this.#isOpen) return;
      // Whoever does not read finds what was left for them when they look.
      for (const bytes of this.#held.splice(0)) this.#hearing.bytes(bytes);
      this.#isOpen = false;
      this.#hearing.closed();
    });
  }
}
