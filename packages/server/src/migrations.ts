import { approvalMigrations } from './base/approvals/tables.ts';
import { auditMigrations } from './base/audit/tables.ts';
import { credentialMigrations } from './base/credentials/tables.ts';
import { baseMigrations, type Migration } from './base/db/index.ts';
import { definitionMigrations } from './base/definitions/tables.ts';
import { identityMigrations } from './base/identity/tables.ts';
import { keyMigrations } from './base/keys/tables.ts';
import { listenKeyMigrations } from './base/listen-keys/tables.ts';
import { lockMigrations } from './base/locks/tables.ts';
import { mailMigrations } from './base/mail/tables.ts';
import { marketMigrations } from './base/market/tables.ts';
import { noticeMigrations } from './base/notices/tables.ts';
import { officeMigrations } from './base/office/tables.ts';
import { projectionMigrations } from './base/projections/tables.ts';
import { sessionMigrations } from './base/sessions/tables.ts';
import { switchMigrations } from './base/switches/tables.ts';
import { engineMigrations } from './engine/tables.ts';
import { launchMigrations } from './launch/installation.ts';
import { accountMigrations } from './products/account/tables.ts';
import { assetMigrations } from './products/assets/tables.ts';
import { marketPageMigrations } from './products/market/tables.ts';
import { contentMigrations } from './products/content/tables.ts';
import { customerMigrations } from './products/office/accounts/tables.ts';
import { moneyMigrations } from './products/office/money/tables.ts';
import { inboxMigrations } from './products/inbox/tables.ts';
import { serviceMigrations } from './products/service/tables.ts';
import { siteMigrations } from './products/site/tables.ts';
import { spotMigrations } from './products/spot/tables.ts';
import { transferMigrations } from './products/transfer/tables.ts';
import { sandboxMigrations } from './sandbox/tables.ts';

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
  ...moneyMigrations,
  ...customerMigrations,
  ...switchMigrations,
  ...inboxMigrations,
  ...contentMigrations,
  ...transferMigrations,
  ...serviceMigrations,
  ...siteMigrations,
  ...sandboxMigrations,
  ...launchMigrations,
];
