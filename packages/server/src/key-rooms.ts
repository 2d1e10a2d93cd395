// Puts the keys of the trading API together with what they stand on, and the gate that lets signed
// requests in. It serves nothing itself. Called by the edge's process.
import { createSeal } from './base/credentials/index.ts';
import type { Secrets } from './base/config/index.ts';
import type { Database } from './base/db/index.ts';
import {
  type AddressLimits,
  createAddressLimits,
  createSigning,
  type Signing,
} from './base/dialect/index.ts';
import { type ApiKeys, createApiKeys } from './base/keys/index.ts';
import type { Locks } from './base/locks/index.ts';
import type { OperatorHandlers } from './base/operator/index.ts';
import type { RouteHandler } from './base/product/index.ts';
import { createKeyHandlers } from './operate-keys.ts';
import type { AccountParts } from './products/account/index.ts';
import { createKeyRoutes } from './products/keys/index.ts';

/** The rooms, ready to be served. */
export interface KeyRooms {
  readonly keys: ApiKeys;
  readonly signing: Signing;
  /** One for requests and for the WebSocket API. */
  readonly limits: AddressLimits;
  readonly handlers: readonly RouteHandler[];
  readonly operatorHandlers: OperatorHandlers;
}

/** Open the keys of an installation. */
export function openKeys(options: {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly report: (error: unknown) => void;
  readonly isFrozen: (ownerId: number) => boolean;
}): ApiKeys {
  const { database, secrets, report, isFrozen } = options;
  const seal = createSeal(secrets['credential-key']);
  return createApiKeys({ database, seal, readNowMs: Date.now, report, isFrozen });
}

/** Make the rooms. */
export function createKeyRooms(options: {
  readonly keys: ApiKeys;
  readonly account: AccountParts;
  readonly locks: Locks;
}): KeyRooms {
  const { account, keys } = options;
  const readNowMs = Date.now;
  return {
    keys,
    signing: createSigning(keys, readNowMs),
    limits: createAddressLimits(readNowMs, undefined, options.locks.of('addresses')),
    handlers: createKeyRoutes({
      keys,
      readNowMs,
      async tellOwner(caller) {
        const user = await account.users.read(caller.ownerId);
        if (user !== undefined) await account.writeMail('api_keys_changed', user, caller);
      },
    }),
    operatorHandlers: createKeyHandlers({
      users: account.users,
      keys,
      readNowMs,
      // As of one that was made on the site; what made it is called by the house's name.
      tellOwner: async (owner) =>
        account.writeMail('api_keys_changed', owner, {
          visitorId: '',
          ip: '127.0.0.1',
          device: await account.readHouseName(),
        }),
    }),
  };
}
