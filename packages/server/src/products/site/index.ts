/** The site room's door. */
export { readServiceScript, readWebConfig } from './configuration/read-config.ts';
export { createSiteConfiguration, createSiteValues } from './configuration/for-products.ts';
export { readCurrencyRate } from './configuration/rates.ts';
export { createConfigurationRoutes } from './configuration/routes.ts';
export {
  createMaintenance,
  type Maintenance,
} from './maintenance.ts';
export { createRegions, type Regions } from './regions.ts';
export { createSiteRoutes } from './routes.ts';
