// Signing in: password, then authenticator or, from an unknown device, a mailed code. Guessing is
// slowed down; a wrong answer never says which part was wrong.
import { countAs } from '../../base/addresses/index.ts';
import { checkPassword, type User } from '../../base/credentials/index.ts';
import { refuse } from '../../base/product/index.ts';
import type { AccountCall, AccountParts } from './parts.ts';
import { takeSecondFactor } from './second-factor.ts';
import { checkCanSignIn, signIn } from './sign-in.ts';
import { takeTry } from './tries.ts';

/** What the sign-in wants next. */
interface LoginAnswer {
  readonly next: 'done' | 'totp' | 'email_code' | 'passkey';
  readonly ticket: string;
}

const DONE: LoginAnswer = { next: 'done', ticket: '' };

/** Make the steps of signing in. */
export function createLogin(parts: AccountParts) {
  const { users, tickets, throttle } = parts;

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
      return { next: 'totp', ticket };
    }
    if (await users.isKnownDevice(user.ownerId, ip, device)) {
      await signIn(parts, call, user);
      return DONE;
    }
    const { ticket, code } = await tickets.create(content, true);
    await parts.writeMail('login_code', user, call.caller, { code });
    return { next: 'email_code', ticket };
  }

  async function verifyTotp(user: User, ticket: string, code: string): Promise<void> {
    if (await takeSecondFactor(parts, user, code)) {
      if (await tickets.remove(ticket)) return;
      throw refuse('ticket_invalid');
    }
    throw refuse((await tickets.countWrong(ticket)) > 0 ? 'code_wrong' : 'code_expired');
  }

  return {
    async begin(body: { email: string; password: string }, call: AccountCall) {
      checkCanSignIn(parts);
      const names = [`email:${body.email}`, `ip:${countAs(call.caller.ip)}`];
      const taken = takeTry(parts, names);
      const user = await users.findByEmail(body.email);
      if (!(await checkPassword(body.password, user?.passwordHash)) || user === undefined) {
        const { ip, device } = call.caller;
        if (user !== undefined) {
          await users.addLogin({ ownerId: user.ownerId, ip, device, outcome: 'wrong_password' });
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
      const factorTry = takeTry(parts, [`factor:${user.ownerId}`]);
      if (user.totpSecret !== null) {
        await verifyTotp(user, body.ticket, code);
      } else {
        const taken = await tickets.take('second_factor', body.ticket, code);
        if (typeof taken === 'string') throw refuse(taken);
      }
      factorTry.giveBack();
      await signIn(parts, call, user);
      return DONE;
    },
  };
}
