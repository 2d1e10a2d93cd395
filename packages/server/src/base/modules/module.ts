// The module contract: one object a product, with all that the server's processes take from it.
// Words and numbers are plain data; code is a function that imports it, so that a process loads
// only what it runs. The list of all modules is modules.ts, at the top.

import type { AccountDirectory } from '../accounts/index.ts';
import type { ApprovalWorks } from '../approvals/index.ts';
import type { Migration } from '../db/index.ts';
import type { IntentConsumer } from '../intents/index.ts';
import type { Job } from '../jobs/index.ts';
import type { MarketRegistry } from '../market/index.ts';
import type { Command, OperatorHandlers } from '../operator/index.ts';
import type { RouteHandler } from '../product/index.ts';
import type { Projection } from '../projections/index.ts';
import type { ReferenceTable } from '../reference-tables/index.ts';
import type { JobPlatform } from './job-platform.ts';
import type { PersonTable } from './person-tables.ts';
import type { Platform } from './platform.ts';

/** What projections that read orders and movements look names up in. */
export interface ProjectionDirectories {
  readonly accounts: AccountDirectory;
  readonly markets: MarketRegistry;
}

/** A module of the edge that runs. */
export interface RunningModule {
  readonly handlers: readonly RouteHandler[];
  /** What two operators agree to of it, and how each is carried out. */
  readonly approvalWorks?: Partial<ApprovalWorks>;
  /** What it answers the operator's tool. */
  readonly operatorHandlers?: OperatorHandlers;
  /** Whether somebody may only withdraw for now. */
  readonly onlyWithdraws?: (ownerId: number) => boolean;
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
  /** Commands of the operator's tool, in the order of the usage; they ask what it answers. */
  readonly operatorCommands?: () => Promise<readonly Command[]>;
  /** What the jobs process runs. */
  readonly jobs?: readonly Job<JobPlatform>[];
  /** Who is told how its intents ended. */
  readonly consumers?: readonly IntentConsumer[];
  /** Loads the code of what the edge serves. */
  readonly start?: () => Promise<StartModule>;
}

/** State what a product brings; checked by its type. */
export function defineModule<const T extends ServerModule>(module: T): T {
  return module;
}
