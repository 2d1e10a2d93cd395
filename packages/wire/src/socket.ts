// Frames of the one socket (/ws): client frames are checked with these schemas, server frames are
// built from them by type only.
// Not here: numbering and resuming; that is the server's feeds and the sdk's socket.
// Read by edge and products of the server and by the sdk.
import { timeMs, wholeText } from './money.ts';
import { orderRow } from './products/spot.ts';
import { z } from './z.ts';

/**
 * `ticker:SYMBOL`, `ticker:*`, `book:SYMBOL`, `trades:SYMBOL`, `candle:SYMBOL:INTERVAL`, `private`,
 * `notices` (in English), `notices:LOCALE`.
 */
export const channelName = z
  .string()
  .max(64)
  .regex(
    /^(?:ticker:\*|(?:ticker|book|trades|auction|candle:\w+):\w+|private|status|notices(:\w+)?)$/,
    'channel',
  );

/** What a client may send. `since` = the last number it has seen, by channel. */
export const clientFrame = z.strictObject({
  id: z
    .number()
    .int()
    .min(0)
    .max(2 ** 31),
  op: z.enum(['subscribe', 'unsubscribe', 'resume', 'ping']),
  channels: z.array(channelName).max(200).optional(),
  since: z.record(z.string(), z.number().int().min(0)).optional(),
});
export type ClientFrame = z.infer<typeof clientFrame>;

/**
 * What `data` of a channel's frames is, for every type of frame:
 *
 * | channel | snapshot | later frames |
 * | --- | --- | --- |
 * | `book:` | BookData | diff: BookData |
 * | `trades:` | PublicTrade[], oldest first | event: PublicTrade[], oldest first |
 * | `ticker:SYMBOL` | TickerRow | event: TickerRow |
 * | `ticker:*` | TickerRow[] of all markets | event: TickerRow[] of those that changed |
 * | `candle:` | CandleRow[], the last two, oldest first | event: CandleRow[] |
 * | `auction:` | AuctionData, or null outside an auction | event: the same |
 * | `status` | StatusData | event: StatusData |
 * | `notices`, `notices:LOCALE` | NotificationsData | snapshot again: every frame is the whole |
 * | `private` | null: load lists, balances anew | event: PrivateEvent[], balances: BalanceRow[] |
 *
 * Private events carry an OrderRow (`order`) or a FillRow (`fill`) and leave as they are committed;
 * `balance` events only say that balances changed. What they came to follows as `balances`: all
 * that are not zero, soon after the first news and then once for several.
 */
export interface StatusData {
  readonly mode: string;
  readonly reason: string;
  /** State of each market that is not TRADING, by symbol. */
  readonly markets: Readonly<Record<string, string>>;
}

/** Answer to a client frame; `code` 200 or a code of errors.ts. */
export interface AnswerFrame {
  readonly id: number;
  readonly code: number;
  /** Of a ping: the exchange's time, so that a page can tell how far its own clock is off. */
  readonly at?: number;
}

/**
 * One message of a channel; `first`..`last` are its gapless numbers, but for `balances`, which have
 * none: their `last` is the number of news that they are as of, or of later.
 */
export interface ChannelFrame<TData = unknown> {
  readonly ch: string;
  readonly type: 'snapshot' | 'diff' | 'event' | 'balances';
  readonly first: number;
  readonly last: number;
  readonly at: number;
  readonly data: TData;
}

/**
 * `book:` snapshot and diff; a size "0" deletes the level. Checksum only in snapshots and once a
 * second.
 */
export const bookData = z.object({
  asks: z.array(z.tuple([z.string(), z.string()])),
  bids: z.array(z.tuple([z.string(), z.string()])),
  checksum: z.number().int().optional(),
});
export type BookData = z.infer<typeof bookData>;

/** `auction:` once a second while a call auction runs; price "" = nothing crosses. */
export interface AuctionData {
  readonly state: string;
  readonly price: string;
  readonly volume: string;
  readonly surplus: string;
  readonly openAt: number;
  readonly noCancelAt: number;
}

/** A private event; `seq` counts per owner without gaps. */
export const privateEvent = z.object({
  seq: z.number().int(),
  kind: z.enum(['order', 'fill', 'balance', 'account']),
  at: timeMs,
  data: z.unknown(),
  /** On the last event of a frame: the step it ends with. Reads with it as `minSeq` know it all. */
  step: wholeText.optional(),
  /** On a fill: its order, as it is after the step. */
  order: orderRow.optional(),
});
export type PrivateEvent = z.infer<typeof privateEvent>;

/** Close codes of the socket. */
export const closeCodes = {
  auth: 4001,
  origin: 4003,
  slow: 4008,
  rate: 4009,
  malformed: 1008,
  tooLarge: 1009,
  restart: 1012,
} as const;
