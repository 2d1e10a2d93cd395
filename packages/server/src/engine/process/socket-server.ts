// The engine's socket in the data folder: takes commands and questions, gives outcomes and words
// of what was committed. It decides nothing. Served by process.ts; the other side is client.ts.
// A reader that does not drain its socket is given nothing more until it does.
import { createServer, type Socket } from 'node:net';
import { describeFailure } from '../../base/process/exit.ts';
import { listenInFolder } from '../../base/process/own-socket.ts';
import { bytesOf, type StepWords, type Submission } from '../batch.ts';
import type { SubmitTrouble } from '../ports.ts';
import type { PublishedRow, PublishedWords, WordsSubscription } from '../publisher.ts';
import type { RunningEngine } from './engine.ts';
import {
  FrameKind,
  FrameReader,
  writeFrame,
  writePair,
  type Frame,
  type PassingFrame,
} from './frames.ts';

/** File name of the socket inside the data folder. */
export const ENGINE_SOCKET = 'engine.sock';

/** Answers one question of the operator or of another process. */
export type EngineQuestion = (parameters: Record<string, unknown>) => unknown;

/** What is served. */
export interface EngineService {
  readonly engine: RunningEngine;
  readonly questions: Readonly<Record<string, EngineQuestion>>;
}

/**
 * Serve the engine; a socket left there by a killed process is replaced.
 *
 * @returns a function that takes no more, lets what was said be sent, and removes the socket.
 */
export async function serveEngine(
  dataFolder: string,
  service: EngineService,
): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>();
  const last = new LastFrame();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    new Connection(socket, service, last).open();
  });
  const remove = await listenInFolder(server, { folder: dataFolder, name: ENGINE_SOCKET });
  return async () => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    for (const socket of sockets) socket.end();
    const timer = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, 500);
    await closed;
    clearTimeout(timer);
    remove();
  };
}

/** The frame of the batch that was sent last: most readers get the same one. */
class LastFrame {
  #batch: PublishedWords | undefined;
  #id = 0;
  #frame: Buffer = Buffer.alloc(0);

  /** A batch as a frame, which nobody changes. */
  make(batch: PublishedWords, id: number): Buffer {
    if (batch === this.#batch && id === this.#id) return this.#frame;
    const { firstSequence, lastSequence, words } = batch;
    this.#frame = writeFrame(
      FrameKind.words,
      id,
      writePair(firstSequence, lastSequence),
      bytesOf(words),
    );
    this.#batch = batch;
    this.#id = id;
    return this.#frame;
  }
}

/** A command from a connection; no function is made for it, since there are many under way. */
class SentCommand implements Submission {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly intentId = '';
  readonly #id: number;
  readonly #connection: Connection;

  constructor(connection: Connection, { id, bytes, from, to }: PassingFrame) {
    // These bytes of the socket's are nobody else's, and they are held only until their turn.
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.#id = id;
    this.#connection = connection;
  }

  committed({ sequence, atMs, words }: StepWords): void {
    const pair = writePair(sequence, atMs);
    this.#connection.send(FrameKind.outcome, this.#id, pair, bytesOf(words));
  }

  refused(trouble: SubmitTrouble): void {
    this.#connection.send(FrameKind.refused, this.#id, Buffer.from(trouble));
  }
}

/** One process that talks to the engine. */
class Connection {
  readonly #socket: Socket;
  readonly #service: EngineService;
  readonly #last: LastFrame;
  readonly #frames = new FrameReader();
  readonly #subscriptions: WordsSubscription[] = [];

  constructor(socket: Socket, service: EngineService, last: LastFrame) {
    this.#socket = socket;
    this.#service = service;
    this.#last = last;
  }

  open(): void {
    const socket = this.#socket;
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('drain', () => {
      for (const subscription of this.#subscriptions) subscription.resume();
    });
    socket.on('close', () => {
      for (const subscription of this.#subscriptions) subscription.stop();
    });
    // A process that came back may have committed intents and died before it said so.
    this.#service.engine.nudge();
  }

  #read(chunk: Buffer): void {
    try {
      this.#frames.push(chunk, this.#meet);
    } catch {
      this.#socket.destroy();
    }
  }

  readonly #meet = (frame: PassingFrame): void => {
    if (frame.kind === FrameKind.submit) this.#service.engine.submit(new SentCommand(this, frame));
    else if (frame.kind === FrameKind.subscribe) this.#subscribe(frame);
    else if (frame.kind === FrameKind.ask) void this.#ask(frame);
    else if (frame.kind === FrameKind.nudge) this.#service.engine.nudge();
    else throw new RangeError(`no frame has kind ${frame.kind}`);
  };

  #subscribe({ id, body }: Frame): void {
    const take = (batch: PublishedWords) => {
      this.#write(this.#last.make(batch, id));
      return !this.#socket.writableNeedDrain;
    };
    const takeRow = ({ firstSequence, lastSequence, packed }: PublishedRow) => {
      const counts = Buffer.allocUnsafe(4);
      counts.writeUInt32LE(packed.wordsCount);
      this.send(FrameKind.row, id, writePair(firstSequence, lastSequence), counts, packed.bytes);
      return !this.#socket.writableNeedDrain;
    };
    const failed = (error: unknown) => {
      this.send(FrameKind.failed, id, Buffer.from(describeFailure(error).line));
    };
    const reader = { fromSequence: body.readDoubleLE(0), take, takeRow, failed };
    this.#subscriptions.push(this.#service.engine.publisher.subscribe(reader));
  }

  async #ask({ id, body }: Frame): Promise<void> {
    let reply: object;
    try {
      const { name, parameters } = JSON.parse(body.toString()) as {
        name: string;
        parameters: Record<string, unknown>;
      };
      const question = this.#service.questions[name];
      if (question === undefined) throw new Error(`The engine does not know ${name}.`);
      reply = { answer: await question(parameters) };
    } catch (error) {
      reply = { error: describeFailure(error) };
    }
    this.send(FrameKind.answer, id, Buffer.from(JSON.stringify(reply)));
  }

  /** Send a frame, with what else is said in this turn. */
  send(kind: number, id: number, ...parts: readonly Uint8Array[]): void {
    if (this.#socket.writable) this.#write(writeFrame(kind, id, ...parts));
  }

  #write(frame: Buffer): void {
    const socket = this.#socket;
    if (!socket.writable) return;
    // The answers of one commit leave together.
    if (socket.writableCorked === 0) {
      socket.cork();
      setImmediate(() => socket.uncork());
    }
    socket.write(frame);
  }
}
