// Where a provider's own form of verification stands, for who is asked to fill it in. The sandbox's
// is ours. Not what a provider finds (checks.ts). Used by a company's calls.
import { readLocale } from '@isobath/texts';

/** Where the form stands for a person; undefined: there is none. */
export type ReadFormUrl = (person: { readonly locale: string }) => string | undefined;

/** The form of an installation. */
export const chooseFormUrl =
  (mode: 'sandbox' | 'production'): ReadFormUrl =>
  ({ locale }) =>
    mode === 'sandbox' ? `/${readLocale(locale) ?? 'en_US'}/personVerified/` : undefined;
