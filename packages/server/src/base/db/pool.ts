// Sessions with the database: the only file that loads the driver.
// It knows no table. Called through index.ts by every room that keeps rows.
// Every session proves at its start that a commit is a commit; numeric stays text.

import { closeSync, constants, openSync } from 'node:fs';
import pg from 'pg';
import { yieldDatabaseProcess } from '../process/background.ts';
import { EXIT, Refusal } from '../process/exit.ts';
import type { DatabaseAddress, DatabaseRole } from './address.ts';

/** What a value of a statement may be. Amounts go in and come out as decimal text. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Buffer
  | null
  | readonly SqlValue[];

/** A statement; one with a name is prepared once a session. */
export interface Statement {
  readonly text: string;
  readonly name?: string;
}

/** Anything statements can be sent to: a pool, a transaction, a session of one's own. */
export interface Session {
  /**
   * Run a statement and get its rows.
   * int8 comes as number (an unsafe one throws), numeric as text, bytea as Buffer.
   */
  query<TRow extends object>(
    statement: string | Statement,
    values?: readonly SqlValue[],
  ): Promise<TRow[]>;
  /** Run a statement and get the number of rows it touched. Without values: several statements. */
  execute(statement: string | Statement, values?: readonly SqlValue[]): Promise<number>;
}

/** A session of one's own, outside the pool; statements do not wait for earlier ones. */
export interface OwnSession extends Session {
  /** Resolves when the session is over, with the error if it was lost. */
  readonly ended: Promise<Error | undefined>;
  close(): Promise<void>;
}

/** A pool of sessions of one role. */
export interface Database extends Session {
  /** Run work in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<TResult>(work: (session: Session) => Promise<TResult>): Promise<TResult>;
  /**
   * Open a session of one's own, for a writer that keeps the order of its statements.
   *
   * @param own - what is otherwise than for the pool.
   */
  openSession(own?: Pick<OpenOptions, 'isBackground'>): Promise<OwnSession>;
  close(): Promise<void>;
}

/** How to open a pool. */
export interface OpenOptions {
  readonly address: DatabaseAddress;
  readonly role: DatabaseRole;
  /** Shown in the server's list of sessions. */
  readonly applicationName: string;
  /** Most sessions at one time, default 8. */
  readonly sessionsMax?: number;
  /**
   * A statement that is not answered within so long fails, and its session is given up; for work
   * that is short when all is well. Absent = waits as long as the connection stands.
   */
  readonly answerWithinMs?: number;
  /** Nobody waits for its work: where processors are short, others have them first. */
  readonly isBackground?: boolean;
}

const CONNECT_WITHIN_MS = 10_000;
const IDLE_MS = 60_000;
/** A connection without a word is asked whether it still stands. */
const KEEP_ALIVE_AFTER_MS = 10_000;
const INT8 = 20;

/**
 * Open a pool. No session is made before the first statement.
 * @errors a statement fails with Refusal 78 when the server does not promise durable commits.
 */
export function openDatabase(options: OpenOptions): Database {
  const socket = options.address.socketFolder;
  // Through an open folder the socket's name stays short however deep the data folder lies.
  const folder =
    socket === undefined ? undefined : openSync(socket, constants.O_RDONLY | constants.O_DIRECTORY);
  const config = describeClient(options, folder);
  const pool = new pg.Pool({
    ...config,
    max: options.sessionsMax ?? 8,
    idleTimeoutMillis: IDLE_MS,
    onConnect: (client) => prepareSession(client, options),
  });
  // A lost idle session is replaced at the next statement; without a listener it would end us.
  pool.on('error', () => {});
  let closing: Promise<void> | undefined;
  return {
    query: (statement, values) => runQuery(pool, statement, values),
    execute: (statement, values) => runExecute(pool, statement, values),
    transaction: (work) => runTransaction(pool, work),
    openSession: (own) => openOwnSession(config, { ...options, ...own }),
    close: () =>
      (closing ??= pool.end().then(() => {
        if (folder !== undefined) closeSync(folder);
      })),
  };
}

/** A pool of the driver's own. */
export type DriverPool = pg.Pool;

/** Open a pool for a library that sends its own statements; its sessions prove the same. */
export function openDriverPool(
  options: OpenOptions & { readonly sessionsMax: number },
): DriverPool {
  const socket = options.address.socketFolder;
  const folder =
    socket === undefined ? undefined : openSync(socket, constants.O_RDONLY | constants.O_DIRECTORY);
  const { types: _types, ...config } = describeClient(options, folder);
  const pool = new pg.Pool({
    ...config,
    max: options.sessionsMax,
    idleTimeoutMillis: IDLE_MS,
    onConnect: (client) => prepareSession(client, options),
  });
  pool.on('error', () => {});
  // The library listens to a session only while it has it.
  pool.on('connect', (client) => client.on('error', () => {}));
  const end = pool.end.bind(pool);
  const endAll = async () => {
    await end();
    if (folder !== undefined) closeSync(folder);
  };
  return Object.assign(pool, { end: endAll });
}

function describeClient(options: OpenOptions, folder?: number) {
  const { address, role, applicationName, answerWithinMs } = options;
  const { name, password } = address.roles[role];
  return {
    host: folder === undefined ? address.host : `/proc/self/fd/${folder}`,
    port: address.port,
    database: address.database,
    user: name,
    password,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    ...(answerWithinMs === undefined ? {} : { query_timeout: answerWithinMs }),
    types: { getTypeParser: chooseParser },
    ...(address.tls ? { ssl: { rejectUnauthorized: address.tls === 'verify' } } : {}),
  } satisfies pg.ClientConfig;
}

// The driver's own signature is a set of overloads that no single function type can meet.
const chooseParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === INT8 && format !== 'binary'
    ? parseSafeInteger
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser;

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`);
  return value;
}

async function prepareSession(client: pg.ClientBase, options: OpenOptions): Promise<void> {
  const { answerWithinMs = 0, isBackground = false } = options;
  await checkDurability(client);
  // The server gives up as well, so that nothing of a session we have left holds a lock.
  if (answerWithinMs > 0) await client.query(`SET statement_timeout = ${answerWithinMs}`);
  if (!isBackground) return;
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  yieldDatabaseProcess(rows[0].pid);
}

/** Refuse a server on which a committed row could be lost, torn, or damaged unnoticed. */
async function checkDurability(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Record<string, string>>(
    `SELECT current_setting('fsync') AS fsync,
            current_setting('full_page_writes') AS full_page_writes,
            current_setting('data_checksums') AS data_checksums,
            set_config('synchronous_commit', CASE current_setting('synchronous_commit')
              WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false) AS synchronous_commit`,
  );
  for (const [name, value] of Object.entries(rows[0])) {
    if (value === 'on' || value === 'remote_apply') continue;
    if (name === 'data_checksums') {
      throw new Refusal(
        EXIT.configuration,
        `The database has ${name} = ${value}, with which a damaged page goes unnoticed: stop it ` +
          'and run pg_checksums --enable.',
      );
    }
    throw new Refusal(
      EXIT.configuration,
      `The database has ${name} = ${value}, with which committed rows can be lost: set it to on.`,
    );
  }
}

async function openOwnSession(config: pg.ClientConfig, options: OpenOptions): Promise<OwnSession> {
  const client = new pg.Client({ ...config, pipeline: true });
  let failure: Error | undefined;
  let isClosing = false;
  const ended = new Promise<Error | undefined>((resolve) => {
    client.on('error', (error) => (failure ??= error));
    client.on('end', () =>
      resolve(isClosing ? undefined : (failure ?? new Error('The database session ended.'))),
    );
  });
  await client.connect();
  await prepareSession(client, options);
  return {
    query: (statement, values) => runQuery(client, statement, values),
    execute: (statement, values) => runExecute(client, statement, values),
    ended,
    close: async () => {
      isClosing = true;
      await client.end();
    },
  };
}

type Sender = Pick<pg.ClientBase, 'query'>;

async function runQuery<TRow extends object>(
  sender: Sender,
  statement: string | Statement,
  values?: readonly SqlValue[],
): Promise<TRow[]> {
  const result = await send(sender, statement, values);
  return result.rows as TRow[];
}

async function runExecute(
  sender: Sender,
  statement: string | Statement,
  values?: readonly SqlValue[],
): Promise<number> {
  const result = await send(sender, statement, values);
  return result.rowCount ?? 0;
}

function send(
  sender: Sender,
  statement: string | Statement,
  values?: readonly SqlValue[],
): Promise<pg.QueryResult> {
  const config = typeof statement === 'string' ? { text: statement } : { ...statement };
  return sender.query(values === undefined ? config : { ...config, values: [...values] });
}

async function runTransaction<TResult>(
  pool: pg.Pool,
  work: (session: Session) => Promise<TResult>,
): Promise<TResult> {
  const client = await pool.connect();
  // The pool does not listen to what it has lent; the statement at hand fails with the loss anyway.
  const ignore = () => {};
  client.on('error', ignore);
  let isBroken = false;
  try {
    await client.query('BEGIN');
    const result = await work({
      query: (statement, values) => runQuery(client, statement, values),
      execute: (statement, values) => runExecute(client, statement, values),
    });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => (isBroken = true));
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(isBroken);
  }
}

/** The five-character SQLSTATE of a failed statement, or undefined when it was no such failure. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/**
 * Whether the session was lost or never came about, so that the outcome of a commit is unknown.
 * False for a statement the server refused.
 */
export function isSessionLost(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return /^(57P0[1-5]|57014|08...|53300)$/.test(state);
  if (!(error instanceof Error) || error instanceof Refusal) return false;
  const code = (error as NodeJS.ErrnoException).code;
  if (code !== undefined && /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|ENOTFOUND|EHOST|EAI_)/.test(code)) {
    return true;
  }
  return /Connection terminated|not queryable|has been closed|timeout exceeded|read timeout/i.test(
    error.message,
  );
}
