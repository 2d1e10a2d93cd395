// The operator's commands for tables that are kept row by row: list, set, remove. The rules stand
// with each table; here a refusal becomes the line that the tool ends with.
// Registered by the edge's process.
import { type AuditLog, HOST } from '../audit/index.ts';
import type { ReferenceTables } from './reference-tables.ts';
import type { OperatorHandlers } from '../operator/index.ts';
import { EXIT, Refusal } from '../process/exit.ts';
import { CallRefusal } from '../product/index.ts';

/** Run a change; what a table refuses ends the tool with code 64. */
async function end<TAnswer>(work: () => Promise<TAnswer>): Promise<TAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CallRefusal)) throw error;
    const problems = error.fields.map(({ path, problem }) => `${path}: ${problem}`);
    const line = problems.length === 0 ? 'there is no such row' : problems.join('; ');
    throw new Refusal(EXIT.usage, `${line}.`, error);
  }
}

/** A row as the tool shows it: one line of its table. */
function showRow(key: string, cells: string): Record<string, string> {
  return { key, ...(JSON.parse(cells) as Record<string, string>) };
}

/** Make the handlers. */
export function createTableHandlers(tables: ReferenceTables, audit: AuditLog): OperatorHandlers {
  return {
    'table.list': async ({ table }) => ({
      rows: (await tables.list(table)).map(({ key, cells }) => ({ key, ...cells })),
    }),
    'table.set': ({ table, key, changes }) =>
      end(() =>
        audit.transaction(HOST, async (session, write) => {
          const change = await tables.set(session, table, { key, changes });
          await write({ action: 'table_row_set', detail: { table, ...change } });
          return { row: [showRow(change.key, change.after)] };
        }),
      ),
    'table.remove': ({ table, key }) =>
      end(() =>
        audit.transaction(HOST, async (session, write) => {
          const change = await tables.remove(session, table, key);
          await write({ action: 'table_row_removed', detail: { table, ...change } });
          return { removed: change.key };
        }),
      ),
  };
}
