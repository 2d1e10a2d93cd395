// The operator's commands for what a person counts as: checks of identity, level and kind of VIP.
// Registered by the edge's process.
import { CommandKind, type OwnerId, Source } from '@isobath/core';
import type { User } from './base/credentials/index.ts';
import { identityTypes, readIdentity } from './base/identity/index.ts';
import type { OperatorHandlers } from './base/operator/index.ts';
import { EXIT, Refusal } from './base/process/exit.ts';
import { CallRefusal } from './base/product/index.ts';
import type { AccountParts } from './products/account/index.ts';

const HOUSE = { ownerId: 1 as OwnerId, sessionId: 0 };
const STATUSES = { waiting: 0, passed: 1, failed: 2 } as const;
const VIP_LEVEL_MAX = 15;

/** The number of a word of a list. */
function readWord<TWords extends Readonly<Record<string, number>>>(
  words: TWords,
  word: string,
): TWords[keyof TWords] {
  if (Object.hasOwn(words, word)) return words[word as keyof TWords];
  throw new Refusal(EXIT.usage, `${word} is none of: ${Object.keys(words).join(' ')}.`);
}

/** Make the handlers. */
export function createProfileHandlers(account: AccountParts): OperatorHandlers {
  async function findUser(email: string): Promise<User> {
    const user = await account.users.findByEmail(email.trim().toLowerCase());
    if (!user) throw new Refusal(EXIT.usage, `There is no user ${email}.`);
    return user;
  }

  async function setLevel(user: User, vipLevel: number): Promise<void> {
    const command = { kind: CommandKind.setVipLevel, ownerId: user.ownerId as OwnerId, vipLevel };
    const signs = { caller: HOUSE, idempotencyKey: '', source: Source.operator };
    try {
      const outcome = await account.commander.send(command, signs);
      for (const event of outcome.events) account.accounts.apply(event);
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error;
      throw new Refusal(EXIT.failed, `The engine refused the level (${error.word}).`, error);
    }
  }

  return {
    'user.identity': async ({ user: email, type, status }) => {
      const user = await findUser(email);
      if (status === 'none') await account.identity.clear(user.ownerId);
      else {
        await account.identity.add(user.ownerId, {
          identityType: readWord(identityTypes, type),
          identityStatus: readWord(STATUSES, status),
        });
      }
      const { level } = readIdentity(await account.identity.list(user.ownerId));
      return { ownerId: user.ownerId, identityLevel: level };
    },
    'user.vip': async ({ user: email, level, type }) => {
      const user = await findUser(email);
      const isLevel = level === undefined || (level >= 0 && level <= VIP_LEVEL_MAX);
      if (!isLevel) throw new Refusal(EXIT.usage, `A level is 0 to ${VIP_LEVEL_MAX}.`);
      if (type !== undefined && type !== 1 && type !== 2) {
        throw new Refusal(EXIT.usage, 'A kind is 1 (usual) or 2 (special).');
      }
      if (level !== undefined) await setLevel(user, level);
      if (type !== undefined) await account.users.change(user.ownerId, { vipType: type });
      return {
        ownerId: user.ownerId,
        vipLevel: account.accounts.readVipLevel(user.ownerId),
        vipType: type ?? user.vipType,
      };
    },
  };
}
