// What a signed-in person can see and change of their own security: stepping up, authenticator,
// sessions, history, profile. Not here: signing in (login.ts, register.ts).
import { randomBytes } from 'node:crypto';
import { readLocale } from '@isobath/texts';
import { checkPassword, findTotpStep, makeTotp, type User } from '../../base/credentials/index.ts';
import { readIdentity } from '../../base/identity/index.ts';
import { formatCookie, SESSION_COOKIE } from '../../base/sessions/index.ts';
import { refuse, refuseField } from '../../base/product/index.ts';
import type { AccountCall, AccountParts } from './parts.ts';
import { findNextChange, isNickname } from './profile/nickname.ts';
import { photoAddress } from './profile/photos.ts';
import { hashBackupCode, noteNewFactor, takeSecondFactor } from './second-factor.ts';
import { refuseWrong, takeConfirmation } from './codes/tries.ts';

const STEP_UP_MS = 120_000;
const BACKUP_CODES = 10;

/** Ten characters in two groups, without those that look alike. */
function makeBackupCode(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const text = [...randomBytes(10)].map((byte) => letters[byte % letters.length]).join('');
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

const readChangedMs = (user: User) => user.nicknameChangedAt?.getTime() ?? 0;

/** Make the calls. */
export function createSecurity(parts: AccountParts) {
  const { users, sessions, seal } = parts;

  async function readUser({ caller }: AccountCall): Promise<User> {
    const user = await users.read(caller.ownerId);
    if (user === undefined) throw refuse('object_not_found');
    return user;
  }

  function checkSteppedUp({ caller }: AccountCall): void {
    if (caller.steppedUpUntilMs < parts.readNowMs()) throw refuse('step_up_needed');
  }

  async function checkFactor(user: User, code: string, { caller }: AccountCall): Promise<void> {
    const taken = await takeConfirmation(parts, caller);
    if (!(await takeSecondFactor(parts, user, code))) {
      throw refuseWrong(taken, { word: 'code_wrong', triesLeft: Infinity });
    }
    taken.giveBack();
  }

  /** The change that a wish for a nickname means; nothing when it is the present one. */
  async function checkNickname(user: User, nickname: string | undefined) {
    if (nickname === undefined || nickname === user.nickname) return {};
    if (!isNickname(nickname, await parts.readBrandName())) throw refuse('nickname_not_allowed');
    const nowMs = parts.readNowMs();
    const fromMs = findNextChange(readChangedMs(user), nowMs);
    if (fromMs > 0) throw refuse('nickname_too_soon', { fromMs: String(fromMs) });
    return { nickname, nicknameChangedAt: new Date(nowMs) };
  }

  return {
    checkSteppedUp,
    async stepUp(
      body: { password?: string | undefined; code?: string | undefined },
      call: AccountCall,
    ) {
      const user = await readUser(call);
      if (user.totpSecret !== null) {
        if (body.code === undefined) throw refuse('second_factor_needed');
        await checkFactor(user, body.code, call);
      } else {
        const taken = await takeConfirmation(parts, call.caller);
        if (!(await checkPassword(body.password ?? '', user.passwordHash))) {
          throw refuse('credentials_wrong');
        }
        taken.giveBack();
      }
      await sessions.stepUp(call.caller.sessionId, parts.readNowMs() + STEP_UP_MS);
      return {};
    },

    async totpBegin(call: AccountCall) {
      checkSteppedUp(call);
      const user = await readUser(call);
      if (user.totpSecret !== null) throw refuse('totp_already_on');
      const made = makeTotp(user.email, await parts.readBrandName());
      await users.change(user.ownerId, { totpPending: seal.close(made.secret) });
      return made;
    },

    async totpConfirm(body: { code: string }, call: AccountCall) {
      checkSteppedUp(call);
      const user = await readUser(call);
      if (user.totpSecret !== null) throw refuse('totp_already_on');
      if (user.totpPending === null) throw refuse('ticket_invalid');
      const taken = await takeConfirmation(parts, call.caller, 'setUp');
      const secret = seal.open(user.totpPending);
      const at = { nowMs: parts.readNowMs(), lastStep: user.totpLastStep };
      const step = findTotpStep(secret, body.code, at);
      if (step === undefined || !(await users.takeTotpStep(user.ownerId, step))) {
        throw refuseWrong(taken, { word: 'code_wrong', triesLeft: Infinity });
      }
      taken.forgive();
      await parts.dropWithdrawals(user.ownerId);
      const backupCodes = Array.from({ length: BACKUP_CODES }, makeBackupCode);
      const hashes = backupCodes.map((code) => hashBackupCode(seal, user.ownerId, code));
      await users.setBackupCodes(user.ownerId, hashes);
      const change = { totpSecret: user.totpPending, totpPending: null };
      await users.change(user.ownerId, change, await noteNewFactor(parts, user));
      await parts.writeMail('security_changed', user, call.caller);
      return { backupCodes };
    },

    async totpRemove(body: { code: string }, call: AccountCall) {
      const user = await readUser(call);
      await checkFactor(user, body.code, call);
      await parts.dropWithdrawals(user.ownerId);
      const note = { what: 'factor', nowMs: parts.readNowMs() } as const;
      await users.change(user.ownerId, { totpSecret: null, totpPending: null }, note);
      await users.setBackupCodes(user.ownerId, []);
      await sessions.endOthers(user.ownerId, call.caller.sessionId);
      await parts.writeMail('security_changed', user, call.caller);
      return {};
    },

    async session({ caller }: AccountCall) {
      const user = caller.ownerId === 0 ? undefined : await users.read(caller.ownerId);
      if (user === undefined) return null;
      return {
        fid: user.ownerId,
        fnickname: user.nickname,
        email: user.email,
        photo: photoAddress(user.photoName),
        vipLevel: parts.accounts.readVipLevel(user.ownerId),
        vipType: user.vipType,
        identityLevel: readIdentity(await parts.identity.list(user.ownerId)).level,
        hasTotp: user.totpSecret !== null,
        passkeysCount: (await parts.passkeys.list(user.ownerId)).length,
        antiPhishingCode: user.antiPhishingCode,
        nicknameFrom: findNextChange(readChangedMs(user), parts.readNowMs()),
        createdAt: user.createdAtMs,
        frozen: parts.readFreeze(user.ownerId),
      };
    },

    /** Against whoever else may be in: nothing is asked for, and only the desk undoes it. */
    async freeze({ cancelsOrders }: { cancelsOrders: boolean }, call: AccountCall) {
      const user = await readUser(call);
      try {
        await parts.freezeOwn(user.ownerId, cancelsOrders);
      } finally {
        call.setHeader('set-cookie', formatCookie(SESSION_COOKIE, ''));
        await parts.writeMail('account_frozen', user, call.caller);
      }
      return {};
    },

    /** With the link of a mail, signed in or not; one that is frozen stays as it is. */
    async freezeByLink({ token }: { token: string }, { caller }: AccountCall) {
      const ownerId = await parts.freezeLinks.read(token);
      const user = ownerId === undefined ? undefined : await users.read(ownerId);
      if (user === undefined) throw refuse('ticket_invalid');
      if (parts.readFreeze(user.ownerId) !== null) return {};
      await parts.freezeOwn(user.ownerId, false);
      await parts.writeMail('account_frozen', user, caller);
      return {};
    },

    async sessions({ caller }: AccountCall) {
      const list = await sessions.list(caller.ownerId);
      return list.map((one) => ({
        id: String(one.sessionId),
        device: one.device,
        ip: one.ip,
        createdAt: one.createdAtMs,
        lastSeenAt: one.lastSeenAtMs,
        isCurrent: one.sessionId === caller.sessionId,
      }));
    },

    async revoke(id: string, { caller }: AccountCall) {
      if (id === 'all') {
        await sessions.endOthers(caller.ownerId, caller.sessionId);
        return {};
      }
      const sessionId = Number(id);
      const isEnded =
        Number.isSafeInteger(sessionId) && (await sessions.end(caller.ownerId, sessionId));
      if (!isEnded) throw refuse('object_not_found');
      return {};
    },

    logins: ({ caller }: AccountCall) => users.listLogins(caller.ownerId),

    async profile(
      body: {
        nickname?: string | undefined;
        antiPhishingCode?: string | undefined;
        locale?: string | undefined;
      },
      call: AccountCall,
    ) {
      const user = await readUser(call);
      const { antiPhishingCode = user.antiPhishingCode, locale = user.locale } = body;
      if (readLocale(locale) === null) throw refuseField('locale', 'unknown');
      const isNewWord = antiPhishingCode !== user.antiPhishingCode;
      if (isNewWord) checkSteppedUp(call);
      await users.change(user.ownerId, {
        ...(await checkNickname(user, body.nickname)),
        antiPhishingCode,
        locale,
      });
      // With the word they know: whoever changed it may be somebody else.
      if (isNewWord) await parts.writeMail('word_changed', user, call.caller);
      return {};
    },
  };
}
