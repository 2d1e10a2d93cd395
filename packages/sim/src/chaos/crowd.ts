// Fifty people who move money without a pause, over as many connections, and write down what they
// were promised; and the proof that every promise was kept. Used by rounds.ts.
import { type Command, CommandKind, type CommandApplied } from '@isobath/core';
import {
  connectEngine,
  type EngineClient,
  makeCommand,
  SubmitRefusal,
} from '@isobath/server/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_REFERENCE, Story } from './story.ts';

/** From where to where the money goes. */
export interface Route {
  readonly fromAccountId: number;
  readonly toAccountId: number;
  readonly assetId: number;
}

/** What a check saw. */
export interface Proof {
  readonly acknowledgedCount: number;
  readonly unknownCount: number;
  /** Unknown outcomes that turned out to be done. */
  readonly doneUnknownCount: number;
  readonly lastSequence: number;
}

/** Who is refused asks again after this: fifty who ask all the time keep a start from its work. */
const REFUSED_MS = 100;

/** The crowd. */
export class Crowd {
  /** Sequence by reference of everything that was acknowledged. */
  readonly acknowledged = new Map<number, number>();
  /** References whose outcome nobody told. */
  readonly unknown = new Set<number>();
  readonly #clients: EngineClient[];
  readonly #route: Route;
  readonly #restMs: number;
  #last = FIRST_REFERENCE;
  #isResting = true;
  #people: Promise<void>[] = [];

  private constructor(clients: EngineClient[], way: { route: Route; restMs: number }) {
    this.#clients = clients;
    this.#route = way.route;
    this.#restMs = way.restMs;
  }

  /** Connect so many people to the engine of a data folder; each rests so long between two. */
  static async gather(
    dataFolder: string,
    { peopleCount, restMs = 0 }: { readonly peopleCount: number; readonly restMs?: number },
    route: Route,
  ): Promise<Crowd> {
    const people = Array.from({ length: peopleCount }, () => connectEngine(dataFolder));
    return new Crowd(await Promise.all(people), { route, restMs });
  }

  /** Any of their connections. */
  get client(): EngineClient {
    // After a kill each comes back in its own time; who is back can be asked.
    const back = this.#clients.find(({ isConnected }) => isConnected);
    return back ?? (this.#clients[0] as EngineClient);
  }

  begin(): void {
    this.#isResting = false;
    this.#people = this.#clients.map((client) => this.#live(client));
  }

  async rest(): Promise<void> {
    this.#isResting = true;
    await Promise.all(this.#people);
  }

  /** Wait until so many more were acknowledged, or time is over. */
  async waitForMore(count: number, withinMs: number): Promise<boolean> {
    const wanted = this.acknowledged.size + count;
    const endMs = performance.now() + withinMs;
    while (this.acknowledged.size < wanted && performance.now() < endMs) await sleep(5);
    return this.acknowledged.size >= wanted;
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }

  #move(reference: number): Command {
    const saying = { kind: CommandKind.transfer, ...this.#route, amountUnits: 1n, reason: 1 };
    return makeCommand({ ...saying, reference }, reference);
  }

  async #live(client: EngineClient): Promise<void> {
    while (!this.#isResting) {
      const reference = (this.#last += 1);
      try {
        const outcome = await client.submit(this.#move(reference));
        if (outcome.code !== 0) throw new Error(`a transfer was refused with ${outcome.code}`);
        this.acknowledged.set(reference, outcome.sequence);
        if (this.#restMs > 0) await sleep(this.#restMs);
      } catch (error) {
        if (!(error instanceof SubmitRefusal)) throw error;
        if (error.code === 10010) this.unknown.add(reference);
        else await sleep(REFUSED_MS);
      }
    }
  }

  /**
   * Acknowledged = there exactly once, at the place that was told; nothing else is there but what
   * has an unknown outcome; and that is there once after it was asked for again.
   *
   * @param story - what was read before; without one everything is read anew.
   * @errors when it is not so.
   */
  async prove(story: Story = new Story()): Promise<Proof> {
    await story.readOn(this.client);
    const found = story.transfers;
    for (const [reference, sequence] of this.acknowledged) {
      if (found.get(reference) === sequence) continue;
      throw new Error(`${reference}, acknowledged at ${sequence}, is at ${found.get(reference)}`);
    }
    let doneUnknownCount = 0;
    for (const reference of found.keys()) {
      if (this.acknowledged.has(reference)) continue;
      if (!this.unknown.has(reference)) throw new Error(`${reference} was refused and is there`);
      doneUnknownCount += 1;
    }
    const unknownCount = this.unknown.size;
    for (const reference of this.unknown) {
      const outcome = await this.client.submit(this.#move(reference));
      const { repeatOfSequence } = outcome.events[0] as CommandApplied;
      const sequence = repeatOfSequence || outcome.sequence;
      const before = found.get(reference);
      if (before !== undefined && before !== sequence) {
        throw new Error(`${reference} at ${before} was done again at ${sequence}`);
      }
      this.acknowledged.set(reference, sequence);
    }
    this.unknown.clear();
    const acknowledgedCount = this.acknowledged.size;
    const { lastSequence } = await this.client.readStatus();
    return { acknowledgedCount, unknownCount, doneUnknownCount, lastSequence };
  }
}
