import { approvalMigrations } from './base/approvals/index.ts';
import { auditMigrations } from './base/audit/index.ts';
import { credentialMigrations } from './base/credentials/index.ts';
import { baseMigrations, type Migration } from './base/db/index.ts';
import { definitionMigrations } from './base/definitions/index.ts';
import { identityMigrations } from './base/identity/index.ts';
import { keyMigrations } from './base/keys/index.ts';
import { listenKeyMigrations } from './base/listen-keys/index.ts';
import { lockMigrations } from './base/locks/index.ts';
import { mailMigrations } from './base/mail/index.ts';
import { marketMigrations } from './base/market/index.ts';
import { noticeMigrations } from './base/notices/index.ts';
import { officeMigrations } from './base/office/index.ts';
import { projectionMigrations } from './base/projections/index.ts';
import { sessionMigrations } from './base/sessions/index.ts';
import { switchMigrations } from './base/switches/index.ts';
import { engineMigrations } from './engine/tables.ts';
import { launchMigrations } from './launch/installation.ts';
import { accountMigrations } from './products/account/index.ts';
import { assetMigrations } from './products/assets/index.ts';
import { marketPageMigrations } from './products/market/tables.ts';
import { contentMigrations } from './products/content/index.ts';
import { inboxMigrations } from './products/inbox/index.ts';
import { serviceMigrations } from './products/service/index.ts';
import { siteMigrations } from './products/site/index.ts';
import { spotMigrations } from './products/spot/tables.ts';
import { transferMigrations } from './products/transfer/index.ts';
import { sandboxMigrations } from './sandbox/index.ts';

/**
 * Every migration of the server, in the order they run: one line a room, base first.
 * A room lists its own with `listMigrations`; tests may start a database with this whole list.
 */
export const migrations: readonly Migration[] = [
  ...baseMigrations,
  ...engineMigrations,
  ...sessionMigrations,
  ...credentialMigrations,
  ...identityMigrations,
  ...accountMigrations,
  ...keyMigrations,
  ...listenKeyMigrations,
  ...lockMigrations,
  ...mailMigrations,
  ...marketMigrations,
  ...projectionMigrations,
  ...definitionMigrations,
  ...spotMigrations,
  ...assetMigrations,
  ...marketPageMigrations,
  ...noticeMigrations,
  ...officeMigrations,
  ...auditMigrations,
  ...approvalMigrations,
  ...switchMigrations,
  ...inboxMigrations,
  ...contentMigrations,
  ...transferMigrations,
  ...serviceMigrations,
  ...siteMigrations,
  ...sandboxMigrations,
  ...launchMigrations,
];
