// Second factors of a proof: an authenticator's code, counted once, or a passkey over the text's
// hash. Backup codes are none: they are for coming in again, not for sending money out.
// Called by proofs.ts.
import { timingSafeEqual } from 'node:crypto';
import {
  findTotpStep,
  hashSecret,
  type Passkeys,
  type Seal,
  type User,
  type Users,
} from '../credentials/index.ts';
import { refuse } from '../product/index.ts';

/** A second factor that sends money out. */
export type Factor = 'totp' | 'passkey';

/** What judging stands on. */
export interface FactorParts {
  readonly users: Users;
  readonly seal: Seal;
  readonly passkeys: Passkeys;
  readonly readNowMs: () => number;
}

/** What a proof waits for. */
interface Waiting {
  readonly proof_id: string;
  readonly text_hash: Buffer;
  readonly mail_code_hash: Buffer | null;
}

/** What a person gave. */
interface Given {
  readonly totp?: string | undefined;
  readonly passkey?: unknown;
}

/** The factors that a person has. */
export async function listFactors({ passkeys }: FactorParts, user: User): Promise<Factor[]> {
  const hasPasskey = (await passkeys.list(user.ownerId)).length > 0;
  return [
    ...(user.totpSecret === null ? [] : (['totp'] as const)),
    ...(hasPasskey ? (['passkey'] as const) : []),
  ];
}

/** Whether a mailed code is the right one, or none is needed. */
export function checkCode({ proof_id: proofId, mail_code_hash: hash }: Waiting, code: string) {
  return hash === null || timingSafeEqual(hash, hashSecret(proofId + code));
}

/**
 * Judge the factor that was given, and use it up.
 *
 * @throws second_factor_needed when none was given.
 */
export async function takeFactor(
  parts: FactorParts,
  { user, given, row }: { user: User; given: Given; row: Waiting },
): Promise<Factor | 'totp_wrong' | 'passkey_wrong'> {
  if (given.passkey !== undefined) {
    const challenge = { proofId: row.proof_id, textHash: row.text_hash };
    const isGood = await parts.passkeys.finishProof(user.ownerId, challenge, given.passkey);
    return isGood ? 'passkey' : 'passkey_wrong';
  }
  if (given.totp === undefined) throw refuse('second_factor_needed');
  if (user.totpSecret === null) return 'totp_wrong';
  const secret = parts.seal.open(user.totpSecret);
  const at = { nowMs: parts.readNowMs(), lastStep: user.totpLastStep };
  const step = findTotpStep(secret, given.totp, at);
  const isTaken = step !== undefined && (await parts.users.takeTotpStep(user.ownerId, step));
  return isTaken ? 'totp' : 'totp_wrong';
}
