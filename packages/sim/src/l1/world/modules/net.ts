// Stands in for node:net: sockets between the simulated processes, with delay, backpressure and
// cuts. Chosen by hooks.ts for the engine's socket and its client.
import { EventEmitter } from 'node:events';
import type { Process } from '../scheduler.ts';
import { theWorld } from '../world.ts';

/** Bytes on their way after which a writer is told to wait. */
const HIGH_WATER_BYTES = 64 * 1024;

function drawDelay(): number {
  const { networkDice, networkDelayMs } = theWorld();
  return 0.02 + networkDice.below(300) / 1000 + networkDelayMs;
}

/** One end of a connection. */
export class Socket extends EventEmitter {
  readonly #owner: Process | undefined;
  #peer: Socket | undefined;
  #isOpen = true;
  #isPaused = false;
  readonly #held: Buffer[] = [];
  #heldBytes = 0;
  #corked: Buffer[] = [];
  #lastArrivalMs = 0;
  #isChoked = false;
  writableCorked = 0;

  constructor(owner: Process | undefined) {
    super();
    this.#owner = owner;
    owner?.cleanups.add(this.#die);
    owner?.sockets.add(this.#cut);
  }

  readonly #die = (): void => {
    this.#isOpen = false;
    this.#peer?.hangUp();
  };

  readonly #cut = (): void => this.destroy();

  #forget(): void {
    this.#owner?.cleanups.delete(this.#die);
    this.#owner?.sockets.delete(this.#cut);
  }

  /** Make two ends one connection. */
  static join(one: Socket, other: Socket): void {
    one.#peer = other;
    other.#peer = one;
  }

  get writable(): boolean {
    return this.#isOpen && this.#peer !== undefined;
  }

  cork(): void {
    this.writableCorked += 1;
  }

  uncork(): void {
    if (this.writableCorked > 0) this.writableCorked -= 1;
    if (this.writableCorked > 0 || this.#corked.length === 0) return;
    const bytes = Buffer.concat(this.#corked);
    this.#corked = [];
    this.#transmit(bytes);
  }

  write(bytes: Uint8Array): boolean {
    if (!this.writable) return false;
    // Like a real one, it sends what the bytes are when they leave, not what they were.
    if (this.writableCorked > 0) this.#corked.push(Buffer.from(bytes));
    else this.#transmit(Buffer.from(bytes));
    this.#isChoked = (this.#peer?.waitingBytes ?? 0) >= HIGH_WATER_BYTES;
    return !this.#isChoked;
  }

  /** Bytes that were sent to this end and not taken yet. */
  get waitingBytes(): number {
    return this.#heldBytes;
  }

  #transmit(bytes: Buffer): void {
    const peer = this.#peer;
    if (peer === undefined) return;
    const { scheduler } = theWorld();
    peer.#heldBytes += bytes.length;
    const atMs = Math.max(peer.#lastArrivalMs, scheduler.nowMs + drawDelay());
    peer.#lastArrivalMs = atMs;
    scheduler.afterIn(peer.#owner, atMs - scheduler.nowMs, () => {
      if (!peer.#isOpen) return;
      peer.#held.push(bytes);
      peer.#deliver();
    });
  }

  #deliver(): void {
    while (!this.#isPaused && this.#isOpen && this.#held.length > 0) {
      const bytes = this.#held.shift() as Buffer;
      this.#heldBytes -= bytes.length;
      this.emit('data', bytes);
    }
    const peer = this.#peer;
    if (peer === undefined || !peer.#isChoked || this.#heldBytes > 0) return;
    peer.#isChoked = false;
    theWorld().scheduler.afterIn(peer.#owner, drawDelay(), () => peer.emit('drain'));
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    theWorld().scheduler.afterIn(this.#owner, 0, () => this.#deliver());
  }

  end(): void {
    this.uncork();
    this.destroy();
  }

  destroy(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#forget();
    theWorld().scheduler.afterIn(this.#owner, 0, () => this.emit('close'));
    this.#peer?.hangUp();
  }

  /** The other end is gone: what it had sent may still come, then this end closes. */
  hangUp(): void {
    const { scheduler } = theWorld();
    const atMs = Math.max(this.#lastArrivalMs, scheduler.nowMs + drawDelay());
    scheduler.afterIn(this.#owner, atMs - scheduler.nowMs, () => {
      if (!this.#isOpen) return;
      this.#isOpen = false;
      this.#forget();
      this.emit('close');
    });
  }
}

/** Takes connections under a name. */
class Server extends EventEmitter {
  readonly #accept: (socket: Socket) => void;
  #name = '';

  constructor(accept: (socket: Socket) => void) {
    super();
    this.#accept = accept;
  }

  listen(path: string, listening: () => void): void {
    const { listening: names, scheduler } = theWorld();
    const owner = scheduler.current;
    this.#name = nameOf(path);
    const accept = (socket: unknown) => this.#accept(socket as Socket);
    names.set(this.#name, { owner, accept });
    scheduler.after(0, listening);
  }

  close(closed: () => void): void {
    const { listening: names, scheduler } = theWorld();
    names.delete(this.#name);
    scheduler.after(1, closed);
  }
}

function nameOf(path: string): string {
  const [, folder, name] = /^\/proc\/self\/fd\/(\d+)\/(.+)$/.exec(path) ?? [];
  return `${theWorld().folders.get(Number(folder))}/${name}`;
}

/** Take connections. */
export function createServer(accept: (socket: Socket) => void): Server {
  return new Server(accept);
}

/** Connect to a name. */
export function createConnection(path: string): Socket {
  const { listening, scheduler } = theWorld();
  const client = new Socket(scheduler.current);
  const name = nameOf(path);
  scheduler.after(drawDelay(), () => {
    const found = listening.get(name);
    if (found === undefined || found.owner?.isAlive === false) {
      client.emit('error', new Error('connect ECONNREFUSED'));
      client.destroy();
      return;
    }
    const end = new Socket(found.owner);
    Socket.join(client, end);
    scheduler.runAs(found.owner, () => found.accept(end));
    client.emit('connect');
  });
  return client;
}
