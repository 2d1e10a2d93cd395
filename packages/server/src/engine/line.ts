// A line to the engine's socket that comes back by itself: frames out, frames in, cuts told. It
// knows no command and no answer. Used by client.ts.
import { closeSync, constants, openSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { FrameReader, type Frame } from './process/frames.ts';
import { ENGINE_SOCKET } from './process/socket-server.ts';

const RECONNECT_MS = [20, 100, 300, 1_000];
/**
 * So many frames do not wait for the end of their turn: under load a turn is long, and the engine
 * and the database would do nothing meanwhile.
 */
const HELD_FRAMES_MAX = 64;

/** Opens one connection after the other until it is closed. */
export class Line {
  readonly #dataFolder: string;
  readonly #handlers: LineHandlers;
  #socket: Socket | undefined;
  #isOpen = false;
  #isClosed = false;
  #tries = 0;
  /** Frames that leave together. */
  #held: Buffer[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(dataFolder: string, handlers: LineHandlers) {
    this.#dataFolder = dataFolder;
    this.#handlers = handlers;
    this.#connect();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  send(frame: Buffer): void {
    if (this.#socket === undefined) return;
    // What one turn of the loop has to say leaves in one piece: a call of the system for each
    // command costs more than everything else an order costs here.
    this.#held.push(frame);
    if (this.#held.length === 1) setImmediate(this.#flush);
    else if (this.#held.length >= HELD_FRAMES_MAX) this.#flush();
  }

  readonly #flush = (): void => {
    const frames = this.#held;
    if (frames.length === 0) return;
    this.#held = [];
    this.#socket?.write(frames.length === 1 ? frames[0] : Buffer.concat(frames));
  };

  /** Take no more until `go`. */
  hold(): void {
    this.#socket?.pause();
  }

  go(): void {
    this.#socket?.resume();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.destroy();
  }

  #connect(): void {
    const folder = openFolder(this.#dataFolder);
    if (folder === undefined) return this.#connectLater();
    const socket = createConnection(join('/proc/self/fd', String(folder), ENGINE_SOCKET));
    const frames = new FrameReader();
    this.#socket = socket;
    socket.once('connect', () => {
      closeSync(folder);
      this.#isOpen = true;
      this.#tries = 0;
      this.#handlers.opened();
    });
    socket.on('data', (chunk: Buffer) => {
      try {
        frames.push(chunk, ({ kind, id, body }) => this.#handlers.met({ kind, id, body }));
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      // Of what did not leave nobody knows: it must not leave later.
      this.#held = [];
      if (this.#isOpen) {
        this.#isOpen = false;
        this.#handlers.cut();
      } else closeSync(folder);
      this.#connectLater();
    });
  }

  #connectLater(): void {
    if (this.#isClosed) return;
    const delayMs = RECONNECT_MS[Math.min(this.#tries, RECONNECT_MS.length - 1)];
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#connect(), delayMs);
  }
}

/** Who is told what happens on a line. */
export interface LineHandlers {
  opened(): void;
  met(frame: Frame): void;
  cut(): void;
}

function openFolder(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch {
    return undefined;
  }
}
