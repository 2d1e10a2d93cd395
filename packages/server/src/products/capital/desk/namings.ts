// Settling by hand: a payment that the signer has signed in a time which the database forgot is
// named its transaction by two operators. Custody judges by the chain; nothing here moves money.
// Called by the edge; its work is carried out for two who agreed.
import { withdrawDeskRoutes, z } from '@isobath/wire';
import {
  type Approvals,
  type ApprovalWorks,
  defineWork,
  findUnasked,
} from '../../../base/approvals/index.ts';
import type { AuditLog } from '../../../base/audit/index.ts';
import type { Database, Session } from '../../../base/db/index.ts';
import { refuse, refuseField, type RouteHandler, serve } from '../../../base/product/index.ts';
import { operatorOf } from '../of-call.ts';

/** What the call stands on. */
export interface NamingParts {
  readonly database: Database;
  readonly approvals: () => Pick<Approvals, 'make'>;
  readonly readNowMs: () => number;
}

/** @errors object_not_found unless the signer has said where it signed it; invalid if used. */
async function checkNaming(session: Session, withdrawalId: number, txHash: string): Promise<void> {
  const rows = await session.query(
    `SELECT FROM withdrawals JOIN networks USING (network_id)
     WHERE withdrawal_id = $1 AND withdrawals.state = 'review' AND networks.family = 'evm'
       AND withdrawals.family <> '' AND 'signer_payment_bound' = ANY (reasons)
     FOR UPDATE OF withdrawals`,
    [withdrawalId],
  );
  if (rows.length === 0) throw refuse('object_not_found');
  const used = await session.query(
    `SELECT FROM chain_sends WHERE txid = $1
     UNION ALL SELECT FROM withdrawal_namings
       WHERE tx_hash = $1 AND withdrawal_id <> $2 AND state <> 'refused' LIMIT 1`,
    [txHash, withdrawalId],
  );
  if (used.length > 0) throw refuseField('txHash', 'used');
}

/** The handler. */
export function createNamingRoutes(parts: NamingParts): RouteHandler[] {
  const { database, approvals, readNowMs } = parts;
  return [
    serve(withdrawDeskRoutes.nameTransaction, async (call) => {
      const { withdrawalId, txHash, reason } = call.body;
      const operator = operatorOf(call);
      const about = { kind: 'withdrawal.name', name: 'withdrawalId', id: withdrawalId } as const;
      const asking = { ...about, operator, nowMs: readNowMs() };
      await database.transaction((session) =>
        findUnasked(session, asking, () => checkNaming(session, withdrawalId, txHash)),
      );
      const payload = { withdrawalId, txHash };
      const asked = { kind: 'withdrawal.name', payload, reason } as const;
      return { approvalId: await approvals().make(operator, asked) };
    }),
  ];
}

/** Carries it out; asked again it does nothing twice. */
export function createNamingWorks({
  audit,
  readNowMs,
}: {
  readonly audit: AuditLog;
  readonly readNowMs: () => number;
}): Partial<ApprovalWorks> {
  return {
    'withdrawal.name': defineWork({
      permission: 'money.release',
      shape: z.object({ withdrawalId: z.number().int().positive(), txHash: z.string() }),
      async execute({ withdrawalId, txHash }, { actor }) {
        await audit.transaction(actor, async (session, write) => {
          await checkNaming(session, withdrawalId, txHash);
          await session.execute(
            `INSERT INTO withdrawal_namings AS own (withdrawal_id, tx_hash, named_at_ms)
             VALUES ($1, $2, $3) ON CONFLICT (withdrawal_id) DO UPDATE
             SET tx_hash = EXCLUDED.tx_hash, state = 'asked', outcome = '',
               named_at_ms = EXCLUDED.named_at_ms WHERE own.state <> 'taken'`,
            [withdrawalId, txHash, readNowMs()],
          );
          await write({ action: 'withdrawal_named', detail: { withdrawalId, txHash } });
        });
        return { withdrawalId };
      },
    }),
  };
}
