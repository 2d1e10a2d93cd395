// The browser's part of a passkey: ask the device, hand its answer on.
import { canUsePasskeys } from '@isobath/kit';
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

/** Options and answers travel as plain JSON; the library knows their shapes. */
type Json = Record<string, unknown>;

/** Ask the device to sign in. @throws when the person cancels. */
export async function askPasskey(options: Json): Promise<Json> {
  const answer = await startAuthentication({ optionsJSON: options as never });
  return answer as unknown as Json;
}

/**
 * Offer passkeys in the list that the browser opens at the address field; resolves when one of
 * them is chosen. Asking in another way ends the offer.
 *
 * @param begin - options of the server, asked for only where the browser can offer.
 * @returns null where it cannot, or when the offer ended.
 */
export async function offerPasskeys<TBegun extends { options: Json }>(
  begin: () => Promise<TBegun>,
): Promise<{ begun: TBegun; passkey: Json } | null> {
  if (!canUsePasskeys() || !(await browserSupportsWebAuthnAutofill())) return null;
  try {
    const begun = await begin();
    const requested = { optionsJSON: begun.options as never, useBrowserAutofill: true };
    return { begun, passkey: (await startAuthentication(requested)) as unknown as Json };
  } catch {
    // It is an offer: whoever does not take it types, or presses the button.
    return null;
  }
}

/** End the offer, for who leaves the page. */
export function endOffer(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Ask the device to make a passkey. @throws when the person cancels. */
export async function makePasskey(options: Json): Promise<Json> {
  const answer = await startRegistration({ optionsJSON: options as never });
  return answer as unknown as Json;
}
