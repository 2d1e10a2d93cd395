// A person's own stream with types: orders, fills, balances, in the engine's numbering and without
// a gap. Not the connection: it stands on a Live (socket.ts), which resumes after a cut.
// Used by our own pages and by programs.
import type { BalanceRow, ChannelFrame, FillRow, OrderRow, PrivateEvent } from '@isobath/wire';
import type { Live } from './live.ts';

/** What a listener may want to hear; each is optional but the first. */
export interface PrivateListener {
  /**
   * The stream begins, or begins anew because what was missed is no longer kept: load lists and
   * balances by call. Everything after that comes as news.
   */
  readonly onReset: () => void;
  /** An order as it is now: opened, triggered, amended or closed. */
  readonly onOrder?: (order: OrderRow) => void;
  /** One side of a trade, and its order as it is after it when that is known. */
  readonly onFill?: (fill: FillRow, order: OrderRow | undefined) => void;
  /** Every balance that is not zero, as of after the news before it or of later. */
  readonly onBalances?: (balances: readonly BalanceRow[]) => void;
  /** The step that the news until now ends with: reads with it as `minSeq` know all of it. */
  readonly onStep?: (step: number) => void;
}

function report(event: PrivateEvent, listener: PrivateListener): void {
  if (event.kind === 'order' && event.data !== null) listener.onOrder?.(event.data as OrderRow);
  if (event.kind === 'fill') listener.onFill?.(event.data as FillRow, event.order);
  if (event.step !== undefined) listener.onStep?.(Number(event.step));
}

/**
 * Listen to the signed-in person's stream.
 *
 * @returns stop listening.
 * @example
 * const stop = listenPrivate(live, {
 *   onReset: () => void loadLists(),
 *   onFill: (fill) => console.log(fill.symbol, fill.price, fill.quantity),
 * });
 */
export function listenPrivate(live: Live, listener: PrivateListener): () => void {
  return live.subscribe('private', (frame: ChannelFrame) => {
    if (frame.type === 'snapshot') listener.onReset();
    else if (frame.type === 'balances') listener.onBalances?.(frame.data as BalanceRow[]);
    else for (const event of frame.data as PrivateEvent[]) report(event, listener);
  });
}
