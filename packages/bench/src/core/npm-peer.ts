// The best-known order book on npm, driven with the same records: matching only, no money, no
// events. Its string ids are made before the clock starts. Called by child.ts.
import { OrderBook, Side } from 'nodejs-order-book';
import { RecordWord, recordWords } from './records.ts';
import { StreamOp } from './stream.ts';

const tifs = ['GTC', 'IOC'] as const;

/** Do every record of one market's stream in a new book; gives the count of trades. */
export function runNpmPass(words: Int32Array, ids: readonly string[]): number {
  const book = new OrderBook();
  let tradesCount = 0;
  for (let at = 0; at < words.length; at += recordWords) {
    const head = words[at];
    const op = head & 255;
    const id = ids[words[at + RecordWord.id]];
    const price = words[at + RecordWord.price];
    const size = words[at + RecordWord.size];
    if (op === StreamOp.place) {
      const side = ((head >> 8) & 255) === 0 ? Side.BUY : Side.SELL;
      const timeInForce = tifs[(head >> 16) & 255];
      const result = book.limit({ id, side, size, price, timeInForce } as never);
      tradesCount += result.done.length;
    } else if (op === StreamOp.cancel) book.cancel(id);
    else book.modify(id, { price, size });
  }
  return tradesCount;
}

/** The ids of a stream as text, by number. */
export function makeIds(words: Int32Array): string[] {
  let last = 0;
  for (let at = 0; at < words.length; at += recordWords) {
    last = Math.max(last, words[at + RecordWord.id]);
  }
  return Array.from({ length: last + 1 }, (_, id) => `order-${id}`);
}
