// Officers: whether a passkey really signed a hash, at our site, with its person verified; two for
// what needs two. The check itself is the library's. Not here: what is asked of them (signer.ts).

import type { Officer, Policy } from './policy.ts';
import type { Records } from './records.ts';
import { Refused } from './refusal.ts';
import type { Approval, Assertion } from './shapes.ts';

/** How many officers must agree. */
export const OFFICERS_NEEDED = 2;

/** ES256 and EdDSA, as COSE numbers them. */
const algorithms = new Set([-7, -8]);
const COSE_ALGORITHM = 3;

/** Three hundred modules, read when the first officer speaks. */
const loadCheck = () => import('@simplewebauthn/server');

interface ClientData {
  readonly crossOrigin?: boolean;
}

/** The library takes what a browser answers; `id` and `rawId` are the same text there. */
function toResponse({ credentialId, clientDataJSON, authenticatorData, signature }: Assertion) {
  return {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature },
  };
}

async function readCounter(
  policy: Policy,
  officer: Officer,
  ask: { readonly assertion: Assertion; readonly hash: string; readonly counter: number },
): Promise<number> {
  const { assertion, hash, counter } = ask;
  const { verifyAuthenticationResponse } = await loadCheck();
  const text = Buffer.from(assertion.clientDataJSON, 'base64url').toString('utf8');
  if ((JSON.parse(text) as ClientData).crossOrigin === true) throw new Error('in a foreign frame');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: toResponse(assertion),
    expectedChallenge: Buffer.from(hash, 'hex').toString('base64url'),
    expectedOrigin: policy.site.origin,
    expectedRPID: policy.site.rpId,
    requireUserVerification: true,
    credential: {
      id: officer.credentialId,
      publicKey: Uint8Array.from(Buffer.from(officer.publicKey, 'base64url')),
      counter,
    },
  });
  if (!verified) throw new Error('the signature is another one');
  return authenticationInfo.newCounter;
}

/** Counters of passkeys during one request: none counts before all of it is carried out. */
export class Approvals {
  readonly counters: Record<string, number> = {};
  readonly #records: Records;
  readonly #policy: Policy;

  constructor(records: Records, policy: Policy) {
    this.#records = records;
    this.#policy = policy;
  }

  /**
   * Check that `needed` different officers signed a hash.
   * @throws Refused when there are fewer, or one of them is forged, old or of something else.
   */
  async check(approvals: readonly Approval[], hash: string, needed: number): Promise<void> {
    const { officers } = this.#policy;
    if (officers.length < needed) {
      throw new Refused('officers_missing', { needed, enrolled: officers.length });
    }
    const heard = new Set<string>();
    for (const { officerId, assertion } of approvals) {
      const officer = officers.find((one) => one.officerId === officerId);
      const isOwn = officer?.credentialId === assertion.credentialId;
      if (officer === undefined || !isOwn) throw new Refused('approval_invalid', { officerId });
      const counter = this.counters[officerId] ?? this.#records.officerCounters.get(officerId) ?? 0;
      try {
        const ask = { assertion, hash, counter };
        this.counters[officerId] = await readCounter(this.#policy, officer, ask);
      } catch (error) {
        const because = error instanceof Error ? error.message : 'unknown';
        throw new Refused('approval_invalid', { officerId, because });
      }
      heard.add(officerId);
    }
    if (heard.size < needed) {
      throw new Refused('approval_missing', { needed, given: heard.size });
    }
  }
}

/** Refuse a policy with a key that this process could not check. */
export async function checkOfficerKeys({ officers }: Policy): Promise<void> {
  if (officers.length === 0) return;
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  for (const { officerId, publicKey } of officers) {
    const bytes = Uint8Array.from(Buffer.from(publicKey, 'base64url'));
    let algorithm: unknown;
    try {
      const key: ReadonlyMap<number, unknown> = decodeCredentialPublicKey(bytes) as never;
      algorithm = key.get(COSE_ALGORITHM);
    } catch {
      throw new Refused('officer_key_invalid', { officerId });
    }
    if (typeof algorithm === 'number' && algorithms.has(algorithm)) continue;
    throw new Refused('officer_key_invalid', { officerId });
  }
}
