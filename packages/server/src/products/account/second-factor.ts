// The second proof: authenticator code or backup code. One rule for signing in, stepping up and
// removing.
import { findTotpStep, hashSecret, type User } from '../../base/credentials/index.ts';
import type { AccountParts } from './parts.ts';

/** A backup code as stored: bound to its owner, dashes and case do not matter. */
export function hashBackupCode(ownerId: number, code: string): Buffer {
  return hashSecret(`${ownerId}:${code.replace(/[^A-Za-z0-9]/g, '').toUpperCase()}`);
}

/** Whether the code is a fresh one of the person's authenticator or an unused backup code. */
export async function takeSecondFactor(
  parts: AccountParts,
  user: User,
  code: string,
): Promise<boolean> {
  if (user.totpSecret === null) return false;
  const secret = parts.seal.open(user.totpSecret);
  const at = { nowMs: parts.readNowMs(), lastStep: user.totpLastStep };
  const step = findTotpStep(secret, code, at);
  if (step !== undefined) return parts.users.takeTotpStep(user.ownerId, step);
  if (/^\d{6}$/.test(code)) return false;
  return parts.users.takeBackupCode(user.ownerId, hashBackupCode(user.ownerId, code));
}
