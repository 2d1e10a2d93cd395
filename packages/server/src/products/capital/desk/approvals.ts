// Approval of large withdrawals: the rule asks, an operator who has not reviewed it agrees. A
// request that nobody decided within a day is asked again; one that is refused gives back.
// Made by start.ts.
import { z } from '@isobath/wire';
import { type Approvals, type ApprovalWorks, defineWork } from '../../../base/approvals/index.ts';
import type { AuditLog } from '../../../base/audit/index.ts';
import {
  moveWithdrawal,
  releaseWithdrawal,
  type WithdrawalState,
} from '../../../base/custody/index.ts';
import type { Database } from '../../../base/db/index.ts';
import type { Intents } from '../../../base/intents/index.ts';
import { refuse } from '../../../base/product/index.ts';

/** What approvals stand on. */
export interface WithdrawApprovalParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly approvals: () => Pick<Approvals, 'makeByRule'>;
  readonly intents: Pick<Intents, 'write' | 'nudge'>;
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
}

const LOOK_EVERY_MS = 2_000;
const KIND = 'withdrawal.approve';
const payload = z.object({ withdrawalId: z.number().int().positive() });

/** Carries an approval out; asked again it does nothing twice. */
export function createWithdrawWorks({
  audit,
  readNowMs,
}: Pick<WithdrawApprovalParts, 'audit' | 'readNowMs'>): Partial<ApprovalWorks> {
  return {
    [KIND]: defineWork({
      permission: 'money.approve',
      shape: payload,
      async execute({ withdrawalId }, { actor }) {
        await audit.transaction(actor, async (session, write) => {
          const [row] = await session.query<{ state: WithdrawalState; released_by: number }>(
            'SELECT state, released_by FROM withdrawals WHERE withdrawal_id = $1 FOR UPDATE',
            [withdrawalId],
          );
          if (row?.released_by === actor.operatorId) throw refuse('approval_own');
          const from = ['waiting_approval'] as const;
          const step = { withdrawalId, to: 'queued', from, nowMs: readNowMs() } as const;
          if (!(await moveWithdrawal(session, step))) throw refuse('approval_over');
          await write({ action: 'withdrawal_approved', detail: { withdrawalId } });
        });
        return { withdrawalId };
      },
    }),
  };
}

/** States of a request after which the rule asks again. */
const ASKED_AGAIN = new Set(['failed', 'executed', 'withdrawn', 'expired']);

/** Ask for what waits and is not asked for, give back what was refused. */
export async function askForApprovals(parts: WithdrawApprovalParts): Promise<void> {
  const { database, approvals, intents, readNowMs } = parts;
  const waiting = await database.query<{ withdrawal_id: number; state: string | null }>(
    `SELECT withdrawal_id, (SELECT CASE WHEN asked.state = 'pending' AND expires_at <= $1
         THEN 'expired' ELSE asked.state END
       FROM approvals AS asked WHERE kind = '${KIND}'
         AND payload = '{"withdrawalId":' || withdrawal_id || '}'
       ORDER BY approval_id DESC LIMIT 1) AS state
     FROM withdrawals WHERE state = 'waiting_approval' ORDER BY withdrawal_id LIMIT 200`,
    [new Date(readNowMs())],
  );
  for (const { withdrawal_id: withdrawalId, state } of waiting) {
    if (state === 'rejected') {
      const reason = 'not_approved';
      const step = { withdrawalId, to: 'rejected', nowMs: readNowMs(), reason } as const;
      const isBack = await database.transaction((session) =>
        releaseWithdrawal(session, intents, step),
      );
      intents.nudge();
      if (isBack) continue;
    }
    // One that may have been signed does not go back: it is asked for again.
    if (state === null || state === 'rejected' || ASKED_AGAIN.has(state)) {
      const reason = 'from 10,000 USDT on';
      await approvals().makeByRule({ kind: KIND, payload: { withdrawalId }, reason });
    }
  }
}

/** Look again and again. @returns ends it. */
export function startApprovalRule(parts: WithdrawApprovalParts): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  function lookOn(): void {
    void askForApprovals(parts)
      .catch((error: unknown) => {
        if (!isStopped) parts.report(error);
      })
      .then(() => {
        if (!isStopped) timer = setTimeout(lookOn, LOOK_EVERY_MS);
      });
  }
  timer = setTimeout(lookOn, LOOK_EVERY_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
