/** The room of tables that the operator keeps. */
export {
  createReferenceTables,
  type ReferenceChange,
  type ReferenceTables,
} from './reference-tables.ts';
export type { Cells, ReferenceTable } from './table.ts';
