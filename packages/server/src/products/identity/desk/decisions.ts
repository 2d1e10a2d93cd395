// What the desk decides: pass, refuse with reasons, ask for more, take a passed check back. One
// reviewer passes a standard check; a higher one, and taking back, needs two, through the rule of
// two of base. Each outcome is written with its act and its message in one transaction.
// Not the queue (queue.ts). Called by routes.ts.
import {
  identityItems,
  identityReasons,
  type ReviewOutcome,
  reviewOutcomes,
  z,
} from '@isobath/wire';
import { type Approvals, defineWork } from '../../../base/approvals/index.ts';
import type { Actor, Action, AuditLog } from '../../../base/audit/index.ts';
import type { Database, Session } from '../../../base/db/index.ts';
import {
  identityStatuses,
  identityTypes,
  turnIdentityRecord,
} from '../../../base/identity/index.ts';
import { type NotificationKind, writeNotifications } from '../../../base/notifications/index.ts';
import { refuseCase } from '../../../base/office/index.ts';
import { type OperatorCaller, refuse, refuseField } from '../../../base/product/index.ts';
import { type CaseRow, findCase, holdCase, readLastDecider } from './queue.ts';

/** What decisions stand on. */
export interface DecisionParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly approvals: () => Approvals;
  /** Who trades for the company of a case; nobody for the others. */
  readonly readTraders: (session: Session, row: CaseRow) => Promise<readonly number[]>;
  readonly readNowMs: () => number;
}

const payload = z.object({
  recordId: z.number().int(),
  outcome: z.enum(reviewOutcomes),
  items: z.array(z.enum(identityItems)),
  reasonCodes: z.array(z.enum(identityReasons)),
});
type Decision = z.infer<typeof payload>;

/** How a decision is kept, and what it tells the person. */
const kept = {
  pass: { outcome: 'passed', action: 'identity_passed', kind: 'identity_passed' },
  accept: { outcome: 'accepted', action: 'identity_accepted', kind: 'identity_passed' },
  refuse: { outcome: 'refused', action: 'identity_refused', kind: 'identity_refused' },
  revoke: { outcome: 'revoked', action: 'identity_revoked', kind: 'identity_refused' },
  ask: { outcome: 'asked', action: 'identity_asked', kind: 'identity_asked' },
} as const satisfies Record<
  ReviewOutcome | 'accept',
  { outcome: string; action: Action['action']; kind: NotificationKind }
>;

const DAY_MS = 86_400_000;

interface Asked {
  readonly operator: Actor;
  readonly decision: Decision;
}

interface Written {
  readonly row: CaseRow;
  readonly actor: Actor;
  readonly as: keyof typeof kept;
  readonly decision: Decision;
}

/** Make the decisions. */
export function createDecisions(parts: DecisionParts) {
  const { database, audit, approvals, readTraders, readNowMs } = parts;

  async function write(
    session: Session,
    note: (act: Action) => Promise<void>,
    { row, actor, as, decision }: Written,
  ): Promise<void> {
    const { outcome, action } = kept[as];
    const isLate = as === 'ask' && row.identity_status === identityStatuses.passed;
    const kind = isLate ? 'identity_due' : kept[as].kind;
    const { items, reasonCodes, recordId } = decision;
    const atMs = readNowMs();
    const [{ decision_id: id }] = await session.query<{ decision_id: number }>(
      `INSERT INTO identity_decisions
         (record_id, owner_id, operator_id, outcome, reason_codes, items, at_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING decision_id`,
      [recordId, row.owner_id, actor.operatorId, outcome, reasonCodes, items, atMs],
    );
    await note({
      action,
      target: { kind: 'identity', id: recordId },
      detail: { items, reasonCodes },
    });
    const sourceKey = `identity:${id}`;
    await writeNotifications(session, [
      { ownerId: row.owner_id, kind, facts: { type: String(row.identity_type) }, sourceKey, atMs },
    ]);
  }

  async function close(session: Session, recordId: number, decision: Decision): Promise<void> {
    await session.execute(
      `UPDATE identity_applications SET reason_codes = $2, items = $3, decided_at_ms = $4,
         claimed_by = 0, claimed_at_ms = 0 WHERE record_id = $1`,
      [recordId, decision.reasonCodes, decision.items, readNowMs()],
    );
    await closeSupplement(session, recordId);
  }

  async function closeSupplement(session: Session, recordId: number): Promise<void> {
    await session.execute(
      `UPDATE identity_supplements SET closed_at_ms = $2
       WHERE record_id = $1 AND closed_at_ms = 0`,
      [recordId, readNowMs()],
    );
  }

  /** @errors identity_level_order without a standard check that counts. */
  async function checkStandard(session: Session, ownerId: number): Promise<void> {
    const rows = await session.query(
      `SELECT FROM identity_records WHERE owner_id = $1
         AND identity_type = ${identityTypes.standard}
         AND identity_status = ${identityStatuses.passed}`,
      [ownerId],
    );
    if (rows.length === 0) throw refuse('identity_level_order');
  }

  /** What stands on a standard check falls with it, passed or not, and nothing is asked of it. */
  async function dropAdvanced(session: Session, ownerId: number, decision: Decision) {
    const { waiting, passed, failed } = identityStatuses;
    const fallen = await session.query<{ record_id: number }>(
      `UPDATE identity_records SET identity_status = ${failed}, changed_at = now()
       WHERE owner_id = $1 AND identity_type = ${identityTypes.advanced}
         AND identity_status IN (${waiting}, ${passed}) RETURNING record_id`,
      [ownerId],
    );
    for (const { record_id: recordId } of fallen) await close(session, recordId, decision);
  }

  async function turn(session: Session, decision: Decision, row: CaseRow): Promise<void> {
    const { waiting, passed, failed } = identityStatuses;
    const isRevoked = decision.outcome === 'revoke';
    const from = isRevoked ? passed : waiting;
    const to = decision.outcome === 'pass' ? passed : failed;
    // Somebody else decided, or the operator's tool did.
    if (!(await turnIdentityRecord(session, row.record_id, { from, to }))) {
      throw refuse('approval_over');
    }
    const isStandard = row.identity_type === identityTypes.standard;
    if (to === passed && row.identity_type === identityTypes.advanced) {
      await checkStandard(session, row.owner_id);
    }
    await close(session, row.record_id, decision);
    if (isRevoked && isStandard) await dropAdvanced(session, row.owner_id, decision);
    // A document that was refused may be shown again, by whoever it belongs to.
    if (decision.outcome !== 'refuse' || row.document_hash.length === 0) return;
    await session.execute(
      `DELETE FROM identity_documents WHERE document_hash = $1 AND owner_id = $2
         AND NOT EXISTS (SELECT FROM identity_applications JOIN identity_records USING (record_id)
           WHERE document_hash = $1 AND identity_applications.owner_id = $2
             AND identity_status = ${passed})`,
      [row.document_hash, row.owner_id],
    );
  }

  /** Ask for more; what was asked before and not answered is asked no more. */
  async function ask(session: Session, row: CaseRow, request: Decision & { dueDays: number }) {
    await closeSupplement(session, row.record_id);
    await session.execute(
      `INSERT INTO identity_supplements (record_id, owner_id, items, asked_at_ms, due_at_ms)
       VALUES ($1, $2, $3, $4, $5)`,
      [
        row.record_id,
        row.owner_id,
        request.items,
        readNowMs(),
        readNowMs() + request.dueDays * DAY_MS,
      ],
    );
    await session.execute(
      `UPDATE identity_applications SET claimed_by = 0, claimed_at_ms = 0 WHERE record_id = $1`,
      [row.record_id],
    );
  }

  /** Whether a case stands so that it can be decided in this way. */
  function fits(row: CaseRow, { outcome }: Decision): boolean {
    const isPassed = row.identity_status === identityStatuses.passed;
    const isWaiting = row.identity_status === identityStatuses.waiting;
    return {
      pass: isWaiting || (isPassed && (row.state === 'answered' || row.state === 'found')),
      refuse: isWaiting,
      ask: isWaiting || isPassed,
      revoke: isPassed,
    }[outcome];
  }

  function checkReasons({ outcome, items, reasonCodes }: Decision): void {
    if (outcome === 'pass') return;
    if (items.length === 0) throw refuseField('items', 'say which');
    if (outcome !== 'ask' && reasonCodes.length === 0) throw refuseField('reasonCodes', 'say why');
  }

  /** A case that the operator has taken, in a state that the decision fits. */
  async function checkTaken(session: Session, row: CaseRow, { operator, decision }: Asked) {
    const { claimed_by: takerId, record_id: recordId } = row;
    const isMine = takerId === operator.operatorId;
    if (takerId !== 0 && !isMine) throw await refuseCase(session, 'case_taken', takerId);
    const isFit = fits(row, decision);
    if (!isFit || (!isMine && row.state === 'asked')) {
      const deciderId = await readLastDecider(session, recordId);
      if (deciderId === operator.operatorId) throw refuse('approval_over');
      throw await refuseCase(session, 'case_decided', deciderId);
    }
    if (!isMine) throw refuse('case_not_taken');
    checkReasons(decision);
  }

  /**
   * Whoever invited the person, or was invited by them, is no reviewer of the case; of a company
   * the same with those who trade for it. An operator is known as a person by the mail address.
   *
   * @errors reviewer_related
   */
  async function checkUnrelated(session: Session, operator: Actor, row: CaseRow): Promise<void> {
    const uids = [row.owner_id, ...(await readTraders(session, row))];
    const related = await session.query(
      `SELECT FROM operators
       JOIN users AS reviewer ON lower(reviewer.email) = lower(operators.email)
       JOIN users AS person ON person.owner_id = ANY ($2::bigint[])
       WHERE operator_id = $1 AND (person.owner_id = reviewer.owner_id
         OR person.invited_by = reviewer.owner_id OR reviewer.invited_by = person.owner_id)
       LIMIT 1`,
      [operator.operatorId, uids],
    );
    if (related.length > 0) throw refuse('reviewer_related');
  }

  return {
    /**
     * Decide on a case that the operator has taken.
     *
     * @returns number of the request that another must approve, 0 when it is done.
     * @errors case_taken, case_decided, case_not_taken, reviewer_related, approval_over, invalid.
     */
    async decide(
      operator: OperatorCaller,
      request: Decision & { readonly dueDays: number },
    ): Promise<{ approvalId: number }> {
      const { recordId, outcome, items, reasonCodes, dueDays } = request;
      const decision = { recordId, outcome, items, reasonCodes };
      const seen = await findCase(database, recordId);
      await checkTaken(database, seen, { operator, decision });
      await checkUnrelated(database, operator, seen);
      const isAccepting = outcome === 'pass' && seen.identity_status === identityStatuses.passed;
      const isHigher = seen.identity_type !== identityTypes.standard;
      if (outcome === 'revoke' || (outcome === 'pass' && isHigher && !isAccepting)) {
        // Numbers and codes only: a request is kept for good.
        const reason = `${outcome} ${recordId}`;
        const asked = { kind: 'identity.decide', payload: decision, reason } as const;
        return { approvalId: await approvals().make(operator, asked) };
      }
      await audit.transaction(operator, async (session, note) => {
        const row = await holdCase(session, recordId);
        await checkTaken(session, row, { operator, decision });
        if (isAccepting) await closeSupplement(session, recordId);
        else if (outcome === 'ask') await ask(session, row, { ...decision, dueDays });
        else await turn(session, decision, row);
        await write(session, note, {
          row,
          actor: operator,
          as: isAccepting ? 'accept' : outcome,
          decision,
        });
      });
      return { approvalId: 0 };
    },

    /** What two agreed to. */
    work: defineWork({
      permission: 'identity.decide',
      shape: payload,
      // The second one is a reviewer of the case too.
      check: async ({ recordId }, operator) =>
        checkUnrelated(database, operator, await findCase(database, recordId)),
      async execute(decision, { actor, madeAtMs }) {
        await audit.transaction(actor, async (session, note) => {
          const row = await holdCase(session, decision.recordId);
          // Whoever asked for more since then wanted to see the answer first.
          if (row.asked_at_ms >= madeAtMs) throw refuse('approval_over');
          await checkUnrelated(session, actor, row);
          await turn(session, decision, row);
          await write(session, note, { row, actor, as: decision.outcome, decision });
        });
        return { recordId: decision.recordId };
      },
    }),
  };
}

/** The decisions of an installation. */
export type Decisions = ReturnType<typeof createDecisions>;
