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
