// The operator's command that makes an API key for a user. Started by start.ts.
import { keyPermission, type KeyPermission } from '@isobath/wire';
import type { User, Users } from '../../base/credentials/index.ts';
import type { ApiKeys } from '../../base/keys/index.ts';
import type { OperatorHandlers } from '../../base/operator/index.ts';
import { EXIT, Refusal } from '../../base/process/exit.ts';
import { CallRefusal } from '../../base/product/index.ts';
import { makeKey } from './routes.ts';

/** What the command stands on. */
export interface OperateKeysParts {
  readonly users: Users;
  readonly keys: ApiKeys;
  readonly readNowMs: () => number;
  /** Tell the owner that a key was made. */
  readonly publishOwner: (owner: User) => Promise<void>;
}

function readPermission(text: string): KeyPermission {
  const parsed = keyPermission.safeParse(text);
  if (parsed.success) return parsed.data;
  const known = keyPermission.options.join(', ');
  throw new Refusal(EXIT.usage, `There is no permission ${text}: take of ${known}.`);
}

/** Make the handler. */
export function createKeyHandlers(parts: OperateKeysParts): OperatorHandlers {
  return {
    'keys.create': async ({ user, permissions, ipList = [], label = 'operator', publicKey }) => {
      const found = await parts.users.findByEmail(user.trim().toLowerCase());
      if (!found) throw new Refusal(EXIT.usage, `Nobody is registered as ${user}.`);
      const terms = { label, permissions: permissions.map(readPermission), ipList, publicKey };
      try {
        const { key, secret } = await makeKey(parts, found.ownerId, terms);
        await parts.publishOwner(found);
        return { ownerId: found.ownerId, apiKey: key.apiKey, secret, expiresAt: key.expiresAt };
      } catch (error) {
        if (!(error instanceof CallRefusal)) throw error;
        const why = error.fields.map(({ path, problem }) => `${path}: ${problem}`).join(', ');
        throw new Refusal(EXIT.usage, `No key was made (${why || error.word}).`, error);
      }
    },
  };
}
