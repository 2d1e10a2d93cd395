// A book as a bot keeps it from the diff stream, by the published rules and by nothing else:
// buffer, snapshot, drop what is older, begin with the message that holds the next number, then
// every message follows the one before. Written from the rules, not from the server.
import { get } from 'node:http';
import { type Message, openLine, type TestLine } from './line.ts';

/** Price text to size text, both sides. */
export interface Sides {
  readonly bids: Map<string, string>;
  readonly asks: Map<string, string>;
}

/** A snapshot as the depth call answers it. */
export interface Snapshot {
  readonly lastUpdateId: number;
  readonly bids: [string, string][];
  readonly asks: [string, string][];
}

const RECENT_COUNT = 500;
const isZero = (text: string) => Number(text) === 0;

/** Take one message into a book. */
function apply(sides: Sides, message: Message): void {
  for (const [side, levels] of [
    [sides.bids, message.b],
    [sides.asks, message.a],
  ] as [Map<string, string>, [string, string][]][]) {
    for (const [price, size] of levels) {
      if (isZero(size)) side.delete(price);
      else side.set(price, size);
    }
  }
}

/** Ask over HTTP from a loopback address of one's own: limits count by address. */
export function loadSnapshot(url: string, from: string): Promise<Snapshot> {
  return new Promise((resolve, reject) => {
    const request = get(url.replace('localhost', '127.0.0.1'), { localAddress: from }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(JSON.parse(text) as Snapshot);
        else reject(new Error(text));
      });
    });
    request.on('error', reject);
  });
}

/** A book that follows a stream. */
export interface LocalBook {
  readonly sides: Sides;
  readonly lastUpdateId: number;
  /** Roll a snapshot forward to where this book stands. @returns where they differ. */
  compare(snapshot: Snapshot): Promise<string[]>;
  cut(): void;
}

interface Fork extends Sides {
  lastUpdateId: number;
  readonly lowest: number;
  readonly highest: number;
  readonly done: (differences: string[]) => void;
}

/** Both books inside a range of prices that both know. */
function listDifferences(sides: Sides, fork: Fork): string[] {
  const differences: string[] = [];
  const isKnown = (price: string) => Number(price) >= fork.lowest && Number(price) <= fork.highest;
  for (const side of ['bids', 'asks'] as const) {
    const prices = new Set([...sides[side].keys(), ...fork[side].keys()].filter(isKnown));
    if (prices.size === 0) differences.push(`${side}: nothing to compare`);
    for (const price of prices) {
      const [one, two] = [sides[side].get(price), fork[side].get(price)];
      if (one !== two) differences.push(`${side} ${price}: ${one} but ${two}`);
    }
  }
  return differences;
}

/** Open a stream, synchronise by the rules and follow. @throws when a rule is broken. */
export async function openLocalBook(
  address: string,
  options: { symbol: string; from: string; onBroken: (why: string) => void },
): Promise<LocalBook> {
  const { symbol, from, onBroken } = options;
  const name = `${symbol.toLowerCase()}@depth@100ms`;
  const line: TestLine = await openLine(`${address}/ws/${name}`, from);
  // Messages may have come together with the answer to the upgrade.
  const buffer: Message[] = [...line.arrived];
  let take = (message: Message): void => void buffer.push(message);
  line.hear((message) => take(message));
  await line.wait((message) => message.e === 'depthUpdate');
  const url = `${address}/api/v3/depth?symbol=${symbol}&limit=5000`;
  let snapshot = await loadSnapshot(url, from);
  // Rule: a snapshot from before the first message is too old.
  while (snapshot.lastUpdateId < buffer[0].U - 1) snapshot = await loadSnapshot(url, from);
  const sides: Sides = { bids: new Map(snapshot.bids), asks: new Map(snapshot.asks) };
  let lastUpdateId = snapshot.lastUpdateId;
  let isFirst = true;
  const forks = new Set<Fork>();
  /** The last messages: an answer over HTTP may come later than what followed it here. */
  const recent: Message[] = [];

  function step(fork: Fork, message: Message): void {
    if (message.u <= fork.lastUpdateId) return;
    if (message.U > fork.lastUpdateId + 1) onBroken(`a snapshot ${fork.lastUpdateId} is too old`);
    apply(fork, message);
    fork.lastUpdateId = message.u;
  }

  function settle(fork: Fork): void {
    if (fork.lastUpdateId !== lastUpdateId) return;
    forks.delete(fork);
    fork.done(listDifferences(sides, fork));
  }

  function follow(message: Message): void {
    line.arrived.length = 0;
    if (message.u <= lastUpdateId) return;
    const isNext = isFirst
      ? message.U <= lastUpdateId + 1 && message.u >= lastUpdateId + 1
      : message.U === lastUpdateId + 1;
    if (!isNext) onBroken(`${message.U}..${message.u} does not follow ${lastUpdateId}`);
    isFirst = false;
    apply(sides, message);
    lastUpdateId = message.u;
    recent.push(message);
    if (recent.length > RECENT_COUNT) recent.shift();
    for (const fork of forks) {
      step(fork, message);
      settle(fork);
    }
  }

  take = follow;
  for (const message of buffer.splice(0)) follow(message);
  return {
    sides,
    get lastUpdateId() {
      return lastUpdateId;
    },
    compare: (taken) =>
      new Promise((resolve) => {
        const fork: Fork = {
          bids: new Map(taken.bids),
          asks: new Map(taken.asks),
          lastUpdateId: taken.lastUpdateId,
          // Beyond its last level a snapshot says nothing.
          lowest: Number(taken.bids.at(-1)?.[0] ?? 0),
          highest: Number(taken.asks.at(-1)?.[0] ?? Number.MAX_VALUE),
          done: resolve,
        };
        for (const message of recent) step(fork, message);
        forks.add(fork);
        settle(fork);
      }),
    cut: () => line.cut(),
  };
}
