// The rule of two: one operator makes a request, another approves it, then it is carried out once.
// It knows no kind of request by name: those who can carry one out register it. An approval is
// bound to the hash of what was read, and waits a day at most. Called by the office product.
import { createHash } from 'node:crypto';
import { type ApprovalKind, type ApprovalRow, isPermitted } from '@isobath/wire';
import { type Actor, type AuditLog, HOST } from '../audit/index.ts';
import type { Database, Session } from '../db/index.ts';
import { CallRefusal, type OperatorCaller, refuse, refuseField } from '../product/index.ts';
import { type ApprovalWorks, checkAgreeing, readSubject, showFor } from './works.ts';

/** Requests that two must agree to. */
export interface Approvals {
  make(
    maker: OperatorCaller,
    request: {
      kind: ApprovalKind;
      payload: object;
      reason: string;
      /** Writes what belongs to the request, in the same transaction. */
      record?: (session: Session, approvalId: number) => Promise<void>;
    },
  ): Promise<number>;
  /** Ask as a rule of the house asks: one operator agrees. */
  makeByRule(request: { kind: ApprovalKind; payload: object; reason: string }): Promise<number>;
  /**
   * Approve and carry out.
   *
   * @throws approval_own, approval_over, approval_changed, forbidden, and what bars an operator.
   */
  approve(operator: OperatorCaller, approvalId: number, payloadHash: string): Promise<ApprovalRow>;
  /** Refuse one of somebody else, or take back one's own. */
  reject(operator: OperatorCaller, approvalId: number, note: string): Promise<ApprovalRow>;
  /** Newest first; for an operator, with what each that waits is about and what bars them. */
  list(operator?: OperatorCaller): Promise<ApprovalRow[]>;
  /** Those that wait for an operator: to be decided, or to be settled. */
  countPending(): Promise<number>;
  /**
   * Say what became of a request whose outcome nobody knows; whoever says so has looked.
   *
   * @throws approval_over for one that is known or under way, forbidden.
   */
  settle(
    operator: OperatorCaller,
    approvalId: number,
    found: { readonly isDone: boolean; readonly note: string },
  ): Promise<ApprovalRow>;
  /** Carry out what was approved shortly before a fall. */
  resume(): Promise<void>;
}

const DAY_MS = 86_400_000;
const LIST_ROWS = 200;
const NOTE_LENGTH_MIN = 3;
/**
 * How late a fall is made up for: as long as a restart takes. What two agreed to fits the moment
 * they agreed in; after it somebody must look.
 */
const MADE_UP_FOR_MS = 10 * 60_000;
/** States in which a request may have had its effect without anybody knowing. */
const UNSETTLED = "('approved', 'executing', 'unknown')";

interface Row {
  approval_id: number;
  kind: ApprovalKind;
  payload: string;
  payload_hash: Buffer;
  reason: string;
  made_by: number;
  maker: string | null;
  made_at: Date;
  expires_at: Date;
  state: ApprovalRow['state'];
  decided_by: number;
  decider: string | null;
  note: string;
  outcome: string;
}

const SELECT = `SELECT approvals.*, makers.email AS maker, deciders.email AS decider
  FROM approvals LEFT JOIN operators AS makers ON makers.operator_id = made_by
  LEFT JOIN operators AS deciders ON deciders.operator_id = decided_by`;

/** What the audit chain says of each end. */
const END_ACTIONS = {
  executed: 'approval_executed',
  failed: 'approval_failed',
  unknown: 'approval_unknown',
} as const;

/** Of what will be done and to what: the same payload of another kind is another request. */
const hashRequest = (kind: ApprovalKind, payload: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([kind, payload]))
    .digest();

function showRow(row: Row, nowMs: number): ApprovalRow {
  const isExpired = row.state === 'pending' && row.expires_at.getTime() <= nowMs;
  return {
    approvalId: row.approval_id,
    kind: row.kind,
    payload: row.payload,
    payloadHash: row.payload_hash.toString('hex'),
    reason: row.reason,
    madeBy: row.made_by,
    maker: row.maker ?? '',
    madeAt: row.made_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    state: isExpired ? 'expired' : row.state,
    decidedBy: row.decided_by,
    decider: row.decider ?? '',
    note: row.note,
    outcome: row.outcome,
    about: '',
    obstacle: 'none',
  };
}

/** Open the requests. */
export function createApprovals(parts: {
  readonly database: Database;
  readonly audit: AuditLog;
  /** Asked when a request is made, decided or carried out. */
  readonly readWorks: () => ApprovalWorks;
  readonly readNowMs: () => number;
  /** Told of what went wrong while a request was carried out. */
  readonly report: (error: unknown) => void;
}): Approvals {
  const { database, audit, readWorks, readNowMs, report } = parts;

  async function read(approvalId: number): Promise<ApprovalRow> {
    const rows = await database.query<Row>(`${SELECT} WHERE approval_id = $1`, [approvalId]);
    if (rows.length === 0) throw refuse('object_not_found');
    return showRow(rows[0], readNowMs());
  }

  /** A request that still waits, held until the transaction ends. */
  async function holdPending(session: Session, approvalId: number): Promise<Row> {
    const rows = await session.query<Row>(
      'SELECT * FROM approvals WHERE approval_id = $1 FOR UPDATE',
      [approvalId],
    );
    if (rows.length === 0) throw refuse('object_not_found');
    const [row] = rows;
    const isOver = row.state !== 'pending' || row.expires_at.getTime() <= readNowMs();
    if (isOver) throw refuse('approval_over');
    return row;
  }

  function checkHolds(operator: OperatorCaller, kind: ApprovalKind): void {
    if (!isPermitted(operator.role, readWorks()[kind].permission)) throw refuse('forbidden');
  }

  /** @errors approval_over when one of them was let go: their request counts no more. */
  async function checkNobodyGone(session: Session, operatorIds: readonly number[]): Promise<void> {
    const gone = await session.query(
      'SELECT FROM operators WHERE operator_id = ANY ($1::bigint[]) AND disabled_at IS NOT NULL',
      [operatorIds],
    );
    if (gone.length > 0) throw refuse('approval_over');
  }

  async function decide(
    operator: OperatorCaller,
    decision: {
      approvalId: number;
      state: string;
      note: string;
      action: Parameters<AuditLog['write']>[1]['action'];
    },
    check: (row: Row, session: Session) => void | Promise<void>,
  ): Promise<void> {
    await audit.transaction(operator, async (session, write) => {
      const { approvalId } = decision;
      await check(await holdPending(session, approvalId), session);
      await session.execute(
        `UPDATE approvals SET state = $2, decided_by = $3, decided_at = now(), note = $4
         WHERE approval_id = $1`,
        [approvalId, decision.state, operator.operatorId, decision.note],
      );
      await write({ action: decision.action, target: { kind: 'approval', id: approvalId } });
    });
  }

  /** Numbers of those that this process is carrying out. */
  const running = new Set<number>();

  /** Carry out, unless it is being carried out right now: that one no fall has left behind. */
  async function carryOut(approvalId: number, from: 'approved' | 'executing'): Promise<void> {
    if (running.has(approvalId)) return;
    running.add(approvalId);
    try {
      await carryOutNow(approvalId, from);
    } finally {
      running.delete(approvalId);
    }
  }

  /** Carry out an approved request; only one caller gets past the first line. */
  async function carryOutNow(approvalId: number, from: 'approved' | 'executing'): Promise<void> {
    const [row] = await database.query<Row>(
      `UPDATE approvals SET state = 'executing' WHERE approval_id = $1 AND state = $2 RETURNING *`,
      [approvalId, from],
    );
    if (row === undefined) return;
    const work = readWorks()[row.kind];
    const actor = { operatorId: row.decided_by, sessionId: 0 };
    try {
      const payload = work.shape.parse(JSON.parse(row.payload));
      const madeAtMs = row.made_at.getTime();
      await end(row, 'executed', await work.execute(payload, { approvalId, actor, madeAtMs }));
    } catch (error) {
      // After a fall even a refusal does not tell whether the first try was done.
      const isRefused = error instanceof CallRefusal && error.word !== 'outcome_unknown';
      if (isRefused && from === 'approved') {
        await end(row, 'failed', { reject: error.word, facts: error.facts });
        return;
      }
      report(error);
      await end(row, 'unknown', { reject: 'outcome_unknown', facts: {} });
    }
  }

  /** Write down what came of a request. */
  async function end(
    row: Pick<Row, 'approval_id' | 'kind' | 'decided_by'>,
    state: keyof typeof END_ACTIONS,
    outcome: Record<string, unknown>,
  ): Promise<void> {
    const { approval_id: id, kind } = row;
    const actor = { operatorId: row.decided_by, sessionId: 0 };
    await audit.transaction(actor, async (session, write) => {
      await session.execute(
        'UPDATE approvals SET state = $2, outcome = $3 WHERE approval_id = $1',
        [id, state, JSON.stringify(outcome)],
      );
      await write({
        action: END_ACTIONS[state],
        target: { kind: 'approval', id },
        detail: { kind, ...outcome },
      });
    });
  }

  /** Make up for a fall, or say that it is too late for that. */
  async function makeUp(row: Row & { state: 'approved' | 'executing'; is_late: boolean | null }) {
    const { approval_id: id, state } = row;
    if (row.is_late !== true || running.has(id)) return carryOut(id, state);
    if (state === 'approved') await end(row, 'failed', { reject: 'approval_over', facts: {} });
    else await end(row, 'unknown', { reject: 'outcome_unknown', facts: {} });
  }

  /** @errors approval_unsettled while an equal request may have been carried out. */
  async function checkSettled(session: Session, hash: Buffer): Promise<void> {
    const twins = await session.query(
      `SELECT FROM approvals WHERE payload_hash = $1 AND state IN ${UNSETTLED}`,
      [hash],
    );
    if (twins.length > 0) throw refuse('approval_unsettled');
  }

  /** Write a request, and who made it: 0 is a rule. */
  function write(
    maker: Actor,
    { kind, payload, reason, record }: Parameters<Approvals['make']>[1],
  ): Promise<number> {
    const text = JSON.stringify(readWorks()[kind].shape.parse(payload));
    const hash = hashRequest(kind, text);
    return audit.transaction(maker, async (session, note) => {
      await checkSettled(session, hash);
      const rows = await session.query<{ approval_id: number }>(
        `INSERT INTO approvals (kind, payload, payload_hash, reason, made_by, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING approval_id`,
        [kind, text, hash, reason, maker.operatorId, new Date(readNowMs() + DAY_MS)],
      );
      const id = rows[0].approval_id;
      await record?.(session, id);
      await note({
        action: 'approval_made',
        target: { kind: 'approval', id },
        detail: { kind, payload, reason },
      });
      return id;
    });
  }

  return {
    async make(maker, request) {
      checkHolds(maker, request.kind);
      return write(maker, request);
    },
    makeByRule: (request) => write(HOST, request),
    async approve(operator, approvalId, payloadHash) {
      const decision = {
        approvalId,
        state: 'approved',
        note: '',
        action: 'approval_approved',
      } as const;
      await decide(operator, decision, async (row, session) => {
        if (row.made_by === operator.operatorId) throw refuse('approval_own');
        checkHolds(operator, row.kind);
        const { barredIds = [] } = await readSubject(readWorks()[row.kind], row.payload);
        if (barredIds.includes(operator.operatorId)) throw refuse('approval_own');
        await checkAgreeing(readWorks()[row.kind], row.payload, operator);
        await checkNobodyGone(session, [row.made_by, operator.operatorId]);
        await checkSettled(session, row.payload_hash);
        const hash = hashRequest(row.kind, row.payload);
        const isSame = hash.equals(row.payload_hash) && hash.toString('hex') === payloadHash;
        if (!isSame) throw refuse('approval_changed');
      });
      await carryOut(approvalId, 'approved');
      return read(approvalId);
    },
    async reject(operator, approvalId, note) {
      const { madeBy } = await read(approvalId);
      const isOwn = madeBy === operator.operatorId;
      // Whoever asked must be told why not; their own they may take back without a word.
      if (!isOwn && note.length < NOTE_LENGTH_MIN) throw refuseField('note', 'say why');
      const decision = isOwn
        ? ({ approvalId, state: 'withdrawn', note, action: 'approval_withdrawn' } as const)
        : ({ approvalId, state: 'rejected', note, action: 'approval_rejected' } as const);
      await decide(operator, decision, (row) => {
        if (!isOwn) checkHolds(operator, row.kind);
      });
      return read(approvalId);
    },
    async settle(operator, approvalId, { isDone, note }) {
      const { kind, state } = await read(approvalId);
      if (state !== 'unknown' && state !== 'executing') throw refuse('approval_over');
      checkHolds(operator, kind);
      await audit.transaction(operator, async (session, write) => {
        const count = await session.execute(
          `UPDATE approvals SET state = $2, outcome = $3
           WHERE approval_id = $1 AND (state = 'unknown' OR (state = 'executing' AND NOT $4))`,
          [
            approvalId,
            isDone ? 'executed' : 'failed',
            JSON.stringify({ settledBy: operator.email, reason: note }),
            running.has(approvalId),
          ],
        );
        if (count === 0) throw refuse('approval_over');
        await write({
          action: 'approval_settled',
          target: { kind: 'approval', id: approvalId },
          detail: { isDone, reason: note },
        });
      });
      return read(approvalId);
    },
    async list(operator) {
      const rows = await database.query<Row>(
        `${SELECT} ORDER BY approval_id DESC LIMIT ${LIST_ROWS}`,
      );
      const shown = rows.map((row) => showRow(row, readNowMs()));
      if (operator === undefined) return shown;
      return Promise.all(shown.map((row) => showFor(readWorks()[row.kind], row, operator)));
    },
    async countPending() {
      const rows = await database.query<{ count: number }>(
        `SELECT count(*) AS count FROM approvals
         WHERE state = 'unknown' OR (state = 'pending' AND expires_at > $1)`,
        [new Date(readNowMs())],
      );
      return rows[0].count;
    },
    async resume() {
      const rows = await database.query<Parameters<typeof makeUp>[0]>(
        `SELECT *, decided_at < $1 AS is_late FROM approvals
         WHERE state IN ('approved', 'executing') ORDER BY approval_id`,
        [new Date(readNowMs() - MADE_UP_FOR_MS)],
      );
      const problems: unknown[] = [];
      for (const row of rows) {
        // One that cannot be carried out does not hold up the others.
        await makeUp(row).catch((error) => problems.push(error));
      }
      if (problems.length > 0) throw new AggregateError(problems, 'approved, but not carried out');
    },
  };
}
