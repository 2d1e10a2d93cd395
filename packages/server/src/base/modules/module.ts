// The module contract: one object a product, with all that the server's processes take from it.
// Words and numbers are plain data; code is a function that imports it, so that a process loads
// only what it runs. The list of all modules is modules.ts, at the top.

import type { AccountDirectory } from '../accounts/index.ts';
import type { Migration } from '../db/index.ts';
import type { MarketRegistry } from '../market/index.ts';
import type { OperatorHandlers } from '../operator/index.ts';
import type { RouteHandler } from '../product/index.ts';
import type { Projection } from '../projections/index.ts';
import type { ReferenceTable } from '../reference-tables/index.ts';
import type { Platform } from './platform.ts';

/** A table that keeps something of a person, and which of its rows and columns are a person's. */
export interface PersonTable {
  readonly table: string;
  /** Column with the person's number. */
  readonly owner: string;
  /** What stands before the number where the column is a text. */
  readonly ownerPrefix?: string;
  /** Narrows the rows to those of people, where operators stand in the same table. */
  readonly only?: string;
  /** Columns of the person's file, by which rows are read in pages first; none: left out of it. */
  readonly columns: readonly string[];
  /** Gone when the person's data is erased. */
  readonly isErased: boolean;
}

/** What projections that read orders and movements look names up in. */
export interface ProjectionDirectories {
  readonly accounts: AccountDirectory;
  readonly markets: MarketRegistry;
}

/** A module of the edge that runs. */
export interface RunningModule {
  readonly handlers: readonly RouteHandler[];
  /** What it answers the operator's tool. */
  readonly operatorHandlers?: OperatorHandlers;
  stop?(): void;
}

/** Starts what the edge serves; no step of the engine is followed yet then. */
export type StartModule = (platform: Platform) => RunningModule | Promise<RunningModule>;

/** What a product brings. */
export interface ServerModule {
  readonly name: string;
  /** In the order they run. */
  readonly migrations?: readonly Migration[];
  /** Those that refer to others first. */
  readonly personTables?: readonly PersonTable[];
  /** Projections that share the watermark of orders, in one transaction with their definitions. */
  readonly orderProjection?: (directories: ProjectionDirectories) => Promise<Projection>;
  /** A projection with a watermark of its own. */
  readonly projection?: () => Promise<Projection>;
  /** Tables that operators keep. */
  readonly referenceTables?: (markets: MarketRegistry) => Promise<readonly ReferenceTable[]>;
  /** Loads the code of what the edge serves. */
  readonly start?: () => Promise<StartModule>;
}

/** State what a product brings; checked by its type. */
export function defineModule<const T extends ServerModule>(module: T): T {
  return module;
}

/** What stands in the owner's column of a person's rows. */
export const ownerValue = (
  { ownerPrefix }: Pick<PersonTable, 'ownerPrefix'>,
  ownerId: number,
): number | string => (ownerPrefix === undefined ? ownerId : `${ownerPrefix}${ownerId}`);

/** A table whose columns stand in a person's file. */
export const publishedTable = (table: string, columns: string, isErased: boolean): PersonTable => ({
  table,
  owner: 'owner_id',
  columns: columns.split(' '),
  isErased,
});

/** A table of secrets, marks or counters, which a person's file leaves out. */
export const silentTable = (table: string, isErased: boolean): PersonTable => ({
  table,
  owner: 'owner_id',
  columns: [],
  isErased,
});
