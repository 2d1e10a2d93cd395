// The second proof: authenticator code or backup code. One rule for signing in, stepping up and
// removing.
import {
  findTotpStep,
  hashSecret,
  type Seal,
  type SecurityNote,
  type User,
} from '../../base/credentials/index.ts';
import type { AccountParts } from './parts.ts';

function nameBackupCode(ownerId: number, code: string): string {
  return `${ownerId}:${code.replace(/[^A-Za-z0-9]/g, '').toUpperCase()}`;
}

/** A backup code as stored: bound to its owner, dashes and case do not matter. */
export function hashBackupCode(seal: Seal, ownerId: number, code: string): Buffer {
  return seal.hash(nameBackupCode(ownerId, code));
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
  const hash = hashBackupCode(parts.seal, user.ownerId, code);
  // Codes from before they were hashed with a key are good until new ones are made.
  const plainHash = hashSecret(nameBackupCode(user.ownerId, code));
  return parts.users.takeBackupCode(user.ownerId, [hash, plainHash]);
}

/**
 * What is noted of a factor that is added now.
 *
 * @returns undefined for the first one of an account that never had money: it makes nothing wait.
 */
export async function noteNewFactor(
  parts: AccountParts,
  user: User,
): Promise<SecurityNote | undefined> {
  const { ownerId } = user;
  const isFirst = user.totpSecret === null && (await parts.passkeys.list(ownerId)).length === 0;
  if (isFirst && !(await parts.hasHadMoney(ownerId))) return undefined;
  return { what: 'factor', nowMs: parts.readNowMs() };
}
