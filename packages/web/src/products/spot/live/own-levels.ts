// Prices of mine that are no orders: alerts that wait for one, and what a coin has cost me on
// average. Alerts are asked for when something may have changed them; costs follow my own steps.
// Not how they stand on the chart (chart/PriceLevels.tsx).
import type { Client } from '@isobath/sdk';
import { alertTypes, assetsRoutes, inboxRoutes, type PriceAlert } from '@isobath/wire';
import { createRefresher } from '../../../base/refresher.ts';
import { createValue, type Value } from '../../../base/value.ts';
import type { OwnStore } from './own-store.ts';

/** What an alert is asked for with. */
export type AlertTerms = Pick<
  PriceAlert,
  'symbol' | 'alertType' | 'alertValue' | 'windowMinutes' | 'repeat'
>;

/** The levels of one person, on all markets. */
export interface OwnLevels {
  /** Alerts that wait for a price, newest first. */
  readonly alerts: Value<readonly PriceAlert[]>;
  /** Average cost of one coin in USDT, fees included, by its name in capitals. */
  readonly costs: Value<ReadonlyMap<string, string>>;
  /** @throws ApiError when the exchange refuses. */
  addAlert(terms: AlertTerms): Promise<void>;
  /** @throws ApiError when it could not be taken away. */
  removeAlert(id: string): Promise<void>;
  /** Ask for the alerts again: one fired, or another page changed them. */
  loadAlerts(): Promise<void>;
  close(): void;
}

/** True for an alert that waits for a price: the others have no place on a chart. */
export function hasLevel({ isActive, alertType }: PriceAlert): boolean {
  return isActive && (alertType === alertTypes.rise || alertType === alertTypes.fall);
}

/** Open the levels of the signed-in person. */
export function openOwnLevels(
  client: Pick<Client, 'call'>,
  own: Pick<OwnStore, 'listenSteps'>,
): OwnLevels {
  const alerts = createValue<readonly PriceAlert[]>([]);
  const costs = createValue<ReadonlyMap<string, string>>(new Map());
  const putAlerts = (all: readonly PriceAlert[]) => alerts.set(all.filter(hasLevel));

  async function loadAlerts(): Promise<void> {
    try {
      putAlerts(await client.call(inboxRoutes.alerts));
    } catch {
      // Those that are known stay; the next occasion asks again.
    }
  }

  const refresher = createRefresher({
    load: (minSeq) => client.call(assetsRoutes.spotAssets, { query: { minSeq } }),
    show: ({ rows }) =>
      costs.set(new Map(rows.map((row) => [row.asset.toUpperCase(), row.averageUsdt]))),
    // What stands is from before, and still the last that is known.
    sayLate: () => {},
  });
  const stop = own.listenSteps((step) => refresher.report(step));
  refresher.report(0);

  return {
    alerts,
    costs,
    async addAlert(terms) {
      const alert = await client.call(inboxRoutes.addAlert, { body: terms });
      putAlerts([alert, ...alerts.read()]);
    },
    async removeAlert(id) {
      await client.call(inboxRoutes.removeAlert, { query: { id } });
      putAlerts(alerts.read().filter((alert) => alert.id !== id));
    },
    loadAlerts,
    close() {
      stop();
      refresher.stop();
    },
  };
}
