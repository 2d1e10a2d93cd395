// Writes and shows acts of operators. An act is written in the transaction of what it tells about,
// so that neither can be without the other. Proving the chain is verify.ts's.
// Called by every room that carries out what an operator wants.
import { randomBytes } from 'node:crypto';
import type { AuditAction, AuditRow, AuditTarget } from '@isobath/wire';
import type { Database, Session } from '../db/index.ts';
import { GENESIS, hashDetail, hashRow, isSameHash } from './chain.ts';
import { type AuditMark, readAuditMark, writeAuditMark } from './mark-file.ts';

/** Who acts: an operator's session, or the tool on the host (both 0). */
export interface Actor {
  readonly operatorId: number;
  readonly sessionId: number;
}

/** The tool on the host. */
export const HOST: Actor = { operatorId: 0, sessionId: 0 };

/** One act. */
export interface Action {
  readonly action: AuditAction;
  readonly target?: { readonly kind: AuditTarget; readonly id: number };
  /** Names, words and values; kept where they can be erased. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Which acts to show. */
export interface AuditFilter {
  /** Acts before this number; absent = from the newest. */
  readonly before?: number | undefined;
  readonly action?: AuditAction | undefined;
  readonly userId?: number | undefined;
  readonly limit: number;
}

/** The acts of the installation. */
export interface AuditLog {
  /** Run work in a transaction of which the acts it writes are a part: both, or neither. */
  transaction<TResult>(
    actor: Actor,
    work: (session: Session, write: (act: Action) => Promise<void>) => Promise<TResult>,
  ): Promise<TResult>;
  /** Write an act that stands for itself. */
  write(actor: Actor, act: Action): Promise<void>;
  list(filter: AuditFilter): Promise<AuditRow[]>;
}

/** Writers wait for each other: the chain has one end. */
const WRITERS_LOCK = 4_870_002;
const SALT_BYTES = 16;

interface ShownRow extends Omit<AuditRow, 'at' | 'hash'> {
  at: number;
  hash: Buffer;
}

/** What the log stands on. */
export interface AuditLogParts {
  /** Of `makeAuditKey`. */
  readonly key: Buffer;
  readonly dataFolder: string;
  readonly readNowMs: () => number;
  /** Hears once that the mark cannot be written; absent = a warning of the process. */
  readonly report?: (error: unknown) => void;
}

const MARK_AGAIN_MS = 1_000;

const warn = (error: unknown): void => process.emitWarning(error as Error);

/** Open the log. */
export function createAuditLog(
  database: Database,
  { key, dataFolder, readNowMs, report = warn }: AuditLogParts,
): AuditLog {
  let isBehind = false;
  let retry: NodeJS.Timeout | undefined;

  async function writeDetail(
    session: Session,
    detail: Readonly<Record<string, unknown>> | undefined,
  ): Promise<{ detailId: number; detailHash: Buffer }> {
    if (detail === undefined) return { detailId: 0, detailHash: GENESIS };
    const salt = randomBytes(SALT_BYTES);
    const text = JSON.stringify(detail);
    const rows = await session.query<{ detail_id: number }>(
      'INSERT INTO audit_details (salt, detail) VALUES ($1, $2) RETURNING detail_id',
      [salt, text],
    );
    return { detailId: rows[0].detail_id, detailHash: hashDetail(salt, text) };
  }

  async function append(session: Session, actor: Actor, act: Action): Promise<void> {
    await session.query('SELECT pg_advisory_xact_lock($1)', [WRITERS_LOCK]);
    const [last] = await session.query<{ sequence: number; hash: Buffer }>(
      'SELECT sequence, hash FROM audit_log ORDER BY sequence DESC LIMIT 1',
    );
    const row = {
      sequence: (last?.sequence ?? 0) + 1,
      atMs: readNowMs(),
      operatorId: actor.operatorId,
      sessionId: actor.sessionId,
      action: act.action,
      targetKind: act.target?.kind ?? 'none',
      targetId: act.target?.id ?? 0,
      ...(await writeDetail(session, act.detail)),
      previousHash: last?.hash ?? GENESIS,
    };
    const rowHash = hashRow(key, row);
    await session.execute('INSERT INTO audit_log VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11)', [
      row.sequence,
      row.atMs,
      row.operatorId,
      row.sessionId,
      row.action,
      row.targetKind,
      row.targetId,
      row.detailId,
      row.detailHash,
      row.previousHash,
      rowHash,
    ]);
  }

  /**
   * Move the mark to the end as it is committed; one behind is harmless, one ahead would be a false
   * alarm. It moves on only from an act that still stands as the mark names it: where the end was
   * cut off, the acts that follow must not cover that up.
   */
  async function moveMark(): Promise<void> {
    const from = readAuditMark(dataFolder);
    const rows = await database.query<AuditMark>(
      `SELECT sequence, hash FROM audit_log
       WHERE sequence = $1 OR sequence = (SELECT max(sequence) FROM audit_log)
       ORDER BY sequence DESC`,
      [from?.sequence ?? 0],
    );
    const [last] = rows;
    const now = readAuditMark(dataFolder)?.sequence ?? 0;
    if (last === undefined || last.sequence <= now) return;
    const marked = rows.find(({ sequence }) => sequence === from?.sequence);
    const isWhole = marked !== undefined && isSameHash(marked.hash, from?.hash ?? GENESIS);
    if (from === undefined || isWhole) writeAuditMark(dataFolder, last);
  }

  /** The act is committed whether there is room for its mark or not: the mark follows. */
  async function mark(): Promise<void> {
    clearTimeout(retry);
    try {
      await moveMark();
      isBehind = false;
    } catch (error) {
      if (!isBehind) report(error);
      isBehind = true;
      retry = setTimeout(() => void mark(), MARK_AGAIN_MS);
      retry.unref();
    }
  }

  return {
    async transaction(actor, work) {
      const result = await database.transaction((session) =>
        work(session, (act) => append(session, actor, act)),
      );
      await mark();
      return result;
    },
    async write(actor, act) {
      await database.transaction((session) => append(session, actor, act));
      await mark();
    },
    async list({ before = 0, action, userId = 0, limit }) {
      await mark();
      const rows = await database.query<ShownRow>(
        `SELECT sequence, at_ms AS at, log.operator_id AS "operatorId",
           COALESCE(email, '') AS operator, action, target_kind AS "targetKind",
           target_id AS "targetId", COALESCE(detail, '') AS detail, hash
         FROM audit_log AS log LEFT JOIN operators USING (operator_id)
         LEFT JOIN audit_details USING (detail_id)
         WHERE ($1::int8 = 0 OR sequence < $1) AND ($2 = '' OR action = $2)
           AND ($3::int8 = 0 OR (target_kind = 'user' AND target_id = $3))
         ORDER BY sequence DESC LIMIT $4`,
        [before, action ?? '', userId, limit],
      );
      return rows.map((row) => ({ ...row, hash: row.hash.toString('hex') }));
    },
  };
}
