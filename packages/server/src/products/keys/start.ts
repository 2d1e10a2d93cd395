// Puts the calls of API keys together with what they stand on. Called through module.ts by the
// edge's process.
import type { Platform, RunningModule } from '../../base/modules/index.ts';
import { createKeyHandlers } from './operator.ts';
import { createKeyRoutes } from './routes.ts';

/** Make the calls of keys, and the operator's command. */
export function startKeys({ people, configuration, readNowMs }: Platform): RunningModule {
  const { users, keys, writeMail } = people;
  return {
    handlers: createKeyRoutes({
      keys,
      readNowMs,
      async publishOwner(caller) {
        const user = await users.read(caller.ownerId);
        if (user !== undefined) await writeMail('api_keys_changed', user, caller);
      },
    }),
    operatorHandlers: createKeyHandlers({
      users,
      keys,
      readNowMs,
      // As of one that was made on the site; what made it is called by the house's name.
      publishOwner: async (owner) =>
        writeMail('api_keys_changed', owner, {
          visitorId: '',
          ip: '127.0.0.1',
          device: await configuration.readBrandName(),
        }),
    }),
  };
}
