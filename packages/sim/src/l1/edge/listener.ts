// Somebody who listens over the socket, written from its specification: keeps what they hear by the
// rules of each channel, answers signs of life, goes on after a cut where they were, begins anew
// where the server no longer knows, and never trusts a silent line. What they hear is compared with
// the journal at once. Made by crowd.ts.
import type { Dice } from '../../workload/dice.ts';
import type { PersonEnd } from '../world/line.ts';
import { type AnswerFrame, type ChannelFrame, closings, codes } from './frames.ts';
import type { Ear, Hall } from './hall.ts';
import { Hearing } from './hearing.ts';
import { knock } from './program.ts';
import { ServerReader, writeClientFrame } from './websocket.ts';

const LOOK_EVERY_MS = 1_000;
const PING_AFTER_MS = 2_000;
const SILENT_AFTER_MS = 6_000;
const ASK_AGAIN_AFTER_MS = 700;

/** One listener. */
export class Listener {
  readonly ear: Ear;
  readonly hearing: Hearing;
  readonly #hall: Hall;
  readonly #dice: Dice;
  #line: PersonEnd | undefined;
  #reader = new ServerReader();
  #cookie = '';
  #heardAtMs = 0;
  #lastId = 0;
  /** What each unanswered frame asked for. */
  readonly #asked = new Map<number, { op: string; channels: readonly string[] }>();
  /** Channels that go on or have begun on this line, as the server said. */
  readonly #confirmed = new Set<string>();
  #isReading = true;
  /** They read nothing and go on talking. */
  isTalking = false;

  constructor(hall: Hall, ear: Ear, dice: Dice) {
    this.#hall = hall;
    this.ear = ear;
    this.#dice = dice;
    this.hearing = new Hearing(ear, hall);
    if (ear.ownerId > 0) this.#cookie = hall.signIn(ear.ownerId);
    this.#open();
    this.#look();
  }

  /** The line they have now. */
  get line(): PersonEnd | undefined {
    return this.#line;
  }

  /** Whether they are where the journal is. */
  get isAtRest(): boolean {
    const isOpen = this.#line?.isOpen === true && this.#reader.status === 101;
    return isOpen && this.#isReading && this.#hasAll() && this.hearing.isWhole();
  }

  #hasAll(): boolean {
    return this.ear.channels.every((channel) => this.#confirmed.has(channel));
  }

  /** What they wait for, to be told when it never comes. */
  reportUnrest(): string {
    const missing = this.ear.channels.filter((channel) => !this.#confirmed.has(channel));
    const line = this.#line?.isOpen === true ? 'open' : 'closed';
    const lacks = this.hearing.listLacks().join(', ');
    const waits = `line ${line}, ${this.#reader.status}, no ${missing.join(' ')}; ${lacks}`;
    return `${this.ear.name}: ${waits}`;
  }

  /** Read, or leave what comes. */
  setReading(isReading: boolean): void {
    this.#isReading = isReading;
    if (isReading) this.isTalking = false;
    this.#line?.setReading(isReading);
  }

  #open(): void {
    this.#reader = new ServerReader();
    this.#asked.clear();
    this.#confirmed.clear();
    this.hearing.beginLine();
    this.#heardAtMs = this.#hall.scheduler.nowMs;
    const line = knock(this.#hall.edge(), {
      address: '203.0.113.7',
      cookie: this.#cookie,
      dice: this.#dice,
      bytes: (bytes) => {
        if (line === this.#line) this.#hear(bytes);
      },
      closed: () => {
        if (line === this.#line) this.#openLater();
      },
    });
    line.setReading(this.#isReading);
    this.#line = line;
  }

  #openLater(): void {
    this.#line = undefined;
    this.#hall.scheduler.afterInWorld(30 + this.#dice.below(250), () => this.#open());
  }

  /** Once a second: a sign of life is asked for, a silent line is left. */
  #look(): void {
    const { scheduler } = this.#hall;
    const silentMs = scheduler.nowMs - this.#heardAtMs;
    if (this.#line !== undefined && this.#reader.status === 101) {
      if (this.isTalking || silentMs > PING_AFTER_MS) this.#say('ping', []);
    }
    if (this.#line !== undefined && this.#isReading && silentMs > SILENT_AFTER_MS) {
      this.#hall.count('silent line left');
      const line = this.#line;
      this.#openLater();
      line.leave();
    }
    scheduler.afterInWorld(LOOK_EVERY_MS, () => this.#look());
  }

  #hear(bytes: Buffer): void {
    this.#heardAtMs = this.#hall.scheduler.nowMs;
    this.#reader.push(bytes);
    if (this.#reader.readAnswer()) {
      if (this.#reader.status !== 101) {
        this.#hall.count(`upgrade refused with ${this.#reader.status}`);
        return;
      }
      this.#enter();
    }
    if (this.#reader.status !== 101) return;
    try {
      for (;;) {
        const frame = this.#reader.readFrame();
        if (frame === undefined) return;
        this.#take(frame.kind, frame.body);
      }
    } catch (error) {
      this.#hall.violate('frames', `${this.ear.name}: ${String((error as Error).stack)}`);
    }
  }

  #take(kind: string, body: Buffer): void {
    if (kind === 'ping') this.#line?.send(writeClientFrame('pong', body));
    else if (kind === 'close') {
      const code = body.length < 2 ? 1005 : body.readUInt16BE(0);
      this.#hall.count(`line closed with ${code}`);
      this.#line?.send(writeClientFrame('close', body.subarray(0, 2)));
      if (code === closings.auth) this.#signIn();
    } else if (kind === 'text') {
      const frame = JSON.parse(body.toString('utf8')) as ChannelFrame | AnswerFrame;
      if ('ch' in frame) this.hearing.take(frame);
      else this.#takeAnswer(frame);
    }
  }

  #signIn(): void {
    if (this.ear.ownerId > 0) this.#cookie = this.#hall.signIn(this.ear.ownerId);
  }

  /** The line is open: go on where they were, begin the rest. An answer is about one kind alone. */
  #enter(): void {
    const groups = new Map<string, string[]>();
    for (const channel of this.ear.channels) {
      const kind = /^(private|trades)/.exec(channel)?.[0] ?? 'others';
      groups.set(kind, [...(groups.get(kind) ?? []), channel]);
    }
    for (const channels of groups.values()) this.#askFor(channels);
  }

  #askFor(channels: readonly string[]): void {
    const known = channels.filter((channel) => this.hearing.lastOf(channel) !== undefined);
    const others = channels.filter((channel) => !known.includes(channel));
    if (known.length > 0) this.#say('resume', known);
    if (others.length > 0) this.#say('subscribe', others);
  }

  #say(op: 'subscribe' | 'resume' | 'ping', channels: readonly string[]): void {
    this.#lastId += 1;
    const id = this.#lastId;
    const frame: Record<string, unknown> = { id, op };
    if (channels.length > 0) {
      frame['channels'] = channels;
      this.#asked.set(id, { op, channels });
    }
    if (op === 'resume') {
      frame['since'] = Object.fromEntries(
        channels.map((channel) => [channel, this.hearing.lastOf(channel)]),
      );
      for (const channel of channels) this.hearing.resumed(channel);
    }
    this.#line?.send(writeClientFrame('text', Buffer.from(JSON.stringify(frame))));
  }

  #takeAnswer({ id, code }: AnswerFrame): void {
    const requested = this.#asked.get(id);
    this.#asked.delete(id);
    if (requested === undefined) return;
    const { op, channels } = requested;
    const isOwn = channels.includes('private');
    if (code === codes.ok) {
      for (const channel of channels) this.#confirmed.add(channel);
      if (op === 'resume' && isOwn) this.#hall.count('resumed after a cut');
      return;
    }
    if (op === 'resume' && code === codes.snapshotRequired) {
      if (isOwn) {
        this.#hall.count('resume too old');
        this.hearing.refused();
      }
      this.#say('subscribe', channels);
      return;
    }
    this.#hall.count(`asked again after ${code}`);
    const line = this.#line;
    if (code === codes.notSignedIn) {
      this.#signIn();
      this.#openLater();
      line?.leave();
      return;
    }
    this.#hall.scheduler.afterInWorld(ASK_AGAIN_AFTER_MS, () => {
      if (line !== this.#line || line === undefined) return;
      if (op === 'resume') this.#askFor(channels);
      else this.#say('subscribe', channels);
    });
  }
}
