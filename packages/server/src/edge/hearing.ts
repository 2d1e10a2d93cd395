// What a client says on our own socket, before anybody acts on it: how much arrives, how often, and
// whether it is a frame at all. It knows no channel. Called by socket.ts.
import type { Duplex } from 'node:stream';
import { type ClientFrame, closeCodes, errors } from '@isobath/wire';
import type { RawData } from 'ws';
import { closeAtOnce, countArrivals } from './arrivals.ts';
import type { Connection } from './connection.ts';
import { isBinance, readFrame } from './frames.ts';

/** What hearing stands on. */
export interface HearingParts {
  /** The line below the socket. */
  readonly raw: Duplex;
  readonly readNowMs: () => number;
  /** A frame that may be acted on. */
  readonly take: (frame: ClientFrame) => void;
  /** The first text of a guest who speaks the Binance API; absent for whoever is signed in. */
  readonly adopt: ((text: string) => void) | undefined;
}

const FRAME_BYTES_MAX = 16 * 1024;
/** Room for a sign of life, or for one channel. */
const SHORT_FRAME_BYTES = 200;
/** A frame that is none costs as much as the beginnings of two channels. */
const MISTAKE_COST = 20;

/** Hear a connection from now on. */
export function hearConnection(connection: Connection, parts: HearingParts): void {
  const { raw, readNowMs, take, adopt } = parts;
  const { socket, budget } = connection;
  let isFirst = true;
  const cut = (code: number, reason: string) => closeAtOnce(socket, raw, { code, reason });
  const onTooMuch = () => cut(closeCodes.rate, 'asked for too much');
  const stopCounting = countArrivals(raw, { budget, readNowMs, onTooMuch });

  /** @returns false when that was one too many. */
  function count(): boolean {
    connection.hear();
    if (connection.takeToken(readNowMs())) return true;
    cut(closeCodes.rate, 'too many frames');
    return false;
  }

  /** Some are told of; who goes on is closed. */
  function hearMistake(id: number): void {
    budget.take(MISTAKE_COST);
    if (connection.takeMistake(readNowMs())) connection.answer(id, errors.invalid.code);
    else cut(closeCodes.malformed, 'malformed frames');
  }

  function hear(bytes: Buffer, isBinary: boolean): void {
    // A long frame is not even read for who asks on after they were told that it is too much.
    if (bytes.length > SHORT_FRAME_BYTES && budget.isInDebt()) {
      onTooMuch();
      return;
    }
    const text = isBinary ? '' : String(bytes);
    if (isFirst && adopt !== undefined && isBinance(text)) {
      stopCounting();
      adopt(text);
      return;
    }
    isFirst = false;
    if (bytes.length > FRAME_BYTES_MAX) {
      cut(closeCodes.tooLarge, 'a frame has 16 KB at most');
      return;
    }
    const frame = readFrame(text);
    if (typeof frame === 'number') hearMistake(frame);
    else take(frame);
  }

  socket.on('message', (data: RawData, isBinary) => {
    // What was sent before it was closed may still be on its way to here.
    if (socket.readyState === socket.OPEN && count()) hear(data as Buffer, isBinary);
  });
  for (const sign of ['ping', 'pong'] as const) socket.on(sign, () => void count());
}
