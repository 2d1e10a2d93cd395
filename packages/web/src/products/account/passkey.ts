// The browser's part of a passkey: ask the device, hand its answer on.
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

/** Options and answers travel as plain JSON; the library knows their shapes. */
type Json = Record<string, unknown>;

/** A host that is a number: browsers make no passkey for it. */
const numberedHost = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/;

/** Whether this browser can use passkeys at the address it is at. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !numberedHost.test(location.hostname);
}

/** The same page by name, for a browser that is here by number; "" when it is not. */
export function namedAddress(): string {
  if (!numberedHost.test(location.hostname)) return '';
  return location.href.replace(location.hostname, 'localhost');
}

/** Ask the device to sign in. @throws when the person cancels. */
export async function askPasskey(options: Json): Promise<Json> {
  const answer = await startAuthentication({ optionsJSON: options as never });
  return answer as unknown as Json;
}

/** Ask the device to make a passkey. @throws when the person cancels. */
export async function makePasskey(options: Json): Promise<Json> {
  const answer = await startRegistration({ optionsJSON: options as never });
  return answer as unknown as Json;
}
