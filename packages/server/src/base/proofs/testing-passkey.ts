// A passkey made of a key of Node's own crypto: it signs as an authenticator does. For tests alone.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';

const USER_PRESENT_AND_VERIFIED = 0x05;
const HAS_KEY = 0x40;

/** Where a passkey of tests is valid. */
export interface PasskeyPlace {
  readonly origin: string;
  readonly siteId: string;
}

/** Make one. */
export function makePasskey({ origin, siteId }: PasskeyPlace) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const rawId = Buffer.from(`credential ${x.slice(0, 8)}`);
  const id = rawId.toString('base64url');
  // As COSE writes it: ES256 on P-256.
  const key = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  let counter = 0;
  return {
    id,
    publicKey: key,
    /** Be made for a challenge, as a browser hands it over. */
    register(challenge: string) {
      const words = { type: 'webauthn.create', challenge, origin, crossOrigin: false };
      const authData = Buffer.concat([
        createHash('sha256').update(siteId).digest(),
        Buffer.from([USER_PRESENT_AND_VERIFIED | HAS_KEY]),
        Buffer.alloc(4 + 16),
        Buffer.from([0, rawId.length]),
        rawId,
        key,
      ]);
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: Buffer.from(JSON.stringify(words)).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
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
