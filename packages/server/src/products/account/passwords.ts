// Changing and recovering the password. Both end every other session, take the right to withdraw
// from API keys and are told by mail.
import {
  checkPassword,
  CODE_AGAIN_MS,
  hashPassword,
  isWeakPassword,
  type User,
} from '../../base/credentials/index.ts';
import { refuse } from '../../base/product/index.ts';
import type { AccountCall, AccountParts } from './parts.ts';
import { readTryer, takeCode, takeConfirmation, takeTry } from './codes/tries.ts';

/** Make the calls. */
export function createPasswords(parts: AccountParts) {
  const { tickets, users, sessions } = parts;

  async function setPassword(user: User, password: string, call: AccountCall): Promise<void> {
    if (isWeakPassword(password, user.email)) throw refuse('password_weak');
    await parts.dropWithdrawals(user.ownerId);
    const note = { what: 'password', nowMs: parts.readNowMs() } as const;
    await users.change(user.ownerId, { passwordHash: await hashPassword(password) }, note);
    await sessions.endOthers(user.ownerId, call.caller.sessionId);
    await parts.browsers.keepOnly(user.ownerId, call.caller.visitorId);
    await parts.writeMail('password_changed', user, call.caller);
  }

  return {
    async forgot(email: string, { caller }: AccountCall) {
      const user = await users.findByEmail(email);
      const who = await readTryer(parts, { caller, account: email, ownerId: user?.ownerId });
      takeTry(parts, 'forgot', who);
      const { ticket, code } = await tickets.create(
        {
          purpose: 'password_reset',
          email: user?.email ?? '',
          ownerId: user?.ownerId ?? 0,
          payload: { asked: email },
        },
        true,
      );
      const stranger = { email, locale: caller.locale, antiPhishingCode: '' };
      const asker = { ...caller, isKnown: who.knownMark !== '' };
      if (user === undefined) await parts.writeMail('password_unknown', stranger, asker);
      else await parts.writeMail('password_code', user, asker, { code });
      return { ticket, resendWaitMs: CODE_AGAIN_MS };
    },

    async reset(
      body: { ticket: string; code: string; password: string },
      call: AccountCall,
    ): Promise<Record<string, never>> {
      // Weakness is told before the code is used up.
      if (isWeakPassword(body.password, '')) throw refuse('password_weak');
      const taken = await takeCode(parts, 'password_reset', { ...body, caller: call.caller });
      const user = await users.read(taken.ownerId);
      if (user === undefined) throw refuse('ticket_invalid');
      await setPassword(user, body.password, call);
      return {};
    },

    async change(
      body: { password: string; newPassword: string },
      call: AccountCall,
    ): Promise<Record<string, never>> {
      const user = await users.read(call.caller.ownerId);
      const taken = await takeConfirmation(parts, call.caller);
      if (user === undefined || !(await checkPassword(body.password, user.passwordHash))) {
        throw refuse('credentials_wrong');
      }
      taken.giveBack();
      await setPassword(user, body.newPassword, call);
      return {};
    },
  };
}
