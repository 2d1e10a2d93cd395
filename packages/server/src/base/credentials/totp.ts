// Authenticator codes: six digits a half minute, one step of grace on each side, none taken twice.
import { generateSecret, generateURI, verifySync } from 'otplib';

const STEP_S = 30;

/** A new seed and the text an authenticator reads from a QR code. */
export function makeTotp(account: string, issuer: string): { secret: string; uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer, label: account, secret }) };
}

/**
 * Find the time step a code belongs to.
 *
 * @param lastStep - the newest step already taken; that one and older ones are refused.
 * @returns the step, or undefined when the code is wrong or was used before.
 */
export function findTotpStep(
  secret: string,
  code: string,
  at: { nowMs: number; lastStep: number },
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const nowStep = Math.floor(at.nowMs / 1_000 / STEP_S);
  for (const step of [nowStep - 1, nowStep, nowStep + 1]) {
    if (step <= at.lastStep) continue;
    const result = verifySync({ secret, token: code, epoch: step * STEP_S, epochTolerance: 0 });
    if (result.valid) return step;
  }
  return undefined;
}
