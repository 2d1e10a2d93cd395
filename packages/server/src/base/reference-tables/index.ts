/** The room of tables that the operator keeps. */
export {
  createReferenceTables,
  type ReferenceChange,
  type ReferenceTables,
} from './reference-tables.ts';
export { createTableHandlers } from './operator.ts';
export type { Cells, ReferenceTable } from './table.ts';
