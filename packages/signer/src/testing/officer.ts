// An officer with a passkey made of a key of Node's own crypto: it signs as an authenticator does.
// For tests alone.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { Approval, Assertion } from '../shapes.ts';

/** Where officers of tests have their passkeys. */
export const site = { rpId: 'localhost', origin: 'http://localhost:4870' };

/** What an assertion may have wrong with it. */
export interface Flaw {
  readonly origin?: string;
  readonly rpId?: string;
  readonly flags?: number;
  readonly type?: string;
  readonly isCrossOrigin?: boolean;
  readonly counter?: number;
}

const USER_PRESENT_AND_VERIFIED = 0x05;

function makeKey(algorithm: 'ES256' | 'EdDSA') {
  const { privateKey, publicKey } =
    algorithm === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('ed25519');
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const head = algorithm === 'ES256' ? 'a5010203262001' : 'a4010103272006';
  const point = [x, y].filter((part) => part !== '').map((part) => Buffer.from(part, 'base64url'));
  const cose = [Buffer.from(head, 'hex')];
  for (const [at, part] of point.entries()) cose.push(Buffer.from([0x21 + at, 0x58, 32]), part);
  return { privateKey, cose: Buffer.concat(cose) };
}

/** An officer; `counts` is whether its passkey has a sign counter. */
export function makeOfficer(officerId: string, algorithm: 'ES256' | 'EdDSA', counts = true) {
  const { privateKey, cose } = makeKey(algorithm);
  const credentialId = Buffer.from(`credential of ${officerId}`).toString('base64url');
  let counter = 0;

  function assert(hash: string, flaw: Flaw = {}): Assertion {
    if (counts) counter += 1;
    const clientData = {
      type: flaw.type ?? 'webauthn.get',
      challenge: Buffer.from(hash, 'hex').toString('base64url'),
      origin: flaw.origin ?? site.origin,
      crossOrigin: flaw.isCrossOrigin ?? false,
    };
    const clientDataJSON = Buffer.from(JSON.stringify(clientData));
    const count = Buffer.alloc(4);
    count.writeUInt32BE(flaw.counter ?? counter);
    const authenticatorData = Buffer.concat([
      createHash('sha256')
        .update(flaw.rpId ?? site.rpId)
        .digest(),
      Buffer.from([flaw.flags ?? USER_PRESENT_AND_VERIFIED]),
      count,
    ]);
    const signed = [authenticatorData, createHash('sha256').update(clientDataJSON).digest()];
    const signature = sign(
      algorithm === 'ES256' ? 'sha256' : null,
      Buffer.concat(signed),
      privateKey,
    );
    return {
      credentialId,
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    };
  }

  return {
    entry: { officerId, credentialId, publicKey: cose.toString('base64url') },
    approve: (hash: string, flaw?: Flaw): Approval => ({
      officerId,
      assertion: assert(hash, flaw),
    }),
  };
}
