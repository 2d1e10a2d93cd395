// Calls about tables that operators keep: a change counts at once and leaves an act, or is tried
// and then waits for another operator, who agrees to what it changes from and to. Not what may
// stand in a table (base/kept and its product). Called by the edge.
import { keptTableRoutes, keptTables } from '@isobath/wire';
import { type RouteHandler, serve } from '../../base/product/index.ts';
import { checkReason, operatorOf } from './of-call.ts';
import type { OfficeParts } from './parts.ts';

type Parts = Pick<OfficeParts, 'audit' | 'approvals' | 'tables'>;

/** Handlers of tables. */
export function createTableRoutes({ audit, approvals, tables }: Parts): RouteHandler[] {
  return [
    serve(keptTableRoutes.listTable, ({ query }) => tables.list(query.table)),
    serve(keptTableRoutes.setTableRow, async (call) => {
      const { table, key, reason } = call.body;
      const wish = {
        key,
        changes: Object.fromEntries(call.body.changes.map(({ name, value }) => [name, value])),
      };
      const operator = operatorOf(call);
      if (keptTables[table].needsTwo) {
        checkReason(reason);
        const payload = { table, ...(await tables.tryOut((one) => tables.set(one, table, wish))) };
        return {
          approvalId: await approvals.make(operator, { kind: 'table.set', payload, reason }),
        };
      }
      await audit.transaction(operator, async (session, write) => {
        const change = await tables.set(session, table, wish);
        await write({ action: 'table_row_set', detail: { table, ...change } });
      });
      return { approvalId: 0 };
    }),
    serve(keptTableRoutes.removeTableRow, async (call) => {
      const { table, key, reason } = call.body;
      const operator = operatorOf(call);
      if (keptTables[table].needsTwo) {
        checkReason(reason);
        const payload = {
          table,
          ...(await tables.tryOut((session) => tables.remove(session, table, key))),
        };
        return {
          approvalId: await approvals.make(operator, { kind: 'table.set', payload, reason }),
        };
      }
      await audit.transaction(operator, async (session, write) => {
        const change = await tables.remove(session, table, key);
        await write({ action: 'table_row_removed', detail: { table, ...change } });
      });
      return { approvalId: 0 };
    }),
  ];
}
