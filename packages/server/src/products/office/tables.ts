// Calls about tables that operators keep: a change counts at once and leaves an act, or is tried
// and then waits for another operator, who agrees to what it changes from and to. Not what may
// stand in a table (base/reference-tables and its product). Called by the edge.
import { type ReferenceTableName, referenceTableRoutes, referenceTables } from '@isobath/wire';
import type { Session } from '../../base/db/index.ts';
import type { ReferenceChange } from '../../base/reference-tables/index.ts';
import { type CallContext, type RouteHandler, serve } from '../../base/product/index.ts';
import { checkReason, operatorOf } from './of-call.ts';
import type { OfficeParts } from './parts.ts';

type Parts = Pick<OfficeParts, 'audit' | 'approvals' | 'tables'>;

/** A change of one row that an operator asked for. */
interface RequestedChange {
  readonly table: ReferenceTableName;
  readonly reason: string;
  readonly action: 'table_row_set' | 'table_row_removed';
  readonly work: (session: Session) => Promise<ReferenceChange>;
}

/** Handlers of tables. */
export function createTableRoutes({ audit, approvals, tables }: Parts): RouteHandler[] {
  async function change(call: Pick<CallContext, 'caller'>, requested: RequestedChange) {
    const { table, reason, action, work } = requested;
    const operator = operatorOf(call);
    if (referenceTables[table].needsTwo) {
      checkReason(reason);
      const payload = { table, ...(await tables.tryOut(work)) };
      return { approvalId: await approvals.make(operator, { kind: 'table.set', payload, reason }) };
    }
    await audit.transaction(operator, async (session, write) => {
      await write({ action, detail: { table, ...(await work(session)) } });
    });
    return { approvalId: 0 };
  }

  return [
    serve(referenceTableRoutes.listTable, ({ query }) => tables.list(query.table)),
    serve(referenceTableRoutes.setTableRow, (call) => {
      const { table, key, reason } = call.body;
      const changes = Object.fromEntries(call.body.changes.map(({ name, value }) => [name, value]));
      const work = (session: Session) =>
        tables.set(session, table, { key, changes, isOffice: true });
      return change(call, { table, reason, action: 'table_row_set', work });
    }),
    serve(referenceTableRoutes.removeTableRow, (call) => {
      const { table, key, reason } = call.body;
      const work = (session: Session) => tables.remove(session, table, key);
      return change(call, { table, reason, action: 'table_row_removed', work });
    }),
  ];
}
