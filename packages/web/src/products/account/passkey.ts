// The browser's part of a passkey: ask the device, hand its answer on.
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

/** Options and answers travel as plain JSON; the library knows their shapes. */
type Json = Record<string, unknown>;

/** Whether this browser can use passkeys. */
export function canUsePasskeys(): boolean {
  return typeof window !== 'undefined' && 'PublicKeyCredential' in window;
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
