// The account calls onto their operations.
import { accountRoutes } from '@isobath/wire';
import { refuse, type RouteHandler, serve } from '../../base/product/index.ts';
import { formatCookie, SESSION_COOKIE } from '../../base/sessions/index.ts';
import { createSendAgain } from './codes/send-again.ts';
import { createLogin, DONE, noteFailure } from './login.ts';
import type { AccountParts } from './parts.ts';
import { createPasswords } from './passwords.ts';
import { createProfileRoutes } from './profile/routes.ts';
import { createRegister } from './register.ts';
import { noteNewFactor } from './second-factor.ts';
import { createSecurity } from './security.ts';
import { signIn } from './sign-in.ts';
import { createVipRoutes } from './vip/routes.ts';

/** Handlers of accounts. */
export function createAccountRoutes(parts: AccountParts): RouteHandler[] {
  const register = createRegister(parts);
  const login = createLogin(parts);
  const passwords = createPasswords(parts);
  const security = createSecurity(parts);
  const sendAgain = createSendAgain(parts);
  return [
    serve(accountRoutes.register, (call) => register.begin(call.body, call)),
    serve(accountRoutes.registerVerify, (call) => register.verify(call.body, call)),
    serve(accountRoutes.login, (call) => login.begin(call.body, call)),
    serve(accountRoutes.loginVerify, async (call) => {
      const { passkey, ticket } = call.body;
      if (passkey === undefined) return login.verify(call.body, call);
      const ownerId = await parts.passkeys.finishLogin(ticket, passkey, (whose) =>
        noteFailure(parts, call, { ownerId: whose, outcome: 'wrong_passkey' }),
      );
      const user = await parts.users.read(ownerId);
      if (user === undefined) throw refuse('passkey_wrong');
      await signIn(parts, call, user);
      return DONE;
    }),
    serve(accountRoutes.codeAgain, (call) => sendAgain(call.body.ticket, call)),
    serve(accountRoutes.logout, async (call) => {
      await parts.sessions.end(call.caller.ownerId, call.caller.sessionId);
      call.setHeader('set-cookie', formatCookie(SESSION_COOKIE, ''));
      return {};
    }),
    serve(accountRoutes.passwordForgot, (call) => passwords.forgot(call.body.email, call)),
    serve(accountRoutes.passwordReset, (call) => passwords.reset(call.body, call)),
    serve(accountRoutes.passwordChange, (call) => passwords.change(call.body, call)),
    serve(accountRoutes.stepUp, (call) => security.stepUp(call.body, call)),
    serve(accountRoutes.totpBegin, (call) => security.totpBegin(call)),
    serve(accountRoutes.totpConfirm, (call) => security.totpConfirm(call.body, call)),
    serve(accountRoutes.totpRemove, (call) => security.totpRemove(call.body, call)),
    ...createPasskeyRoutes(parts, security),
    serve(accountRoutes.session, (call) => security.session(call)),
    serve(accountRoutes.sessions, (call) => security.sessions(call)),
    serve(accountRoutes.freeze, (call) => security.freeze(call.body, call)),
    serve(accountRoutes.freezeByLink, (call) => security.freezeByLink(call.body, call)),
    serve(accountRoutes.sessionRevoke, (call) => security.revoke(call.query.id, call)),
    serve(accountRoutes.logins, (call) => security.logins(call)),
    serve(accountRoutes.profile, (call) => security.profile(call.body, call)),
    ...createVipRoutes(parts),
    ...createProfileRoutes(parts),
  ];
}

/** Adding a passkey, signing in with one, taking one away. */
function createPasskeyRoutes(
  parts: AccountParts,
  security: Pick<ReturnType<typeof createSecurity>, 'checkSteppedUp'>,
): RouteHandler[] {
  return [
    serve(accountRoutes.passkeyOptions, async (call) => {
      security.checkSteppedUp(call);
      const user = await parts.users.read(call.caller.ownerId);
      if (user === undefined) throw refuse('object_not_found');
      return parts.passkeys.beginAdding(user, parts.readNowMs());
    }),
    serve(accountRoutes.passkeyVerify, async (call) => {
      security.checkSteppedUp(call);
      await parts.dropWithdrawals(call.caller.ownerId);
      const user = await parts.users.read(call.caller.ownerId);
      const note = user && (await noteNewFactor(parts, user));
      await parts.passkeys.add(call.caller.ownerId, { ...call.body, note }, parts.readNowMs());
      if (user !== undefined) await parts.writeMail('security_changed', user, call.caller);
      return {};
    }),
    serve(accountRoutes.passkeyLoginOptions, () => parts.passkeys.beginLogin()),
    serve(accountRoutes.passkeys, ({ caller }) => parts.passkeys.list(caller.ownerId)),
    serve(accountRoutes.passkeyRemove, async (call) => {
      security.checkSteppedUp(call);
      const note = { what: 'factor', nowMs: parts.readNowMs() } as const;
      if (!(await parts.passkeys.remove(call.caller.ownerId, call.query.id, note))) {
        throw refuse('object_not_found');
      }
      await parts.dropWithdrawals(call.caller.ownerId);
      const user = await parts.users.read(call.caller.ownerId);
      if (user !== undefined) await parts.writeMail('security_changed', user, call.caller);
      return {};
    }),
  ];
}
