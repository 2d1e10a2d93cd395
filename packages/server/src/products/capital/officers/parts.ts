import type { AuditLog } from '../../../base/audit/index.ts';
import type { Database } from '../../../base/db/index.ts';
import type { Platform } from '../../../base/modules/index.ts';

/** What the desk stands on. */
export interface OfficerParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly settings: Pick<Platform['settings'], 'officeUrl' | 'publicUrl' | 'dataFolder'>;
  readonly readNowMs: () => number;
  /** What authenticators show as the name of the place. */
  readonly readName: () => Promise<string>;
}
