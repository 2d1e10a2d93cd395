import { approvalMigrations } from './base/approvals/tables.ts';
import { auditMigrations } from './base/audit/tables.ts';
import { credentialMigrations } from './base/credentials/tables.ts';
import { custodyMigrations } from './base/custody/tables.ts';
import { baseMigrations, type Migration } from './base/db/index.ts';
import { definitionMigrations } from './base/definitions/tables.ts';
import { jobMigrations } from './base/jobs/tables.ts';
import { identityMigrations } from './base/identity/tables.ts';
import { intentMigrations } from './base/intents/tables.ts';
import { keyMigrations } from './base/keys/tables.ts';
import { listenKeyMigrations } from './base/listen-keys/tables.ts';
import { lockMigrations } from './base/locks/tables.ts';
import { mailMigrations } from './base/mail/tables.ts';
import { marketMigrations } from './base/market/tables.ts';
import { notificationMigrations } from './base/notifications/tables.ts';
import { officeMigrations } from './base/office/tables.ts';
import { priceMigrations } from './base/prices/tables.ts';
import { proofMigrations } from './base/proofs/tables.ts';
import { providerMigrations } from './base/providers/tables.ts';
import { projectionMigrations } from './base/projections/tables.ts';
import { settlementMigrations } from './base/settlements/tables.ts';
import { sessionMigrations } from './base/sessions/tables.ts';
import { switchMigrations } from './base/switches/tables.ts';
import { engineMigrations } from './engine/tables.ts';
import { launchMigrations } from './launch/installation.ts';
import { modules } from './modules.ts';

/**
 * Every migration of the server, in the order they run: platform first, then products.
 * Each lists its own with `listMigrations`; tests may start a database with this whole list.
 */
export const migrations: readonly Migration[] = [
  ...baseMigrations,
  ...engineMigrations,
  ...intentMigrations,
  ...settlementMigrations,
  ...sessionMigrations,
  ...credentialMigrations,
  ...proofMigrations,
  ...providerMigrations,
  ...identityMigrations,
  ...keyMigrations,
  ...listenKeyMigrations,
  ...lockMigrations,
  ...jobMigrations,
  ...mailMigrations,
  ...marketMigrations,
  ...projectionMigrations,
  ...definitionMigrations,
  ...priceMigrations,
  ...notificationMigrations,
  ...officeMigrations,
  ...auditMigrations,
  ...approvalMigrations,
  ...switchMigrations,
  ...custodyMigrations,
  ...modules.flatMap((module) => module.migrations ?? []),
  ...launchMigrations,
];
