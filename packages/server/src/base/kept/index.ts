/** The room of tables that the operator keeps. */
export { createKeptTables, type KeptTables } from './kept-tables.ts';
export type { Cells, KeptTable } from './table.ts';
