// What two operators must agree to, and how each is carried out: trading goes on, the house gives
// money, a role, a value or a row that could harm everybody is changed. A work that is asked again
// under the same number does nothing twice. Not the rule of two itself (base/approvals), nor what
// other products bring of it. Made by start.ts.
import {
  accountChanges,
  decimalText,
  referenceTableNames,
  operatorRoleNames,
  postingDirections,
  postingGrounds,
  z,
} from '@isobath/wire';
import { type ApprovalWorks, defineWork } from '../../base/approvals/index.ts';
import type { AuditLog } from '../../base/audit/index.ts';
import type { Cells, ReferenceTables } from '../../base/reference-tables/index.ts';
import type { Operators, OperatorSessions } from '../../base/office/index.ts';
import { refuse } from '../../base/product/index.ts';
import type { AccountChanges } from './accounts/changes.ts';
import type { Postings } from './money/postings.ts';
import type { ConfigEntry } from './parts.ts';

/** A gift of the house. */
export interface OperatorAccountGift {
  readonly ownerId: number;
  readonly asset: string;
  readonly amount: string;
  /** The same gift is never given twice. */
  readonly giftId: number;
}

/** What the works stand on. */
export interface WorksParts {
  readonly audit: AuditLog;
  readonly operators: Operators;
  readonly operatorSessions: OperatorSessions;
  /** End a halt by its number; `isAnother` when a later one is in force. */
  readonly resume: (haltNumber: number) => Promise<{ mode: string; isAnother?: boolean }>;
  readonly config: ConfigEntry;
  readonly tables: ReferenceTables;
  readonly give: (gift: OperatorAccountGift) => Promise<{ seq: string }>;
  readonly postings: Pick<Postings, 'execute'>;
  readonly changes: Pick<AccountChanges, 'execute'>;
}

/** Requests of older releases name no halt: they fit none. */
const resumePayload = z.object({ haltNumber: z.number().int().default(-1) });
const givePayload = z.object({
  ownerId: z.number().int(),
  asset: z.string(),
  amount: decimalText,
});
/** What is carried out is what is kept with the request; the hash says that it is still that. */
const postingPayload = z.object({
  direction: z.enum(postingDirections),
  ground: z.enum(postingGrounds),
  ownerId: z.number().int().optional(),
  linesCount: z.number().int().optional(),
  totals: z.string(),
  document: z.string(),
  contentHash: z.string(),
});
const accountPayload = z.object({
  change: z.enum(accountChanges),
  ownerId: z.number().int(),
  address: z.string(),
  document: z.string(),
  contentHash: z.string(),
});
/** `value` is JSON text. */
const configPayload = z.object({ name: z.string(), before: z.string(), value: z.string() });
/** A row before and after as JSON text, "" where there is none. */
const tablePayload = z.object({
  table: z.enum(referenceTableNames),
  key: z.string(),
  before: z.string(),
  after: z.string(),
});
const disablePayload = z.object({ operatorId: z.number().int() });
const rolePayload = z.object({
  operatorId: z.number().int(),
  role: z.enum(operatorRoleNames),
});

/** Make the works. */
export function createWorks(parts: WorksParts) {
  const { audit, operators, operatorSessions } = parts;
  return {
    'trading.resume': defineWork({
      permission: 'trading.resume',
      shape: resumePayload,
      async execute({ haltNumber }, { approvalId, actor }) {
        const { mode, isAnother } = await parts.resume(haltNumber);
        // What was agreed to is the end of that halt, not of one that somebody made since.
        if (isAnother === true) throw refuse('approval_changed');
        const target = { kind: 'approval', id: approvalId } as const;
        await audit.write(actor, { action: 'trading_resumed', target, detail: { mode } });
        return { mode };
      },
    }),
    'money.give': defineWork({
      permission: 'money.give',
      shape: givePayload,
      async execute(gift, { approvalId, actor }) {
        const { seq } = await parts.give({ ...gift, giftId: approvalId });
        const target = { kind: 'user', id: gift.ownerId } as const;
        const detail = { asset: gift.asset, amount: gift.amount, approvalId, seq };
        await audit.write(actor, { action: 'money_given', target, detail });
        return { seq };
      },
    }),
    'money.post': defineWork({
      permission: 'money.post',
      shape: postingPayload,
      execute: (payload, request) => parts.postings.execute(payload, request),
    }),
    'account.change': defineWork({
      permission: 'users.change',
      shape: accountPayload,
      execute: (payload, request) => parts.changes.execute(payload, request),
    }),
    'config.set': defineWork({
      permission: 'config.write',
      shape: configPayload,
      async execute({ name, before, value: text }, { approvalId, actor }) {
        const value: unknown = JSON.parse(text);
        // What the machine lets in may have changed since it was asked for.
        if (parts.config.check(name, value) !== undefined) throw refuse('invalid');
        await audit.transaction(actor, async (session, write) => {
          // What was agreed to is this change, not this value in place of whatever came meanwhile.
          const now = await parts.config.lock(session, name);
          if (now !== before) throw refuse('approval_changed');
          await parts.config.write(session, name, value);
          await write({ action: 'config_set', detail: { name, before, value: text, approvalId } });
        });
        return { name };
      },
    }),
    'table.set': defineWork({
      permission: 'config.write',
      shape: tablePayload,
      async execute({ table, key, before, after }, { approvalId, actor }) {
        await audit.transaction(actor, async (session, write) => {
          const change =
            after === ''
              ? await parts.tables.remove(session, table, key)
              : await parts.tables.set(session, table, {
                  key,
                  changes: JSON.parse(after) as Cells,
                  isOffice: true,
                });
          // What was agreed to is this change, not these cells in place of whatever came meanwhile.
          if (change.before !== before) throw refuse('approval_changed');
          const action = after === '' ? 'table_row_removed' : 'table_row_set';
          await write({ action, detail: { table, ...change, approvalId } });
        });
        return { table, key };
      },
    }),
    'operator.role': defineWork({
      permission: 'operators.write',
      shape: rolePayload,
      async execute({ operatorId, role }, { approvalId, actor }) {
        if ((await operators.read(operatorId)) === undefined) throw refuse('object_not_found');
        await audit.transaction(actor, async (session, write) => {
          if (role !== 'administrator') await operators.keepAdministrator(session, operatorId);
          await operators.change(session, operatorId, { role });
          await operatorSessions.endAll(session, operatorId);
          const target = { kind: 'operator', id: operatorId } as const;
          await write({ action: 'operator_role_set', target, detail: { role, approvalId } });
        });
        return { role };
      },
    }),
    'operator.disable': defineWork({
      permission: 'operators.write',
      shape: disablePayload,
      async execute({ operatorId }, { approvalId, actor }) {
        if ((await operators.read(operatorId)) === undefined) throw refuse('object_not_found');
        await audit.transaction(actor, async (session, write) => {
          await operators.keepAdministrator(session, operatorId);
          await operators.change(session, operatorId, { disabledAt: new Date() });
          await operatorSessions.endAll(session, operatorId);
          const target = { kind: 'operator', id: operatorId } as const;
          await write({ action: 'operator_disabled', target, detail: { approvalId } });
        });
        return { operatorId };
      },
    }),
  } satisfies Partial<ApprovalWorks>;
}
