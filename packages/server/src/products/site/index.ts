import { listMigrations } from '../../base/db/index.ts';

/** The site room's door. */
export { readHouseName } from './brand/brand.ts';
export { createBrandRoutes } from './brand/routes.ts';
export {
  checkWebConfig,
  lockWebValue,
  readServiceScripts,
  readWebConfig,
  writeWebConfig,
} from './configuration/read-config.ts';
export { readCurrencyRate } from './configuration/rates.ts';
export { configurationTables } from './configuration/tables.ts';
export { createConfigurationRoutes } from './configuration/routes.ts';
export {
  createMaintenance,
  type Maintenance,
  type MaintenanceReader,
} from './maintenance.ts';
export { createRegions, type Regions } from './regions.ts';
export { createSiteRoutes } from './routes.ts';
export { createWalletConnectRoutes } from './wallet-connect.ts';
export { createStatus, type PartState, type Probe } from './status.ts';

/** Tables of this room. */
export const siteMigrations = listMigrations('site', import.meta.url, [
  '0001-samples',
  '0002-configuration',
  '0003-service-scripts',
  '0004-official-channels',
  '0005-brand',
  '0006-recommended-markets',
]);
