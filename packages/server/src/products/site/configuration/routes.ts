// The calls of public configuration: each reads rows, so that an operator's change shows at once.
// Not here: who may change them. Called through the site's door.
import { configurationRoutes } from '@isobath/wire';
import type { Database } from '../../../base/db/index.ts';
import { type RouteHandler, serve } from '../../../base/product/index.ts';
import type { Regions } from '../regions.ts';
import { type ReadUsdtPrice, readRates } from './rates.ts';
import { readPublicValues, readServiceScripts, readWebConfig } from './read-config.ts';

/** What the calls stand on. */
export interface ConfigurationParts {
  readonly database: Database;
  readonly readUsdtPrice: ReadUsdtPrice;
  readonly readNowMs: () => number;
  readonly findRegion: Regions['find'];
  /** Hosts whose scripts may answer a line of customer service. */
  readonly serviceHosts: readonly string[];
}

/** Handlers of languages, currencies, regions and identity levels: a table each. */
function createTableRoutes({
  database,
  readUsdtPrice,
  readNowMs,
  findRegion,
}: ConfigurationParts): RouteHandler[] {
  return [
    serve(configurationRoutes.locales, () =>
      database.query<{ name: string; value: string }>(
        'SELECT name, value FROM languages WHERE is_offered ORDER BY place',
      ),
    ),
    serve(configurationRoutes.currencies, () =>
      database.query<{ id: number; currencyCode: string; symbol: string; name: string }>(
        `SELECT id, currency_code AS "currencyCode", symbol, name
         FROM currencies WHERE is_offered ORDER BY id`,
      ),
    ),
    serve(configurationRoutes.currencyRates, async () => ({
      base: 'USDT' as const,
      rates: await readRates(database, readUsdtPrice, readNowMs()),
    })),
    serve(configurationRoutes.compliance, async ({ caller }) => {
      const { region, mode, reason } = findRegion(caller.ip);
      return { isRestricted: mode !== 'open', region, mode, reason };
    }),
    serve(configurationRoutes.callerAddress, async ({ caller }) => {
      const { region } = findRegion(caller.ip);
      return { ip: caller.ip, region };
    }),
    serve(configurationRoutes.identityConfig, async () => ({
      levels: await database.query<{
        identityType: number;
        dailyWithdrawLimitUsdt: string;
        isOpen: boolean;
      }>(
        `SELECT identity_type AS "identityType",
                daily_withdraw_limit_usdt AS "dailyWithdrawLimitUsdt", is_open AS "isOpen"
         FROM identity_levels ORDER BY identity_type`,
      ),
    })),
  ];
}

/** Handlers of public configuration. */
export function createConfigurationRoutes(parts: ConfigurationParts): RouteHandler[] {
  const { database } = parts;
  return [
    ...createTableRoutes(parts),
    serve(configurationRoutes.serviceConfig, async () => {
      const { serviceLines } = await readWebConfig(database);
      return { serviceLines, scripts: await readServiceScripts(database, parts.serviceHosts) };
    }),
    serve(configurationRoutes.configV2, async () => (await readPublicValues(database)).config),
    serve(configurationRoutes.configV3, () => readPublicValues(database)),
    serve(configurationRoutes.partnerConfig, async () => {
      const { partnerId } = await readWebConfig(database);
      return { isEnabled: partnerId !== '', partnerId };
    }),
    serve(configurationRoutes.downloads, async () => {
      const { appUrl, androidUrl, iosUrl, backupWebsites } = await readWebConfig(database);
      return { appUrl, androidUrl, iosUrl, backupWebsites };
    }),
    serve(configurationRoutes.rebateStatus, async () => {
      const { rebateStatus } = await readWebConfig(database);
      return { rebateStatus };
    }),
  ];
}
