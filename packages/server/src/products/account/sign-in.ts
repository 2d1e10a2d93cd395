// Letting a person in: the session, its cookie, the history, the mail about a new device, and their
// spot account. Called after every check is done, by login.ts, register.ts and passkeys.
import { ensureSpotAccount } from '../../base/accounts/index.ts';
import type { User } from '../../base/credentials/index.ts';
import { refuse } from '../../base/product/index.ts';
import { formatCookie, SESSION_COOKIE } from '../../base/sessions/index.ts';
import type { AccountCall, AccountParts } from './parts.ts';

/** Refuse when browsers would not keep the session anyway. */
export function checkCanSignIn(parts: AccountParts): void {
  if (!parts.canSignIn) throw refuse('insecure_origin');
}

/** Let a person in. */
export async function signIn(parts: AccountParts, call: AccountCall, user: User): Promise<void> {
  const { ip, device } = call.caller;
  // Of somebody who was erased between their password and now.
  if ((await parts.users.read(user.ownerId)) === undefined) throw refuse('credentials_wrong');
  await ensureSpotAccount(parts, user.ownerId);
  const isKnown = await parts.users.isKnownDevice(user.ownerId, ip, device);
  const { token } = await parts.sessions.create({ ownerId: user.ownerId, ip, device });
  if (call.caller.sessionId !== 0) {
    await parts.sessions.end(call.caller.ownerId, call.caller.sessionId);
  }
  call.setHeader('set-cookie', formatCookie(SESSION_COOKIE, token));
  await parts.browsers.remember(user.ownerId, call.caller.visitorId);
  const isFirst = !(await parts.users.hasSignedIn(user.ownerId));
  // Whoever tried and failed before need not be the one who comes in now.
  const wasTried = (await parts.users.listLogins(user.ownerId)).length > 0;
  await parts.users.addLogin({ ownerId: user.ownerId, ip, device, outcome: 'ok' });
  if (isFirst) await welcome(parts, user.ownerId);
  if (!isKnown && wasTried) await parts.writeMail('login_new_device', user, call.caller);
}

/** The first message in a new person's inbox. */
async function welcome(parts: AccountParts, ownerId: number): Promise<void> {
  await parts.startNotifications(ownerId);
  await parts.writeNotification({
    ownerId,
    kind: 'welcome',
    facts: {},
    sourceKey: `welcome:${ownerId}`,
    atMs: parts.readNowMs(),
  });
}
