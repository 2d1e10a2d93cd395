// Changes of a customer's account that two operators agree to on evidence: it is thawed, a lost
// second factor is taken away, a new mail address is set, personal data is erased. Each can be done
// again without harm. Freezing takes one operator (routes.ts). Called by works.ts and routes.ts.
import type { AccountChange } from '@isobath/wire';
import type { AgreedRequest, Approvals } from '../../../base/approvals/index.ts';
import type { AuditLog } from '../../../base/audit/index.ts';
import { NOT_ERASED, noteSecurityChange, type Seal } from '../../../base/credentials/index.ts';
import type { Database, Session } from '../../../base/db/index.ts';
import type { ApiKeys } from '../../../base/keys/index.ts';
import type { Freezes } from '../../../base/locks/index.ts';
import { type OperatorCaller, refuse } from '../../../base/product/index.ts';
import type { Sessions } from '../../../base/sessions/index.ts';
import { type Document, hashDocument, sealDocument } from '../money/documents.ts';

/** A change as two agree to it. */
export interface AgreedChange {
  readonly change: AccountChange;
  readonly ownerId: number;
  /** "" but for `address`. */
  readonly address: string;
  readonly document: string;
  readonly contentHash: string;
}

/** What changes stand on. */
export interface ChangeParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly seal: Seal;
  readonly freezes: Freezes;
  readonly sessions: Sessions;
  readonly keys: ApiKeys;
  readonly approvals: () => Approvals;
  /** Write to a person, or to an address that was theirs. */
  readonly publish: (
    kind: 'security_changed' | 'account_thawed',
    ownerId: number,
    address?: string,
  ) => Promise<void>;
  /** @errors account_in_use with balances or open orders. */
  readonly checkEmpty: (ownerId: number) => Promise<void>;
  /** Erase what names them. @returns how many rows are gone. */
  readonly erase: (
    session: Session,
    request: { readonly ownerId: number; readonly approvalId: number },
  ) => Promise<number>;
  /** Freeze for good, sign-ins and keys ended. */
  readonly close: (ownerId: number) => Promise<void>;
}

interface EvidenceRow {
  document_name: string;
  document_type: Document['type'];
  sealed_document: Buffer;
}

/** Make the changes. */
export function createAccountChanges(parts: ChangeParts) {
  const { database, audit, seal, freezes, sessions, keys } = parts;
  const about = (ownerId: number) => ({ kind: 'user', id: ownerId }) as const;

  /** @errors account_in_use of somebody who was erased. */
  async function readAddress(ownerId: number): Promise<string> {
    const rows = await database.query<{ email: string; is_gone: boolean }>(
      `SELECT email, NOT (${NOT_ERASED}) AS is_gone FROM users WHERE owner_id = $1`,
      [ownerId],
    );
    if (rows.length === 0) throw refuse('object_not_found');
    if (rows[0].is_gone) throw refuse('account_in_use');
    return rows[0].email;
  }

  /** An erased person is nobody any more, but for erasing what an earlier release left. */
  async function checkPerson({ change, ownerId }: Pick<AgreedChange, 'change' | 'ownerId'>) {
    if (change !== 'erase') return void (await readAddress(ownerId));
    const rows = await database.query('SELECT FROM users WHERE owner_id = $1', [ownerId]);
    if (rows.length === 0) throw refuse('object_not_found');
  }

  async function readEvidence(approvalId: number): Promise<Document> {
    const rows = await database.query<EvidenceRow>(
      'SELECT * FROM account_evidence WHERE approval_id = $1',
      [approvalId],
    );
    if (rows.length === 0) throw refuse('object_not_found');
    const [{ document_name: name, document_type: type, sealed_document: sealed }] = rows;
    return { name, type, content: Buffer.from(seal.open(sealed), 'base64') };
  }

  async function checkFree(address: string, ownerId: number): Promise<void> {
    const rows = await database.query('SELECT FROM users WHERE email = $1 AND owner_id <> $2', [
      address,
      ownerId,
    ]);
    if (rows.length > 0) throw refuse('address_taken');
  }

  async function thaw({ ownerId }: AgreedChange, { approvalId, actor }: AgreedRequest) {
    // Closed for good already, though what names them was not taken yet.
    if (freezes.read(ownerId)?.cause === 'erased') throw refuse('account_in_use');
    await audit.transaction(actor, async (session, write) => {
      if (!(await freezes.remove(session, ownerId))) return;
      await write({ action: 'user_thawed', target: about(ownerId), detail: { approvalId } });
    });
    await freezes.load();
    await parts.publish('account_thawed', ownerId);
  }

  /** Whoever finds a new way in must not find one out for the money in the same hour. */
  async function endEverything(ownerId: number): Promise<void> {
    await keys.dropWithdrawals(ownerId);
    await sessions.endOthers(ownerId, 0);
  }

  async function takeFactor({ ownerId }: AgreedChange, { approvalId, actor }: AgreedRequest) {
    await audit.transaction(actor, async (session, write) => {
      await session.execute(
        'UPDATE users SET totp_secret = NULL, totp_pending = NULL WHERE owner_id = $1',
        [ownerId],
      );
      for (const table of ['passkeys', 'backup_codes']) {
        await session.execute(`DELETE FROM ${table} WHERE owner_id = $1`, [ownerId]);
      }
      await noteSecurityChange(session, { ownerId, what: 'factor', nowMs: Date.now() });
      await write({ action: 'user_factor_taken', target: about(ownerId), detail: { approvalId } });
    });
    await endEverything(ownerId);
    await parts.publish('security_changed', ownerId);
  }

  async function setAddress(agreed: AgreedChange, { approvalId, actor }: AgreedRequest) {
    const { ownerId, address } = agreed;
    await checkFree(address, ownerId);
    const before = await readAddress(ownerId);
    await audit.transaction(actor, async (session, write) => {
      await session.execute('UPDATE users SET email = $2 WHERE owner_id = $1', [ownerId, address]);
      await noteSecurityChange(session, { ownerId, what: 'mail', nowMs: Date.now() });
      // What was written to the old address before it was their account's is theirs too.
      await session.execute(
        'UPDATE mails SET owner_id = $1 WHERE recipient = $2 AND owner_id = 0',
        [ownerId, before],
      );
      // Erasing finds the old address by it, and takes it away.
      const detail = { approvalId, before };
      await write({ action: 'user_address_set', target: about(ownerId), detail });
    });
    await endEverything(ownerId);
    // The old address hears of it too: it may be the true one.
    if (before !== address) await parts.publish('security_changed', ownerId, before);
    await parts.publish('security_changed', ownerId);
  }

  /** @errors approval_unsettled while a request about them may still be carried out or settled. */
  async function checkSettled(session: Session, ownerId: number, approvalId: number) {
    const open = await session.query(
      `SELECT FROM approvals WHERE state IN ('approved', 'executing', 'unknown')
         AND approval_id <> $2
         AND ((kind IN ('account.change', 'money.give', 'money.post')
             AND (payload::jsonb ->> 'ownerId')::bigint = $1)
           OR approval_id IN (SELECT approval_id FROM money_lines WHERE owner_id = $1)) LIMIT 1`,
      [ownerId, approvalId],
    );
    if (open.length > 0) throw refuse('approval_unsettled');
  }

  async function erase({ ownerId }: AgreedChange, { approvalId, actor }: AgreedRequest) {
    await checkSettled(database, ownerId, approvalId);
    await parts.checkEmpty(ownerId);
    // First of all nobody can come in and make something new; then nothing may have come meanwhile.
    await parts.close(ownerId);
    await parts.checkEmpty(ownerId);
    await audit.transaction(actor, async (session, write) => {
      await checkSettled(session, ownerId, approvalId);
      const erasedCount = await parts.erase(session, { ownerId, approvalId });
      const detail = { approvalId, erasedCount };
      await write({ action: 'user_erased', target: about(ownerId), detail });
    });
  }

  const works = { thaw, factor: takeFactor, address: setAddress, erase } as const;

  return {
    /** @returns the number of the request that another must approve. */
    async ask(
      maker: OperatorCaller,
      request: {
        readonly change: AccountChange;
        readonly ownerId: number;
        readonly address: string;
        readonly document: Document;
        readonly reason: string;
      },
    ): Promise<number> {
      const { change, ownerId, address, document, reason } = request;
      await checkPerson(request);
      if (change === 'thaw' && freezes.read(ownerId) === undefined) throw refuse('invalid');
      if (change === 'address') await checkFree(address, ownerId);
      if (change === 'erase') {
        await checkSettled(database, ownerId, 0);
        await parts.checkEmpty(ownerId);
      }
      const payload: AgreedChange = {
        change,
        ownerId,
        address: change === 'address' ? address : '',
        document: document.name,
        contentHash: hashDocument(document),
      };
      return parts.approvals().make(maker, {
        kind: 'account.change',
        payload,
        reason,
        record: async (session, approvalId) => {
          await session.execute(
            `INSERT INTO account_evidence (approval_id, owner_id, document_name, document_type,
               sealed_document) VALUES ($1, $2, $3, $4, $5)`,
            [approvalId, ownerId, document.name, document.type, sealDocument(seal, document)],
          );
        },
      });
    },

    /** Carry out what two agreed to. @throws approval_changed for other evidence. */
    async execute(agreed: AgreedChange, request: AgreedRequest): Promise<{ change: string }> {
      // After a fall behind the erasing itself its own request has lost the document's name.
      if (agreed.change === 'erase' && agreed.document === '') return { change: 'erase' };
      await checkPerson(agreed);
      const evidence = await readEvidence(request.approvalId);
      if (hashDocument(evidence) !== agreed.contentHash) throw refuse('approval_changed');
      await works[agreed.change](agreed, request);
      return { change: agreed.change };
    },

    readEvidence,
  };
}

/** The changes. */
export type AccountChanges = ReturnType<typeof createAccountChanges>;
