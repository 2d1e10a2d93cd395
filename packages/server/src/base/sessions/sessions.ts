// Who is signed in. Rows in the database, a cache of the live ones in this process, and word to
// sockets when one ends. It knows no password; the account product creates sessions after its own
// checks.
import { hash, randomBytes } from 'node:crypto';
import type { Database } from '../db/index.ts';

const IDLE_MS = 7 * 86_400_000;
const ABSOLUTE_MS = 30 * 86_400_000;
const TOUCH_EVERY_MS = 60_000;
const CACHE_COUNT_MAX = 50_000;

/** A live sign-in. Times are UTC milliseconds; `steppedUpUntilMs` 0 = no recent confirmation. */
export interface SessionRecord {
  readonly sessionId: number;
  readonly ownerId: number;
  readonly ip: string;
  readonly device: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  readonly steppedUpUntilMs: number;
}

/** Sessions of the whole installation. */
export interface Sessions {
  /** Make a session. @returns the cookie's value, shown to nobody else, and the record. */
  create(owner: { ownerId: number; ip: string; device: string }): Promise<{
    token: string;
    session: SessionRecord;
  }>;
  /** The same as `read`, of those alone that this process knows: the database is not asked. */
  peek(token: string): SessionRecord | undefined;
  /** The session of a cookie, or undefined when unknown, ended, idle 7 days or 30 days old. */
  read(token: string): Promise<SessionRecord | undefined>;
  /** Which of these are over by their age; they were live when they were read. */
  findOver(records: readonly SessionRecord[]): Promise<number[]>;
  list(ownerId: number): Promise<SessionRecord[]>;
  /** End one session of this owner. @returns false when it is not theirs or already over. */
  end(ownerId: number, sessionId: number): Promise<boolean>;
  /** End all sessions of an owner but (0 = none) one. */
  endOthers(ownerId: number, keptSessionId: number): Promise<void>;
  /** Remember a fresh confirmation until that time. */
  stepUp(sessionId: number, untilMs: number): Promise<void>;
  /** Told every session that ends through `end` or `endOthers`. */
  onEnded(listener: (sessionId: number) => void): void;
  /** Told the owner of sessions of which nobody knows whether their end was written. */
  onDoubt(listener: (ownerId: number) => void): void;
}

interface Row {
  session_id: number;
  owner_id: number;
  ip: string;
  device: string;
  created_at: Date;
  last_seen_at: Date;
  stepped_up_until: Date | null;
}

type Mutable = { -readonly [TKey in keyof SessionRecord]: SessionRecord[TKey] };

const COLUMNS = 'session_id, owner_id, ip, device, created_at, last_seen_at, stepped_up_until';

function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

function fromRow(row: Row): Mutable {
  return {
    sessionId: row.session_id,
    ownerId: row.owner_id,
    ip: row.ip,
    device: row.device,
    createdAtMs: row.created_at.getTime(),
    lastSeenAtMs: row.last_seen_at.getTime(),
    steppedUpUntilMs: row.stepped_up_until?.getTime() ?? 0,
  };
}

function isOver(session: SessionRecord, nowMs: number): boolean {
  return nowMs - session.lastSeenAtMs > IDLE_MS || nowMs - session.createdAtMs > ABSOLUTE_MS;
}

/** Open the sessions room on a database. `readNowMs` is the host's clock. */
export function createSessions(database: Database, readNowMs: () => number): Sessions {
  const cache = new Map<string, Mutable>();
  const listeners: ((sessionId: number) => void)[] = [];
  const doubters: ((ownerId: number) => void)[] = [];
  /** How many were ended here. */
  let endedCount = 0;

  /** Behind the others: of too many the one goes that nobody used for longest. */
  function remember(key: string, session: Mutable): void {
    cache.delete(key);
    cache.set(key, session);
    if (cache.size > CACHE_COUNT_MAX) cache.delete(cache.keys().next().value as string);
  }

  function find(key: string): Mutable | undefined {
    const session = cache.get(key);
    if (session !== undefined) remember(key, session);
    return session;
  }

  /** Those that are not in the cache are told, too: a socket may still stand on one. */
  function forget(ids: ReadonlySet<number>): void {
    endedCount += ids.size;
    for (const [key, session] of cache) if (ids.has(session.sessionId)) cache.delete(key);
    for (const id of ids) for (const listener of listeners) listener(id);
  }

  async function load(key: string, tokenHash: Buffer): Promise<Mutable | undefined> {
    const startedAt = endedCount;
    const [row] = await database.query<Row>(
      {
        name: 'session-read',
        text: `SELECT ${COLUMNS} FROM sessions WHERE token_hash = $1 AND ended_at IS NULL`,
      },
      [tokenHash],
    );
    // It may be the one that was ended meanwhile, as it was before.
    if (startedAt !== endedCount) return load(key, tokenHash);
    if (row === undefined) return undefined;
    const session = fromRow(row);
    remember(key, session);
    return session;
  }

  async function touch(session: Mutable, nowMs: number): Promise<void> {
    if (nowMs - session.lastSeenAtMs < TOUCH_EVERY_MS) return;
    session.lastSeenAtMs = nowMs;
    await database.execute('UPDATE sessions SET last_seen_at = $2 WHERE session_id = $1', [
      session.sessionId,
      new Date(nowMs),
    ]);
  }

  /** @param isMeant - condition on the session's number, `$2`. */
  async function endRows(ownerId: number, isMeant: string, sessionId: number): Promise<number[]> {
    const update = database.query<{ session_id: number }>(
      `UPDATE sessions SET ended_at = now()
       WHERE ended_at IS NULL AND owner_id = $1 AND ${isMeant} RETURNING session_id`,
      [ownerId, sessionId],
    );
    const rows = await update.catch((error: unknown) => {
      // It may have been done: nobody is believed alive before the database is asked again.
      endedCount += 1;
      cache.clear();
      for (const listener of doubters) listener(ownerId);
      throw error;
    });
    const ids = new Set(rows.map((row) => row.session_id));
    forget(ids);
    return [...ids];
  }

  return {
    async create(owner) {
      const token = randomBytes(32).toString('base64url');
      const now = new Date(readNowMs());
      const rows = await database.query<Row>(
        `INSERT INTO sessions (token_hash, owner_id, ip, device, created_at, last_seen_at)
         VALUES ($1, $2, $3, $4, $5, $5) RETURNING ${COLUMNS}`,
        [hashToken(token), owner.ownerId, owner.ip, owner.device, now],
      );
      const session = fromRow(rows[0]);
      remember(hashToken(token).toString('base64'), session);
      return { token, session };
    },
    peek(token) {
      const session = find(hashToken(token).toString('base64'));
      return session === undefined || isOver(session, readNowMs()) ? undefined : session;
    },
    async read(token) {
      const tokenHash = hashToken(token);
      const key = tokenHash.toString('base64');
      const nowMs = readNowMs();
      for (;;) {
        const startedAt = endedCount;
        const session = find(key) ?? (await load(key, tokenHash));
        if (session === undefined || isOver(session, nowMs)) return undefined;
        await touch(session, nowMs);
        // It may have been ended while that was written: look again.
        if (startedAt === endedCount) return session;
      }
    },
    async findOver(records) {
      const nowMs = readNowMs();
      const ids = records.filter((one) => isOver(one, nowMs)).map((one) => one.sessionId);
      if (ids.length === 0) return [];
      const live = await database.query<{ session_id: number }>(
        `SELECT session_id FROM sessions WHERE session_id = ANY ($1::bigint[])
           AND ended_at IS NULL AND last_seen_at >= $2 AND created_at >= $3`,
        [ids, new Date(nowMs - IDLE_MS), new Date(nowMs - ABSOLUTE_MS)],
      );
      return ids.filter((id) => !live.some((row) => row.session_id === id));
    },
    async list(ownerId) {
      const rows = await database.query<Row>(
        `SELECT ${COLUMNS} FROM sessions WHERE owner_id = $1 AND ended_at IS NULL
         ORDER BY last_seen_at DESC`,
        [ownerId],
      );
      return rows.map(fromRow).filter((session) => !isOver(session, readNowMs()));
    },
    async end(ownerId, sessionId) {
      const ids = await endRows(ownerId, 'session_id = $2', sessionId);
      return ids.length > 0;
    },
    async endOthers(ownerId, keptSessionId) {
      await endRows(ownerId, 'session_id <> $2', keptSessionId);
    },
    async stepUp(sessionId, untilMs) {
      for (const session of cache.values()) {
        if (session.sessionId === sessionId) session.steppedUpUntilMs = untilMs;
      }
      await database.execute('UPDATE sessions SET stepped_up_until = $2 WHERE session_id = $1', [
        sessionId,
        new Date(untilMs),
      ]);
    },
    onEnded(listener) {
      listeners.push(listener);
    },
    onDoubt(listener) {
      doubters.push(listener);
    },
  };
}
