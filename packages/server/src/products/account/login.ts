// Signing in: password, then authenticator or, from an unknown device, a mailed code. Guessing is
// slowed down; a wrong answer never says which part was wrong.
import { countAs } from '../../base/addresses/index.ts';
import type { LoginOutcome } from '@isobath/wire';
import {
  checkPassword,
  CODE_AGAIN_MS,
  type TicketTrouble,
  type User,
} from '../../base/credentials/index.ts';
import { refuse } from '../../base/product/index.ts';
import type { AccountCall, AccountParts } from './parts.ts';
import { takeSecondFactor } from './second-factor.ts';
import { checkCanSignIn, signIn } from './sign-in.ts';
import { takeTry } from './codes/tries.ts';

/** What the sign-in wants next. */
interface LoginAnswer {
  readonly next: 'done' | 'totp' | 'email_code' | 'passkey';
  readonly ticket: string;
  /** His own word, so that he sees before he types a code whom he gives it to. */
  readonly codeWord: string;
  /** When another code may be asked for; 0 = no code was mailed. */
  readonly resendWaitMs: number;
}

/** Signed in. */
export const DONE = { next: 'done', ticket: '', codeWord: '', resendWaitMs: 0 } as const;

/** Write a failed try into the person's history. */
export async function noteFailure(
  { users }: Pick<AccountParts, 'users'>,
  call: AccountCall,
  failure: { readonly ownerId: number; readonly outcome: LoginOutcome },
): Promise<void> {
  const { ip, device } = call.caller;
  if (failure.outcome === 'locked') {
    // Whoever goes on trying would push everything else out of the history.
    const [last] = await users.listLogins(failure.ownerId);
    if (last?.outcome === 'locked') return;
  }
  await users.addLogin({ ...failure, ip, device });
}

/** Make the steps of signing in. */
export function createLogin(parts: AccountParts) {
  const { users, tickets, throttle } = parts;

  /** Take a try; a lock that stops it is told to the one it protects. */
  async function takeNoted(names: string[], ownerId: number | undefined, call: AccountCall) {
    try {
      return takeTry(parts, names);
    } catch (error) {
      if (ownerId !== undefined) await noteFailure(parts, call, { ownerId, outcome: 'locked' });
      throw error;
    }
  }

  async function askNext(user: User, call: AccountCall): Promise<LoginAnswer> {
    const { ip, device } = call.caller;
    const content = {
      purpose: 'second_factor' as const,
      email: user.email,
      ownerId: user.ownerId,
      payload: {},
    };
    if (user.totpSecret !== null) {
      const { ticket } = await tickets.create(content, false);
      return { next: 'totp', ticket, codeWord: user.antiPhishingCode, resendWaitMs: 0 };
    }
    if (await users.isKnownDevice(user.ownerId, ip, device)) {
      await signIn(parts, call, user);
      return DONE;
    }
    const { ticket, code } = await tickets.create(content, true);
    await parts.writeMail('login_code', user, call.caller, { code });
    const codeWord = user.antiPhishingCode;
    return { next: 'email_code', ticket, codeWord, resendWaitMs: CODE_AGAIN_MS };
  }

  /** What is wrong with a code; undefined when it is right, and its ticket is used up. */
  async function findCodeTrouble(
    user: User,
    ticket: string,
    code: string,
  ): Promise<TicketTrouble | undefined> {
    if (user.totpSecret === null) {
      const taken = await tickets.take('second_factor', ticket, code);
      return 'word' in taken ? taken : undefined;
    }
    if (await takeSecondFactor(parts, user, code)) {
      return (await tickets.remove(ticket)) ? undefined : { word: 'ticket_invalid', triesLeft: 0 };
    }
    const triesLeft = await tickets.countWrong(ticket);
    return { word: triesLeft > 0 ? 'code_wrong' : 'code_expired', triesLeft };
  }

  return {
    async begin(body: { email: string; password: string }, call: AccountCall) {
      checkCanSignIn(parts);
      const names = [`email:${body.email}`, `ip:${countAs(call.caller.ip)}`];
      const user = await users.findByEmail(body.email);
      const taken = await takeNoted(names, user?.ownerId, call);
      if (!(await checkPassword(body.password, user?.passwordHash)) || user === undefined) {
        if (user !== undefined) {
          const { ownerId } = user;
          await noteFailure(parts, call, { ownerId, outcome: 'wrong_password' });
        }
        throw refuse('credentials_wrong');
      }
      taken.giveBack();
      throttle.forgive(names[0]);
      return askNext(user, call);
    },

    async verify(body: { ticket: string; code?: string | undefined }, call: AccountCall) {
      checkCanSignIn(parts);
      const code = body.code ?? '';
      const ticket = await tickets.read('second_factor', body.ticket);
      const user = ticket && (await users.read(ticket.ownerId));
      if (user === undefined) throw refuse('ticket_invalid');
      const { ownerId } = user;
      const factorTry = await takeNoted([`factor:${ownerId}`], ownerId, call);
      const trouble = await findCodeTrouble(user, body.ticket, code);
      if (trouble !== undefined) {
        const isGuess = trouble.word !== 'ticket_invalid';
        if (isGuess) await noteFailure(parts, call, { ownerId, outcome: 'wrong_code' });
        throw factorTry.refuse(trouble);
      }
      factorTry.giveBack();
      await signIn(parts, call, user);
      return DONE;
    },
  };
}
