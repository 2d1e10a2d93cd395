// Signing in: password, then authenticator or, from an unknown device, a mailed code. Guessing is
// slowed down for who guesses; when an account is guessed at from everywhere nobody waits for that,
// but an unknown browser gives a mailed code too. A wrong answer never says which part was wrong,
// nor does the time that it takes say whether there is such an account.
import type { LoginOutcome } from '@isobath/wire';
import {
  checkPassword,
  CODE_AGAIN_MS,
  takePressure,
  type TakenTry,
  type Ticket,
  type TicketTrouble,
  type Tryer,
  type User,
} from '../../base/credentials/index.ts';
import { refuse } from '../../base/product/index.ts';
import type { AccountCall, AccountParts } from './parts.ts';
import { takeSecondFactor } from './second-factor.ts';
import { checkCanSignIn, signIn } from './sign-in.ts';
import { readTryer, refuseWrong, type Tried, takeTry } from './codes/tries.ts';

/** What the sign-in wants next. */
interface LoginAnswer {
  readonly next: 'done' | 'totp' | 'email_code' | 'passkey';
  readonly ticket: string;
  /** Their own word, so that they see before they type a code whom they give it to. */
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

/** What the ticket of a second factor says of the first. */
interface Begun {
  /** The authenticator's code was given; the mailed one is wanted too. */
  readonly isMailed?: true;
}

/** Make the steps of signing in. */
export function createLogin(parts: AccountParts) {
  const { users, tickets, throttle } = parts;

  let noting: Promise<unknown> = Promise.resolve();

  /** Behind the answer: writing takes time, and only what exists has a history. */
  function noteSoon(call: AccountCall, ownerId: number | undefined, outcome: LoginOutcome): void {
    if (ownerId === undefined) return;
    const note = () => noteFailure(parts, call, { ownerId, outcome });
    noting = noting.then(note).catch(parts.report);
  }

  /** Take a try; a wait that stops it is told to the one it protects. */
  function takeNoted(
    tried: Tried,
    who: Tryer,
    { call, ownerId }: { call: AccountCall; ownerId: number | undefined },
  ): TakenTry {
    try {
      return takeTry(parts, tried, who);
    } catch (error) {
      noteSoon(call, ownerId, 'locked');
      throw error;
    }
  }

  /** Mail a code and wait for it. */
  async function askForMailed(user: User, call: AccountCall, who: Tryer): Promise<LoginAnswer> {
    const { email, ownerId, antiPhishingCode: codeWord } = user;
    const payload: Begun = user.totpSecret === null ? {} : { isMailed: true };
    const { ticket, code } = await tickets.create(
      { purpose: 'second_factor', email, ownerId, payload: { ...payload } },
      true,
    );
    const caller = { ...call.caller, isKnown: who.knownMark !== '' };
    await parts.writeMail('login_code', user, caller, { code });
    return { next: 'email_code', ticket, codeWord, resendWaitMs: CODE_AGAIN_MS };
  }

  async function askNext(
    user: User,
    call: AccountCall,
    { who, isPressed }: { readonly who: Tryer; readonly isPressed: boolean },
  ): Promise<LoginAnswer> {
    const { ip, device } = call.caller;
    const { email, ownerId } = user;
    if (user.totpSecret !== null) {
      const content = { purpose: 'second_factor', email, ownerId, payload: {} } as const;
      const { ticket } = await tickets.create(content, false);
      return { next: 'totp', ticket, codeWord: user.antiPhishingCode, resendWaitMs: 0 };
    }
    const isKnown = await users.isKnownDevice(ownerId, ip, device);
    if (!isKnown || isPressed) return askForMailed(user, call, who);
    await signIn(parts, call, user);
    return DONE;
  }

  const isMailedTo = (user: User, begun: Ticket): boolean =>
    user.totpSecret === null || (begun.payload as Begun).isMailed === true;

  /** What is wrong with a code; undefined when it is right, and its ticket is used up. */
  async function findCodeTrouble(
    user: User,
    begun: Ticket,
    { ticket, code }: { ticket: string; code: string },
  ): Promise<TicketTrouble | undefined> {
    if (isMailedTo(user, begun)) {
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
      const user = await users.findByEmail(body.email);
      const ownerId = user?.ownerId;
      const { caller } = call;
      const who = await readTryer(parts, { caller, account: body.email, ownerId });
      const taken = takeNoted('login', who, { call, ownerId });
      const { isPressed, giveBack } = takePressure(throttle, 'login', who);
      if (!(await checkPassword(body.password, user?.passwordHash)) || user === undefined) {
        noteSoon(call, ownerId, 'wrong_password');
        throw refuse('credentials_wrong');
      }
      taken.forgive();
      giveBack();
      return askNext(user, call, { who, isPressed });
    },

    async verify(body: { ticket: string; code?: string | undefined }, call: AccountCall) {
      checkCanSignIn(parts);
      const code = body.code ?? '';
      const { caller } = call;
      const begun = await tickets.read('second_factor', body.ticket);
      const user = begun && (await users.read(begun.ownerId));
      if (begun === undefined || user === undefined) throw refuse('ticket_invalid');
      const { ownerId } = user;
      const who = await readTryer(parts, { caller, account: `${ownerId}`, ownerId });
      const taken = takeNoted('factor', who, { call, ownerId });
      const { isPressed, giveBack } = takePressure(throttle, 'factor', who);
      const trouble = await findCodeTrouble(user, begun, { ticket: body.ticket, code });
      if (trouble !== undefined) {
        if (trouble.word === 'ticket_invalid') giveBack();
        else noteSoon(call, ownerId, 'wrong_code');
        throw refuseWrong(taken, trouble);
      }
      taken.forgive();
      giveBack();
      if (isPressed && !isMailedTo(user, begun)) return askForMailed(user, call, who);
      await signIn(parts, call, user);
      return DONE;
    },
  };
}
