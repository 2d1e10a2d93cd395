// The operator's commands for what a person counts as: checks of identity, level and kind of VIP,
// whose orders count as the same person's; and the mails that were written. Started by start.ts.
import { CommandKind, type OwnerId, Source } from '@isobath/core';
import { type AuditLog, HOST } from '../../../base/audit/index.ts';
import type { CommandBody } from '../../../base/commands/index.ts';
import type { User } from '../../../base/credentials/index.ts';
import { identityTypes, readIdentity } from '../../../base/identity/index.ts';
import type { Mail } from '../../../base/mail/index.ts';
import type { OperatorHandlers } from '../../../base/operator/index.ts';
import { EXIT, Refusal } from '../../../base/process/exit.ts';
import { CallRefusal } from '../../../base/product/index.ts';
import type { AccountParts } from '../parts.ts';
import type { VipStandings } from '../vip/standings.ts';

const OPERATOR_ACCOUNT_CALLER = { ownerId: 1 as OwnerId, sessionId: 0 };
const STATUSES = { waiting: 0, passed: 1, failed: 2 } as const;
const VIP_LEVEL_MAX = 15;
const GROUP_MAX = 2 ** 31 - 1;

/** The number of a word of a list. */
function readWord<TWords extends Readonly<Record<string, number>>>(
  words: TWords,
  word: string,
): TWords[keyof TWords] {
  if (Object.hasOwn(words, word)) return words[word as keyof TWords];
  throw new Refusal(EXIT.usage, `${word} is none of: ${Object.keys(words).join(' ')}.`);
}

/** What the engine refuses ends the tool with one line. */
async function refusing(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CallRefusal)) throw error;
    throw new Refusal(EXIT.failed, `The engine refused the ${what} (${error.word}).`, error);
  }
}

/** What the commands stand on. */
export interface OperateAccountParts
  extends Pick<AccountParts, 'users' | 'identity' | 'commandClient' | 'accounts'> {
  readonly mail: Pick<Mail, 'list'>;
  readonly audit: AuditLog;
  readonly vip: VipStandings;
}

const MAILS_SHOWN = 20;

/** Make the handlers. */
export function createAccountHandlers(account: OperateAccountParts): OperatorHandlers {
  const { audit, vip } = account;

  async function findUser(email: string): Promise<User> {
    const user = await account.users.findByEmail(email.trim().toLowerCase());
    if (!user) throw new Refusal(EXIT.usage, `There is no user ${email}.`);
    return user;
  }

  async function send(command: CommandBody, what: string): Promise<void> {
    const signs = { caller: OPERATOR_ACCOUNT_CALLER, idempotencyKey: '', source: Source.operator };
    await refusing(what, async () => {
      const outcome = await account.commandClient.send(command, signs);
      for (const event of outcome.events) account.accounts.apply(event);
    });
  }

  /** Written first: an engine that is away for now sets it once it is there again. */
  async function setLevel(user: User, level: number): Promise<void> {
    const target = { kind: 'user', id: user.ownerId } as const;
    await audit.transaction(HOST, async (session, write) => {
      await vip.setByHand(session, user.ownerId, level);
      await write({ action: 'user_vip_set', target, detail: { level } });
    });
    await refusing('level', () => vip.carryOut(user.ownerId));
  }

  async function leaveToVolume(user: User): Promise<void> {
    const target = { kind: 'user', id: user.ownerId } as const;
    await audit.transaction(HOST, async (session, write) => {
      await vip.leaveToVolume(session, user.ownerId);
      await write({ action: 'user_vip_set', target, detail: { byVolume: true } });
    });
  }

  return {
    'mail.list': async ({ to, limit = MAILS_SHOWN }) => ({
      mails: await account.mail.list(to === undefined ? { limit } : { to, limit }),
    }),
    'user.identity': async ({ user: email, type, status }) => {
      const user = await findUser(email);
      if (status === 'none') await account.identity.clear(user.ownerId);
      else {
        await account.identity.add(user.ownerId, {
          identityType: readWord(identityTypes, type),
          identityStatus: readWord(STATUSES, status),
        });
      }
      const target = { kind: 'user', id: user.ownerId } as const;
      await audit.write(HOST, { action: 'user_identity_set', target, detail: { type, status } });
      const { level } = readIdentity(await account.identity.list(user.ownerId));
      return { ownerId: user.ownerId, identityLevel: level };
    },
    'user.vip': async ({ user: email, level, type, byVolume }) => {
      const user = await findUser(email);
      const isLevel = level === undefined || (level >= 0 && level <= VIP_LEVEL_MAX);
      if (!isLevel) throw new Refusal(EXIT.usage, `A level is 0 to ${VIP_LEVEL_MAX}.`);
      if (type !== undefined && type !== 1 && type !== 2) {
        throw new Refusal(EXIT.usage, 'A kind is 1 (usual) or 2 (special).');
      }
      if (level !== undefined && byVolume === true) {
        throw new Refusal(EXIT.usage, 'Give a level or leave it to volume, not both.');
      }
      if (level !== undefined) await setLevel(user, level);
      if (byVolume === true) await leaveToVolume(user);
      if (type !== undefined) await account.users.change(user.ownerId, { vipType: type });
      return {
        ownerId: user.ownerId,
        vipLevel: account.accounts.readVipLevel(user.ownerId),
        vipType: type ?? user.vipType,
      };
    },
    'user.group': async ({ user: email, group }) => {
      if (!(group >= 0 && group <= GROUP_MAX)) {
        throw new Refusal(EXIT.usage, `A group is 0 (none) to ${GROUP_MAX}.`);
      }
      const ownerId = (await findUser(email)).ownerId as OwnerId;
      await send({ kind: CommandKind.setSelfTradeGroup, ownerId, group }, 'group');
      const target = { kind: 'user', id: ownerId } as const;
      await audit.write(HOST, { action: 'user_group_set', target, detail: { group } });
      return { ownerId, group };
    },
  };
}
