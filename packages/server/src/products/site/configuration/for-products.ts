// What other products read of the configuration, through the port that the platform states.
// Made by the edge's process.
import type { Database } from '../../../base/db/index.ts';
import type { Platform, SiteValues } from '../../../base/modules/index.ts';
import { readBrandName } from '../brand/brand.ts';
import { readCurrencyRate } from './rates.ts';
import { checkWebConfig, lockWebValue, readWebConfig, writeWebConfig } from './read-config.ts';

/**
 * The values that pages read, as operators change them.
 *
 * @param serviceHosts - hosts whose scripts the machine lets in.
 */
export function createSiteValues(serviceHosts: readonly string[]): SiteValues {
  return {
    read: readWebConfig,
    check: (name, value) => checkWebConfig(name, value, serviceHosts),
    lock: lockWebValue,
    write: writeWebConfig,
  };
}

/** Make the readers. */
export function createSiteConfiguration(database: Database): Platform['configuration'] {
  return {
    readBrandName: () => readBrandName(database),
    readCurrencyRate: (currencyCode) => readCurrencyRate(database, currencyCode),
    readOfficialChannels: async () => (await readWebConfig(database)).officialChannels,
    readTravelFrom: async (session = database) => (await readWebConfig(session)).travelFromUsdt,
    readRecommendedMarkets: async () => (await readWebConfig(database)).recommendedMarkets,
    readPopularMarkets: async () => (await readWebConfig(database)).popularMarkets,
    async readWithdrawLimit(identityType, session = database) {
      const rows = await session.query<{ limit: string }>(
        `SELECT daily_withdraw_limit_usdt AS "limit" FROM identity_levels
         WHERE identity_type = $1`,
        [identityType],
      );
      return rows[0]?.limit ?? '0';
    },
  };
}
