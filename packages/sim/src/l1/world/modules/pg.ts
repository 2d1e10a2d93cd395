// Stands in for the database driver: the few calls that base/db/pool.ts makes, answered by the
// simulated server. Chosen by hooks.ts instead of the package of that name.
import { EventEmitter } from 'node:events';
import { SqlError } from '../../database/error.ts';
import type { Session } from '../../database/session.ts';
import type { Process } from '../scheduler.ts';
import { theWorld } from '../world.ts';

interface QueryConfig {
  readonly text: string;
  readonly name?: string;
  readonly values?: readonly unknown[];
}

interface QueryResult {
  readonly rows: readonly object[];
  readonly rowCount: number;
}

interface ClientConfig {
  readonly connectionTimeoutMillis?: number;
}

/** Values as they go over the wire: bytes are copied, numerics are text. */
function send(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return Buffer.isBuffer(value) ? Buffer.from(value) : value;
}

function copyRow(row: object): object {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, send(value)]));
}

function nameLabel({ name, text }: QueryConfig): string {
  if (name !== undefined) return name;
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? '';
  const table = /\b(?:from|into|update)\s+(\w+)/i.exec(text)?.[1] ?? '';
  const lock = /for update/i.test(text) ? ' for update' : '';
  return `${verb} ${table}${lock}`.trim();
}

/** One connection. */
class Client extends EventEmitter {
  readonly #config: ClientConfig;
  readonly #owner: Process | undefined = theWorld().scheduler.current;
  #session: Session | undefined;
  #isEnded = false;
  readonly #cut = () => this.#session?.cut();

  constructor(config: ClientConfig = {}) {
    super();
    this.#config = config;
  }

  connect(): Promise<void> {
    const { server, scheduler } = theWorld();
    const delayMs = server.drawDelay() * 4;
    return new Promise((resolve, reject) => {
      const waitMs = this.#config.connectionTimeoutMillis ?? 0;
      const frozenMs = server.frozenUntilMs - scheduler.nowMs;
      if (waitMs > 0 && frozenMs > waitMs) {
        scheduler.after(waitMs, () => reject(new Error('timeout expired')));
        return;
      }
      scheduler.after(Math.max(0, frozenMs) + delayMs, () => {
        try {
          this.#session = server.open(this.#owner, (error) => this.#end(error));
          this.#owner?.cleanups.add(this.#cut);
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  query(given: QueryConfig | string): Promise<QueryResult> {
    const config = typeof given === 'string' ? { text: given } : given;
    const session = this.#session;
    if (session === undefined || this.#isEnded || this.#owner?.isAlive === false) {
      return Promise.reject(
        new Error('Client has encountered a connection error and is not queryable'),
      );
    }
    return new Promise((resolve, reject) => {
      session.send({
        label: nameLabel(config),
        text: config.text,
        parameters: (config.values ?? []).map(send),
        answer: ({ rows, count }) => resolve({ rows: rows.map(copyRow), rowCount: count }),
        fail: reject,
      });
    });
  }

  end(): Promise<void> {
    const session = this.#session;
    if (session === undefined || this.#isEnded) return Promise.resolve();
    return new Promise((resolve) => {
      this.once('end', () => resolve());
      session.cut();
    });
  }

  #end(error: Error): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#owner?.cleanups.delete(this.#cut);
    if (this.listenerCount('error') > 0) this.emit('error', error);
    this.emit('end');
  }
}

type Lent = Client & { release: (isBroken?: boolean) => void };

interface PoolConfig extends ClientConfig {
  readonly max?: number;
  readonly onConnect?: (client: Client) => Promise<void>;
}

/** Some connections that are lent in turn. */
class Pool extends EventEmitter {
  readonly #config: PoolConfig;
  readonly #idle: Client[] = [];
  readonly #waiting: ((client: Client | undefined) => void)[] = [];
  #count = 0;

  constructor(config: PoolConfig) {
    super();
    this.#config = config;
  }

  async connect(): Promise<Lent> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return this.#lend(idle);
    if (this.#count >= (this.#config.max ?? 8)) {
      const freed = await new Promise<Client | undefined>((resolve) => this.#waiting.push(resolve));
      if (freed !== undefined) return this.#lend(freed);
      return this.connect();
    }
    this.#count += 1;
    const client = new Client(this.#config);
    client.on('error', () => {});
    client.once('end', () => this.#drop(client));
    try {
      await client.connect();
      await this.#config.onConnect?.(client);
    } catch (error) {
      this.#drop(client);
      throw error;
    }
    return this.#lend(client);
  }

  async query(given: QueryConfig | string): Promise<QueryResult> {
    const client = await this.connect();
    try {
      const result = await client.query(given);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((client) => client.end()));
  }

  readonly #dropped = new WeakSet<Client>();

  #drop(client: Client): void {
    if (this.#dropped.has(client)) return;
    this.#dropped.add(client);
    this.#count -= 1;
    const place = this.#idle.indexOf(client);
    if (place >= 0) this.#idle.splice(place, 1);
    this.#waiting.shift()?.(undefined);
  }

  #lend(client: Client): Lent {
    let isReleased = false;
    const release = (isBroken = false) => {
      if (isReleased) return;
      isReleased = true;
      if (isBroken) {
        this.#drop(client);
        void client.end();
        return;
      }
      if (this.#dropped.has(client)) return;
      const next = this.#waiting.shift();
      if (next !== undefined) next(client);
      else this.#idle.push(client);
    };
    return Object.assign(client, { release });
  }
}

export default {
  Client,
  Pool,
  DatabaseError: SqlError,
  types: { getTypeParser: () => (text: string) => text },
};
