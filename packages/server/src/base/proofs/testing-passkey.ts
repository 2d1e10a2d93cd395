// A passkey made of a key of Node's own crypto: it signs as an authenticator does. For tests alone.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';

const USER_PRESENT_AND_VERIFIED = 0x05;

/** Where a passkey of tests is valid. */
export interface PasskeyPlace {
  readonly origin: string;
  readonly siteId: string;
}

/** Make one. */
export function makePasskey({ origin, siteId }: PasskeyPlace) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = Buffer.from(`credential ${x.slice(0, 8)}`).toString('base64url');
  let counter = 0;
  return {
    id,
    /** As COSE writes it: ES256 on P-256. */
    publicKey: Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]),
    /** Sign a challenge, as a browser hands it over. */
    sign(challenge: string) {
      counter += 1;
      const words = { type: 'webauthn.get', challenge, origin, crossOrigin: false };
      const clientData = Buffer.from(JSON.stringify(words));
      const count = Buffer.alloc(4);
      count.writeUInt32BE(counter);
      const authenticatorData = Buffer.concat([
        createHash('sha256').update(siteId).digest(),
        Buffer.from([USER_PRESENT_AND_VERIFIED]),
        count,
      ]);
      const signed = [authenticatorData, createHash('sha256').update(clientData).digest()];
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', Buffer.concat(signed), privateKey).toString('base64url'),
        },
      };
    },
  };
}
