// Making an account: address and password, then the mailed code. A known address is answered alike;
// its owner gets a mail that says so.
import {
  checkPassword,
  CODE_AGAIN_MS,
  hashPassword,
  isWeakPassword,
} from '../../base/credentials/index.ts';
import { refuse } from '../../base/product/index.ts';
import { DONE } from './login.ts';
import type { AccountCall, AccountParts } from './parts.ts';
import { checkCanSignIn, signIn } from './sign-in.ts';
import { takeCode, takeTry } from './codes/tries.ts';

/** What a person gives. */
interface RegisterBody {
  readonly email: string;
  readonly password: string;
  /** Number of the person whose invitation is used. */
  readonly inviteCode?: string | undefined;
}

/** What a ticket keeps until the code comes. */
interface Joining {
  readonly passwordHash: string;
  readonly agreedAtMs: number;
  readonly inviterId?: number;
}

/** Make the two steps. */
export function createRegister(parts: AccountParts) {
  const { tickets, users } = parts;

  async function readInviter(code: string | undefined): Promise<number | undefined> {
    if (code === undefined) return undefined;
    const inviter = await users.read(Number(code));
    if (inviter === undefined) throw refuse('invite_code_unknown');
    return inviter.ownerId;
  }

  return {
    async begin(body: RegisterBody, { caller }: AccountCall) {
      checkCanSignIn(parts);
      const { email, password } = body;
      if (isWeakPassword(password, email)) throw refuse('password_weak');
      // No browser is known before there is an account.
      takeTry(parts, 'join', { account: email, ip: caller.ip, knownMark: '' });
      const inviterId = await readInviter(body.inviteCode);
      const known = await users.findByEmail(email);
      if (known !== undefined) {
        // As slow as hashing, so that time tells nothing either.
        await checkPassword(password, undefined);
        await parts.writeMail('register_known', known, caller);
        const payload = { asked: email };
        const made = await tickets.create(
          { purpose: 'register', email: '', ownerId: 0, payload },
          true,
        );
        return { ticket: made.ticket, resendWaitMs: CODE_AGAIN_MS };
      }
      const payload = {
        asked: email,
        passwordHash: await hashPassword(password),
        agreedAtMs: parts.readNowMs(),
        ...(inviterId === undefined ? {} : { inviterId }),
      };
      const { ticket, code } = await tickets.create(
        { purpose: 'register', email, ownerId: 0, payload },
        true,
      );
      const reader = { email, locale: caller.locale, antiPhishingCode: '' };
      await parts.writeMail('register_code', reader, caller, { code });
      return { ticket, resendWaitMs: CODE_AGAIN_MS };
    },

    async verify(body: { ticket: string; code: string }, call: AccountCall) {
      checkCanSignIn(parts);
      const taken = await takeCode(parts, 'register', { ...body, caller: call.caller });
      const { passwordHash, agreedAtMs, inviterId } = taken.payload as unknown as Joining;
      const { locale } = call.caller;
      const joining = { agreedAt: new Date(agreedAtMs), inviterId };
      const user = await users.create({ email: taken.email, passwordHash, locale, joining });
      // Two tabs registered one address: the second is told to begin again, and will log in.
      if (user === undefined) throw refuse('ticket_invalid');
      await signIn(parts, call, user);
      return DONE;
    },
  };
}
