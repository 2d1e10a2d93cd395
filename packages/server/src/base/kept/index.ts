/** The room of tables that the operator keeps. */
export { createKeptTables, type KeptChange, type KeptTables } from './kept-tables.ts';
export type { Cells, KeptTable } from './table.ts';
