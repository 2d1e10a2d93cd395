// Puts the account product together with what it stands on.
// Called through module.ts by the edge's process.
import { createBrowsers, createThrottle, listTryLimits } from '../../base/credentials/index.ts';
import { createIdentityRecords } from '../../base/identity/index.ts';
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import {
  createNotificationStart,
  createNotificationWriter,
} from '../../base/notifications/index.ts';
import { TRIES } from './codes/tries.ts';
import { createUserHandlers } from './operator/create.ts';
import { createAccountHandlers } from './operator/person.ts';
import type { AccountParts } from './parts.ts';
import { createPhotos } from './profile/photos.ts';
import { createAccountRoutes } from './routes.ts';
import { readVipLevels } from './vip/levels.ts';
import { readOwnStanding } from './vip/own.ts';
import { createVipStandings } from './vip/standings.ts';

/** Make the calls. */
export function startAccount(platform: Platform): RunningModule {
  const { database, people, switches, locks, configuration, audit, readNowMs } = platform;
  const parts: AccountParts = {
    ...people,
    throttle: createThrottle(listTryLimits(TRIES), readNowMs, locks.of('people')),
    browsers: createBrowsers(database, 'people'),
    report: platform.report,
    writeNotification: createNotificationWriter(database),
    startNotifications: createNotificationStart(database),
    photos: createPhotos(database),
    identity: createIdentityRecords(database),
    commandClient: platform.commandClient,
    dropWithdrawals: people.keys.dropWithdrawals,
    accounts: platform.accounts,
    hasHadMoney: async (ownerId) => (await platform.trades.readFirsts(ownerId)).moneyMs > 0,
    readNowMs,
    canSignIn: platform.settings.canSignIn,
    // Of money in and out each network has a switch of its own.
    isOpen: (part) =>
      !switches.isOn('maintenance') &&
      (part === 'deposit' || part === 'withdraw' || switches.isOn(part)),
    readWithdrawLimit: configuration.readWithdrawLimit,
    readVipLevels: () => readVipLevels(database),
    readOwnStanding: (ownerId) => readOwnStanding(database, ownerId),
    readBrandName: configuration.readBrandName,
  };
  const vip = createVipStandings(platform);
  return {
    handlers: createAccountRoutes(parts),
    operatorHandlers: {
      ...createAccountHandlers({ ...parts, mail: people.mail, audit, vip }),
      ...createUserHandlers({
        ...platform,
        users: people.users,
        mode: platform.settings.mode,
        operators: platform.office.operators,
      }),
    },
  };
}
