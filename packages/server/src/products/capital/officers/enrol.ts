// Enrolling the passkey of an officer: a link that the host made once, a passkey that knows who
// holds it, and the fingerprint that browser and host both show. It makes nobody an officer.
// Called by desk.ts.

import { createHash } from 'node:crypto';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { groupFingerprint, writeOfficer } from '@isobath/wire';
import { readOfficerSite } from '../../../base/credentials/passkey-site.ts';
import { type OperatorCaller, refuse } from '../../../base/product/index.ts';
import type { OfficerParts } from './parts.ts';
import type { EnrolmentRow } from './rows.ts';

const ES256 = -7;
const EDDSA = -8;
const loadCeremonies = () => import('@simplewebauthn/server');

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The fingerprint of a passkey, as the browser and the signer make it. */
export const readKeyFingerprint = (key: Parameters<typeof writeOfficer>[0]): string =>
  groupFingerprint(hashText(writeOfficer(key)));

/** @errors ticket_invalid for a link that is old, used or none. */
async function findLink(
  { database, readNowMs }: OfficerParts,
  token: string,
): Promise<EnrolmentRow> {
  const [row] = await database.query<EnrolmentRow>(
    `SELECT * FROM officer_enrolments
     WHERE token_hash = $1 AND credential_id = '' AND expires_at_ms > $2`,
    [hashText(token), readNowMs()],
  );
  if (row === undefined) throw refuse('ticket_invalid');
  return row;
}

/** What the browser makes a passkey with. */
export async function beginEnrolling(parts: OfficerParts, token: string) {
  const { officer_id: officerId } = await findLink(parts, token);
  const { generateRegistrationOptions } = await loadCeremonies();
  const options = await generateRegistrationOptions({
    rpName: await parts.readName(),
    rpID: readOfficerSite(parts.settings).rpId,
    userName: `officer ${officerId}`,
    userID: new TextEncoder().encode(`officer ${officerId}`),
    attestationType: 'none',
    supportedAlgorithmIDs: [ES256, EDDSA],
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  await parts.database.execute(
    'UPDATE officer_enrolments SET challenge = $2 WHERE officer_id = $1',
    [officerId, options.challenge],
  );
  return { officerId, options: options as unknown as Record<string, unknown> };
}

/** Keep a passkey that was made. @errors ticket_invalid, passkey_wrong, approval_own. */
export async function finishEnrolling(
  parts: OfficerParts,
  operator: OperatorCaller,
  { token, response }: { readonly token: string; readonly response: Record<string, unknown> },
) {
  const { officer_id: officerId, challenge } = await findLink(parts, token);
  const { verifyRegistrationResponse } = await loadCeremonies();
  const { rpId, origin } = readOfficerSite(parts.settings);
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: [ES256, EDDSA],
  }).catch(() => undefined);
  if (verified?.verified !== true) throw refuse('passkey_wrong');
  const { credential } = verified.registrationInfo;
  const credentialId = credential.id;
  const publicKey = Buffer.from(credential.publicKey).toString('base64url');
  const fingerprint = readKeyFingerprint({ officerId, credentialId, publicKey });
  await parts.audit.transaction(operator, async (session, write) => {
    // Two officers are two people: one who was both could sign nothing that needs two.
    const others = await session.query(
      `SELECT FROM officer_enrolments
       WHERE operator_id = $1 AND credential_id <> '' AND officer_id <> $2`,
      [operator.operatorId, officerId],
    );
    if (others.length > 0) throw refuse('approval_own');
    const kept = await session.execute(
      `UPDATE officer_enrolments SET operator_id = $2, credential_id = $3, public_key = $4,
         fingerprint = $5, challenge = ''
       WHERE officer_id = $1 AND credential_id = '' AND challenge = $6`,
      [officerId, operator.operatorId, credentialId, publicKey, fingerprint, challenge],
    );
    if (kept === 0) throw refuse('ticket_invalid');
    await write({
      action: 'officer_enrolled',
      detail: { name: officerId, contentHash: fingerprint },
    });
  });
  return { officerId, fingerprint };
}
