// Addresses: which language one names, how the specification spells it, where a stray one belongs.
// Not here: what stands at an address. Called by the server before it renders, and by links.
import { type AnyLocale, chooseLocale, readLocale } from '@isobath/texts';

/** What to do with an address that was asked for. */
export type AddressPlace =
  | { readonly kind: 'page'; readonly locale: AnyLocale; readonly path: string }
  | { readonly kind: 'redirect'; readonly status: 302 | 308; readonly to: string }
  | { readonly kind: 'missing'; readonly locale: AnyLocale };

/** What decides the language of an address without one. */
export interface AddressHints {
  /** Language saved with the account, or "". */
  readonly savedLocale: string;
  /** Language of the cookie, or "". */
  readonly cookieLocale: string;
  readonly acceptLanguage: string;
  /** The longest-text language exists outside production only. */
  readonly hasLongest: boolean;
}

const fold = (path: string) => path.toLowerCase().replace(/\/+$/, '');

const addressOf = (locale: string, path: string) =>
  path === '' ? `/${locale}` : `/${locale}/${path}`;

/** A path's parts put into a pattern such as "margin/trade/:code", or null when they differ. */
function fillPattern(pattern: string, path: string): string | null {
  const wanted = pattern.replace(/\/$/, '').split('/');
  const given = path.replace(/\/+$/, '').split('/');
  if (wanted.length !== given.length) return null;
  const parts = wanted.map((part, place) => {
    const other = given[place] ?? '';
    if (part.startsWith(':')) return /^[\w-]{1,60}$/.test(other) ? other : null;
    return fold(part) === fold(other) ? part : null;
  });
  return parts.includes(null) ? null : parts.join('/') + (pattern.endsWith('/') ? '/' : '');
}

/** The canonical spelling of a path below the language, or null when no page has it. */
function findPath(path: string, paths: readonly string[]): string | null {
  if (paths.includes(path)) return path;
  const known = paths.find((each) => fold(each) === fold(path));
  if (known !== undefined) return known;
  const patterns = paths.filter((each) => each.includes(':'));
  return patterns.map((each) => fillPattern(each, path)).find((each) => each !== null) ?? null;
}

/** The pattern among the paths that an address below the language belongs to, or null. */
export function findPattern(path: string, paths: readonly string[]): string | null {
  const exact = paths.find((each) => fold(each) === fold(path));
  return exact ?? paths.find((each) => fillPattern(each, path) !== null) ?? null;
}

/**
 * Say what an address leads to.
 *
 * @param url - path and query; a router's data request (`.data`) is placed like its page.
 * @param paths - canonical paths below the language.
 */
export function placeAddress(
  url: { readonly pathname: string; readonly search: string },
  paths: readonly string[],
  hints: AddressHints,
): AddressPlace {
  const parts = url.pathname.split('/').slice(1);
  const first = parts[0] ?? '';
  const named = readLocale(first, hints.hasLongest);
  if (named === null) {
    const locale =
      readLocale(hints.savedLocale) ??
      readLocale(hints.cookieLocale) ??
      chooseLocale(hints.acceptLanguage);
    const path = findPath(parts.join('/'), paths);
    if (path === null && parts.join('/') !== '') return { kind: 'missing', locale };
    return { kind: 'redirect', status: 302, to: addressOf(locale, path ?? '') + url.search };
  }
  const rest = parts.slice(1).join('/');
  const path = findPath(rest, paths);
  const isHome = rest === '';
  if (path === null && !isHome) {
    return first === named
      ? { kind: 'missing', locale: named }
      : { kind: 'redirect', status: 308, to: `/${named}/${rest}${url.search}` };
  }
  const canonical = addressOf(named, path ?? '');
  if (url.pathname !== canonical) {
    return { kind: 'redirect', status: 308, to: canonical + url.search };
  }
  return { kind: 'page', locale: named, path: path ?? '' };
}

/**
 * Check a return address: one of our own pages, nothing else.
 *
 * @returns the address, or null when it leads outside or is too long.
 */
export function checkReturnAddress(address: string): string | null {
  const isOurs =
    address.length <= 1024 && /^\/[^/\\]/.test(address) && !/[\\\p{Cc}]/u.test(address);
  if (!isOurs) return null;
  const locale = readLocale(address.split(/[/?#]/)[1] ?? '', true);
  return locale === null ? null : address;
}

/** Where signing in starts, with the way back. */
export function loginAddress(locale: AnyLocale, returnTo: string): string {
  return `/${locale}/login?redirect=${encodeURIComponent(returnTo.slice(0, 1024))}`;
}
