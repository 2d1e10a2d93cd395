// Going over to another language: in this browser, and for a person who is signed in in their mails
// and on their other devices too. Called wherever a language is chosen.
import type { AnyLocale } from '@isobath/texts';
import { accountRoutes } from '@isobath/wire';
import { browserClient } from './client.ts';
import { writeLocaleCookie } from './theme.ts';

/**
 * Remember the language and open the page in it.
 *
 * @param address - path with its present language, query and hash.
 */
export async function changeLanguage(
  next: AnyLocale,
  { isSignedIn, address }: { readonly isSignedIn: boolean; readonly address: string },
): Promise<void> {
  writeLocaleCookie(next);
  if (isSignedIn) {
    // What the server does not take (a language for looking at layouts) stays in this browser.
    const body = { locale: next };
    await browserClient()
      .call(accountRoutes.profile, { body })
      .catch(() => {});
  }
  // A new language is a new document: every text, number and direction of it.
  location.assign(`/${next}${address.replace(/^\/[^/]*/, '')}`);
}
