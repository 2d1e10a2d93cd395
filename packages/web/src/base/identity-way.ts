// The way to being verified and back to what somebody was doing: the address of that page goes
// along, as it does when signing in. Called by whatever was refused for want of a level.
import type { AnyLocale } from '@isobath/texts';
import { checkReturnAddress } from './address.ts';

const ADDRESS_LENGTH_MAX = 1_024;

/** Add the way back to an address; none = as it is. */
export function addWayBack(to: string, returnTo: string | null): string {
  if (returnTo === null) return to;
  const way = encodeURIComponent(returnTo.slice(0, ADDRESS_LENGTH_MAX));
  return `${to}${to.includes('?') ? '&' : '?'}redirect=${way}`;
}

/** Where being verified starts, with the way back. */
export function identityAddress(locale: AnyLocale, returnTo: string): string {
  return addWayBack(`/${locale}/verifiedIndex`, returnTo);
}

/** The way back that came along; null = none, or one that leads outside. */
export function readWayBack(search: URLSearchParams): string | null {
  return checkReturnAddress(search.get('redirect') ?? '');
}
