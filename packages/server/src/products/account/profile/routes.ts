// Calls about what a person is shown as and may do: picture, identity, state of the account.
// Signing in and its factors are in ../routes.ts. Called by it.
import { AccountType } from '@isobath/core';
import { userRoutes } from '@isobath/wire';
import { readIdentity, readPassedType } from '../../../base/identity/index.ts';
import { refuse, type RouteHandler, serve } from '../../../base/product/index.ts';
import type { AccountParts } from '../parts.ts';

/** Account types that a person can have. */
const PERSONAL = [
  AccountType.spot,
  AccountType.c2c,
  AccountType.contract,
  AccountType.crossMargin,
  AccountType.isolatedMargin,
  AccountType.wealth,
] as const;

/** Parts of the exchange that can be closed by themselves. */
const RIGHTS = ['spot', 'transfer', 'api', 'deposit', 'withdraw'] as const;

/** A picture's name is never used again, so whoever has it may keep it. */
const KEPT = 'public, max-age=31536000, immutable';

/** Handlers of people. */
export function createProfileRoutes(parts: AccountParts): RouteHandler[] {
  const { accounts, identity, passkeys, photos, users } = parts;

  async function readFacts(ownerId: number) {
    const { level, ...published } = readIdentity(await identity.list(ownerId));
    return { identityLevel: level, ...published };
  }

  /** Why a part is not for somebody; "" = it is. */
  function judgeRight(
    code: (typeof RIGHTS)[number],
    limit: string,
  ): '' | 'CAN_NOT_USE_MODULE' | 'NEED_KYC' {
    if (!parts.isOpen(code)) return 'CAN_NOT_USE_MODULE';
    return code === 'withdraw' && !/[1-9]/.test(limit) ? 'NEED_KYC' : '';
  }

  return [
    serve(userRoutes.identityStatus, ({ caller }) => readFacts(caller.ownerId)),
    serve(userRoutes.verifyRecords, async ({ caller }) =>
      (await identity.list(caller.ownerId)).map((record) => ({
        id: record.recordId,
        identityType: record.identityType,
        identityStatus: record.identityStatus,
        createdTime: record.createdAtMs,
      })),
    ),
    serve(userRoutes.userRights, async ({ caller: { ownerId } }) => {
      const records = await identity.list(ownerId);
      // A check that waits takes nothing away from the level that was reached.
      const limit = await parts.readWithdrawLimit(readPassedType(records));
      return {
        ...(await readFacts(ownerId)),
        dailyWithdrawLimitUsdt: limit,
        rights: RIGHTS.map((code) => {
          const reason = judgeRight(code, limit);
          const dayLimitUsdt = code === 'withdraw' ? limit : '';
          return { code, isAllowed: reason === '', reason, dayLimitUsdt };
        }),
      };
    }),
    serve(userRoutes.bizStatus, async ({ caller: { ownerId } }) => {
      const user = await users.read(ownerId);
      if (user === undefined) throw refuse('object_not_found');
      return {
        fid: ownerId,
        vipLevel: accounts.readVipLevel(ownerId),
        vipType: user.vipType,
        ...(await readFacts(ownerId)),
        hasTotp: user.totpSecret !== null,
        hasPasskey: (await passkeys.list(ownerId)).length > 0,
        hasAntiPhishingCode: user.antiPhishingCode !== '',
        openAccounts: PERSONAL.filter((type) => accounts.listScopes(ownerId, type).length > 0),
      };
    }),
    serve(userRoutes.safetyCheck, async ({ caller }) => {
      const user = await users.read(caller.ownerId);
      if (user === undefined) throw refuse('object_not_found');
      const isConfirmed = caller.steppedUpUntilMs >= parts.readNowMs();
      return {
        isConfirmed,
        confirmedUntil: isConfirmed ? caller.steppedUpUntilMs : 0,
        proof: user.totpSecret === null ? ('password' as const) : ('totp' as const),
      };
    }),
    serve(userRoutes.photoTake, async ({ caller, body }) => ({
      photo: await photos.take(caller.ownerId, body.picture),
    })),
    serve(userRoutes.photoRemove, async ({ caller }) => {
      await photos.remove(caller.ownerId);
      return {};
    }),
    serve(userRoutes.photo, async ({ query, setHeader }) => {
      const { mediaType, content } = await photos.read(query.name);
      setHeader('content-type', mediaType);
      setHeader('cache-control', KEPT);
      return content;
    }),
  ];
}
