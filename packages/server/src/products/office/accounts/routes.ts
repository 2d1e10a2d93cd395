// Calls about customers' accounts: freezing, keys, notes at once; what needs two and evidence as a
// request; the file of a person's data. Each leaves an act. Called by the edge.
import type { Readable } from 'node:stream';
import { accountOfficeRoutes as routes } from '@isobath/wire';
import type { AuditLog } from '../../../base/audit/index.ts';
import { NOT_ERASED } from '../../../base/credentials/index.ts';
import type { Database, Session } from '../../../base/db/index.ts';
import type { ApiKeys } from '../../../base/keys/index.ts';
import { refuse, refuseField, type RouteHandler, serve } from '../../../base/product/index.ts';
import { takeDocument } from '../money/documents.ts';
import { operatorOf } from '../of-call.ts';
import type { AccountChanges } from './changes.ts';

/** What the calls stand on. */
export interface CustomerParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly keys: ApiKeys;
  readonly changes: AccountChanges;
  readonly readNowMs: () => number;
  /** Freeze an account; `record` writes what belongs to it in the same transaction. */
  readonly freeze: (
    request: { ownerId: number; cause: 'access' | 'review' | 'authority'; cancelsOrders: boolean },
    record: (work: (session: Session) => Promise<void>) => Promise<void>,
  ) => Promise<{ canceledCount: number }>;
  readonly sendPersonData: (ownerId: number) => Readable;
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const about = (ownerId: number) => ({ kind: 'user', id: ownerId }) as const;

/** Handlers of customers' accounts. */
export function createCustomerRoutes(parts: CustomerParts): RouteHandler[] {
  const { database, audit, keys, changes } = parts;

  async function checkPerson(ownerId: number): Promise<void> {
    const rows = await database.query<{ is_gone: boolean }>(
      `SELECT NOT (${NOT_ERASED}) AS is_gone FROM users WHERE owner_id = $1`,
      [ownerId],
    );
    if (rows.length === 0) throw refuse('object_not_found');
    if (rows[0].is_gone) throw refuse('account_in_use');
  }

  return [
    serve(routes.freezeUser, async (call) => {
      const { reason, ...request } = call.body;
      const { ownerId, cause } = request;
      await checkPerson(ownerId);
      const { cancelsOrders } = request;
      return parts.freeze(request, (work) =>
        audit.transaction(operatorOf(call), async (session, write) => {
          await work(session);
          const detail = { cause, cancelsOrders, reason };
          await write({ action: 'user_frozen', target: about(ownerId), detail });
        }),
      );
    }),
    serve(routes.endUserKeys, async (call) => {
      const { ownerId, reason } = call.body;
      await checkPerson(ownerId);
      const target = about(ownerId);
      await audit.write(operatorOf(call), {
        action: 'user_keys_ended',
        target,
        detail: { reason },
      });
      return { endedCount: await keys.revokeAll(ownerId) };
    }),
    serve(routes.addUserNote, async (call) => {
      const { ownerId, text } = call.body;
      await checkPerson(ownerId);
      const operator = operatorOf(call);
      return audit.transaction(operator, async (session, write) => {
        const rows = await session.query<{ note_id: number }>(
          `INSERT INTO account_notes (owner_id, operator_id, text, at_ms) VALUES ($1, $2, $3, $4)
           RETURNING note_id`,
          [ownerId, operator.operatorId, text, parts.readNowMs()],
        );
        await write({ action: 'user_note_added', target: about(ownerId) });
        return { noteId: rows[0].note_id };
      });
    }),
    serve(routes.askUserChange, async (call) => {
      const { file, reference, ...request } = call.body;
      if (request.change === 'address' && !ADDRESS.test(request.address)) {
        throw refuseField('address', 'a mail address');
      }
      const document = takeDocument({ file, reference });
      return { approvalId: await changes.ask(operatorOf(call), { ...request, document }) };
    }),
    serve(routes.readEvidence, async (call) => {
      const { approvalId } = call.body;
      const { name, type, content } = await changes.readEvidence(approvalId);
      const target = { kind: 'approval', id: approvalId } as const;
      await audit.write(operatorOf(call), { action: 'user_evidence_viewed', target });
      return { name, type, data: content.toString('base64') };
    }),
    serve(routes.exportUser, async (call) => {
      const { ownerId } = call.query;
      await checkPerson(ownerId);
      await audit.write(operatorOf(call), { action: 'user_exported', target: about(ownerId) });
      call.setHeader('content-type', 'application/json; charset=utf-8');
      call.setHeader('content-disposition', `attachment; filename="person-${ownerId}.json"`);
      return parts.sendPersonData(ownerId);
    }),
  ];
}
