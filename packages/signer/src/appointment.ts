// The first officers: a policy that whoever knows the passphrase leaves in the folder, under a code
// that only the seed makes. The signer that runs takes it at its next call, and alone writes the
// log. Later changes are signed by two officers (signer.ts).

import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { writeCanonical } from './canonical.ts';
import { hasFile, readJson, removeFile, writeJson } from './folder.ts';
import type { Keys } from './keys.ts';
import { checkOfficerKeys, OFFICERS_NEEDED } from './officers.ts';
import { type Policy, policyShape } from './policy.ts';

const appointmentShape = z.strictObject({
  policy: policyShape,
  code: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Leave a policy for the signer of a folder. @throws when there are officers, or one alone. */
export async function leaveAppointment(folder: string, keys: Keys, policy: Policy): Promise<void> {
  await checkOfficerKeys(policy);
  const now = policyShape.parse(readJson(folder, 'policy'));
  if (now.officers.length >= OFFICERS_NEEDED) {
    throw new Error('there are officers: two of them sign a change of the policy');
  }
  if (policy.officers.length < OFFICERS_NEEDED) throw new Error('two officers are appointed');
  writeJson(folder, 'appointment', { policy, code: keys.makeCode(writeCanonical(policy)) });
}

/** The policy that waits; undefined when none does, or when its code is another one. */
export function takeAppointment(folder: string, keys: Keys): Policy | undefined {
  if (!hasFile(folder, 'appointment')) return undefined;
  let found: z.infer<typeof appointmentShape> | undefined;
  try {
    found = appointmentShape.parse(readJson(folder, 'appointment'));
  } catch {
    found = undefined;
  }
  removeFile(folder, 'appointment');
  if (found === undefined) return undefined;
  const own = Buffer.from(keys.makeCode(writeCanonical(found.policy)), 'hex');
  return timingSafeEqual(own, Buffer.from(found.code, 'hex')) ? found.policy : undefined;
}
