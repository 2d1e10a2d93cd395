// Who is signed in to the back office. Rows only, read anew at every call: a role that was taken
// away or an operator who was let go is refused at once. Not the sessions of people who trade.
// Used by the edge and by the office product.
import { hash, randomBytes } from 'node:crypto';
import type { OperatorCaller } from '../product/index.ts';
import type { Database, Session } from '../db/index.ts';

const IDLE_MS = 30 * 60_000;
const ABSOLUTE_MS = 8 * 3_600_000;
const TOUCH_EVERY_MS = 30_000;
const LISTED_COUNT = 20;

/** Sessions of operators. */
export interface OperatorSessions {
  /** Make a session. @returns the cookie's value and the session's number. */
  create(
    session: Session,
    request: { operatorId: number; ip: string; device: string },
  ): Promise<{ token: string; sessionId: number }>;
  /**
   * Who a cookie belongs to; undefined when it is unknown, over, or they were let go.
   *
   * @param isAttended - somebody sits there; a console that only looks on keeps no session alive.
   */
  read(token: string, isAttended: boolean): Promise<OperatorCaller | undefined>;
  end(session: Session, sessionId: number): Promise<void>;
  /** End one of an operator's. @returns 0 when it is not theirs or over. */
  endOf(session: Session, operatorId: number, sessionId: number): Promise<number>;
  /** End all of an operator's. @param exceptId - stays open. @returns how many. */
  endAll(session: Session, operatorId: number, exceptId?: number): Promise<number>;
  /** The last ones of an operator, newest first. */
  list(operatorId: number): Promise<OperatorSessionRow[]>;
  /** The second factor was given anew. */
  noteFactor(session: Session, sessionId: number): Promise<void>;
  /** When it was given last, 0 = the session is not there. */
  readFactorAtMs(sessionId: number): Promise<number>;
}

/** A session as its operator sees it. Times are UTC milliseconds. */
export interface OperatorSessionRow {
  readonly sessionId: number;
  readonly ip: string;
  readonly device: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly isOpen: boolean;
}

interface ListedRow {
  session_id: number;
  ip: string;
  device: string;
  created_at: Date;
  last_seen_at: Date;
  ended_at: Date | null;
}

interface Row {
  session_id: number;
  operator_id: number;
  email: string;
  role: string;
  created_at: Date;
  last_seen_at: Date;
}

const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Whether time ended it. */
function isOver(row: { created_at: Date; last_seen_at: Date }, nowMs: number): boolean {
  const isIdle = nowMs - row.last_seen_at.getTime() > IDLE_MS;
  return isIdle || nowMs - row.created_at.getTime() > ABSOLUTE_MS;
}

/** Open the sessions. `readNowMs` is the host's clock. */
export function createOperatorSessions(
  database: Database,
  readNowMs: () => number,
): OperatorSessions {
  return {
    async create(session, { operatorId, ip, device }) {
      const token = randomBytes(32).toString('base64url');
      const rows = await session.query<{ session_id: number }>(
        `INSERT INTO operator_sessions (token_hash, operator_id, ip, device, created_at,
           last_seen_at, factor_at) VALUES ($1, $2, $3, $4, $5, $5, $5) RETURNING session_id`,
        [hashToken(token), operatorId, ip, device, new Date(readNowMs())],
      );
      return { token, sessionId: rows[0].session_id };
    },
    async read(token, isAttended) {
      if (token === '') return undefined;
      const rows = await database.query<Row>(
        `SELECT session_id, operators.operator_id, email, role, sessions.created_at, last_seen_at
         FROM operator_sessions AS sessions JOIN operators USING (operator_id)
         WHERE token_hash = $1 AND ended_at IS NULL AND disabled_at IS NULL`,
        [hashToken(token)],
      );
      if (rows.length === 0) return undefined;
      const [row] = rows;
      const nowMs = readNowMs();
      const idleMs = nowMs - row.last_seen_at.getTime();
      if (isOver(row, nowMs)) return undefined;
      if (isAttended && idleMs > TOUCH_EVERY_MS) {
        await database.execute(
          'UPDATE operator_sessions SET last_seen_at = $2 WHERE session_id = $1',
          [row.session_id, new Date(nowMs)],
        );
      }
      const { operator_id: operatorId, session_id: sessionId, email, role } = row;
      return { operatorId, sessionId, email, role };
    },
    async end(session, sessionId) {
      await session.execute(
        'UPDATE operator_sessions SET ended_at = now() WHERE session_id = $1 AND ended_at IS NULL',
        [sessionId],
      );
    },
    endOf: (session, operatorId, sessionId) =>
      session.execute(
        `UPDATE operator_sessions SET ended_at = now()
         WHERE operator_id = $1 AND session_id = $2 AND ended_at IS NULL`,
        [operatorId, sessionId],
      ),
    endAll: (session, operatorId, exceptId = 0) =>
      session.execute(
        `UPDATE operator_sessions SET ended_at = now()
         WHERE operator_id = $1 AND session_id <> $2 AND ended_at IS NULL`,
        [operatorId, exceptId],
      ),
    async list(operatorId) {
      const rows = await database.query<ListedRow>(
        `SELECT session_id, ip, device, created_at, last_seen_at, ended_at FROM operator_sessions
         WHERE operator_id = $1 ORDER BY session_id DESC LIMIT ${LISTED_COUNT}`,
        [operatorId],
      );
      return rows.map((row) => ({
        sessionId: row.session_id,
        ip: row.ip,
        device: row.device,
        createdAt: row.created_at.getTime(),
        lastSeenAt: row.last_seen_at.getTime(),
        isOpen: row.ended_at === null && !isOver(row, readNowMs()),
      }));
    },
    async noteFactor(session, sessionId) {
      await session.execute('UPDATE operator_sessions SET factor_at = $2 WHERE session_id = $1', [
        sessionId,
        new Date(readNowMs()),
      ]);
    },
    async readFactorAtMs(sessionId) {
      const rows = await database.query<{ factor_at: Date }>(
        'SELECT factor_at FROM operator_sessions WHERE session_id = $1',
        [sessionId],
      );
      return rows[0]?.factor_at.getTime() ?? 0;
    },
  };
}
