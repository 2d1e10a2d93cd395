// Who is signed in to the back office. Rows only, read anew at every call: a role that was taken
// away or an operator who was let go is refused at once. Not the sessions of people who trade.
// Used by the edge and by the office product.
import { hash, randomBytes } from 'node:crypto';
import type { OperatorCaller } from '../product/index.ts';
import type { Database, Session } from '../db/index.ts';

const IDLE_MS = 30 * 60_000;
const ABSOLUTE_MS = 8 * 3_600_000;
const TOUCH_EVERY_MS = 30_000;

/** Sessions of operators. */
export interface OperatorSessions {
  /** Make a session. @returns the cookie's value and the session's number. */
  create(
    session: Session,
    wish: { operatorId: number; ip: string; device: string },
  ): Promise<{ token: string; sessionId: number }>;
  /**
   * Who a cookie belongs to; undefined when it is unknown, over, or he was let go.
   *
   * @param isAttended - somebody sits there; a console that only looks on keeps no session alive.
   */
  read(token: string, isAttended: boolean): Promise<OperatorCaller | undefined>;
  end(session: Session, sessionId: number): Promise<void>;
  endAll(session: Session, operatorId: number): Promise<void>;
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
           last_seen_at) VALUES ($1, $2, $3, $4, $5, $5) RETURNING session_id`,
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
      if (idleMs > IDLE_MS || nowMs - row.created_at.getTime() > ABSOLUTE_MS) return undefined;
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
    async endAll(session, operatorId) {
      await session.execute(
        'UPDATE operator_sessions SET ended_at = now() WHERE operator_id = $1 AND ended_at IS NULL',
        [operatorId],
      );
    },
  };
}
