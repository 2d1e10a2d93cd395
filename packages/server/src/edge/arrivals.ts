// What arrives on a WebSocket counts before anything reads it: each piece costs its network by its
// bytes (costs.ts), whatever it is, also half a frame or an empty one. Who goes on when nothing is
// left is closed. It knows no message. Used by socket.ts and binance-api/lines.ts.
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Budget } from './costs.ts';

/** So many bytes cost 1. */
const BYTES_OF_COST = 1_024;
/** What a piece costs that is small: the system's work to bring it. */
const PIECE_COST_MIN = 0.25;
/** Pieces that a connection may bring when nothing is left, and in each second: signs of life. */
const QUIET_BURST = 20;
const QUIET_PER_SECOND = 2;
const LEAVE_MS = 500;

/** Close a connection and read nothing more of it, however much the other end still sends. */
export function closeAtOnce(
  socket: WebSocket,
  raw: Duplex,
  { code, reason }: { readonly code: number; readonly reason: string },
): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.close(code, reason);
  socket.pause();
  raw.end();
  setTimeout(() => socket.terminate(), LEAVE_MS).unref();
}

/** What arrivals stand on. */
export interface ArrivalParts {
  readonly budget: Budget;
  readonly readNowMs: () => number;
  /** Called when a connection goes on sending though nothing is left to its network. */
  readonly onTooMuch: () => void;
}

/** Count what arrives from now on. @param raw - the line below a WebSocket. @returns stops it. */
export function countArrivals(
  raw: Duplex,
  { budget, readNowMs, onTooMuch }: ArrivalParts,
): () => void {
  let quiet = QUIET_BURST;
  let atMs = readNowMs();
  const count = (piece: Buffer) => {
    if (budget.take(Math.max(PIECE_COST_MIN, piece.length / BYTES_OF_COST))) return;
    const nowMs = readNowMs();
    quiet = Math.min(QUIET_BURST, quiet + ((nowMs - atMs) * QUIET_PER_SECOND) / 1_000) - 1;
    atMs = nowMs;
    if (quiet < 0) onTooMuch();
  };
  raw.prependListener('data', count);
  return () => void raw.off('data', count);
}
