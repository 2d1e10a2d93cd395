// Puts the site's calls together, and takes a sample of the parts by the clock.
// Called through module.ts by the edge's process.
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { switchNames } from '../../base/switches/index.ts';
import { createBrandRoutes } from './brand/routes.ts';
import { createConfigurationRoutes } from './configuration/routes.ts';
import { createConfigurationHandlers } from './operator.ts';
import { createSiteRoutes } from './routes.ts';
import { createStatus } from './status.ts';
import { createWalletConnectRoutes } from './wallet-connect.ts';

const SAMPLE_EVERY_MS = 60_000;

/** Make the calls, and take samples from then on. */
export function startSite(platform: Platform): RunningModule {
  const { database, audit, settings, switches, gate, readNowMs, report } = platform;
  const { mode, statedUrl, canSignIn, serviceHosts, sandbox } = settings;
  const status = createStatus(database, platform.probes);
  const timer = setInterval(() => void status.sample().catch(report), SAMPLE_EVERY_MS);
  timer.unref();
  return {
    handlers: [
      ...createSiteRoutes({
        database,
        mode,
        address: statedUrl,
        canSignIn,
        hasOutbox: sandbox.outbox,
        mail: platform.people.mail,
        status,
        readMode: platform.readMode,
        listClosed: () =>
          switchNames.filter((name) => name !== 'maintenance' && !switches.isOn(name)),
      }),
      ...createConfigurationRoutes({
        database,
        readUsdtPrice: platform.readUsdtPrice,
        readNowMs,
        findRegion: gate.findRegion,
        serviceHosts,
      }),
      ...createWalletConnectRoutes(),
      ...createBrandRoutes(database, audit),
    ],
    operatorHandlers: createConfigurationHandlers(database, audit, {
      serviceHosts,
      closing: { switches, loadMaintenance: gate.loadMaintenance },
    }),
    stop: () => clearInterval(timer),
  };
}
