// What jobs of products stand on. Made by jobs-process.ts.

import type { AccountDirectory } from '../accounts/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { CommandClient } from '../commands/index.ts';
import type { Settings } from '../config/index.ts';
import type { Seal } from '../credentials/index.ts';
import type { Database, Session } from '../db/index.ts';
import type { Intents } from '../intents/index.ts';

/** What one person traded on one day. */
export interface DayVolume {
  readonly ownerId: number;
  /** Days since 1970, UTC. */
  readonly day: number;
  /** Decimal text. */
  readonly volumeUsdt: string;
}

/** Which trades are asked for: behind a fill, on these days. */
export interface VolumeRequest {
  readonly afterFillId: number;
  readonly fromDay: number;
  /** The first day that is not meant any more. */
  readonly toDay: number;
}

/** What people traded on whole days, but not with themselves; filled by spot. */
export type ReadVolumes = (
  session: Session,
  request: VolumeRequest,
) => Promise<{ readonly lastFillId: number; readonly volumes: readonly DayVolume[] }>;

/** Everything that jobs of products stand on. */
export interface JobPlatform {
  readonly settings: Pick<Settings, 'dataFolder' | 'mode'>;
  /** Opens what is kept closed. */
  readonly seal: Seal;
  readonly database: Database;
  /** What is to be in the chain of acts is written in the transaction of what was done. */
  readonly audit: AuditLog;
  readonly commandClient: CommandClient;
  /** Moves money together with a product's own row; settlements are sent with it. */
  readonly intents: Intents;
  /** Accounts and VIP levels as the tables have them at this moment. */
  readonly loadAccounts: () => Promise<AccountDirectory>;
  /** Worth is what prices were when the last of the days ended. */
  readonly readVolumes: ReadVolumes;
  readonly readNowMs: () => number;
  /** Told of what goes on without having worked. */
  readonly report: (error: unknown) => void;
}
