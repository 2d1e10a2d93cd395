// Says whether what somebody pasted is one of the house's own addresses. It says yes only when all
// of it is exactly one of the list, never because it is near; near ones are called a copy.
// Pure: it runs in the reader's browser, and what was pasted leaves it for nobody.
import type { OfficialChannel } from '@isobath/wire';
import { countChanges, hasHidden, readSkeleton } from './skeleton.ts';

/** What a pasted text is. */
export type Verdict =
  /** Exactly one of the list. */
  | { readonly kind: 'official'; readonly channel: OfficialChannel }
  /** Not ours, and it looks like ours. */
  | { readonly kind: 'copy'; readonly channel: OfficialChannel; readonly hasHidden: boolean }
  /** A name without a network: ours on these only. */
  | { readonly kind: 'handle'; readonly channels: readonly OfficialChannel[] }
  | { readonly kind: 'unknown' }
  /** Empty, or more than one thing at once. */
  | { readonly kind: 'unreadable'; readonly hasHidden: boolean };

/** Longest text that is looked at. */
const LENGTH_MAX = 300;
const CHANGES_MAX = 2;
/** Shorter names are near to everything. */
const NEAR_FROM_LENGTH = 5;

/** A pasted text as what it means. */
type Pasted =
  | { readonly kind: 'domain'; readonly host: string }
  | { readonly kind: 'mail'; readonly address: string; readonly host: string }
  | { readonly kind: 'phone'; readonly digits: string }
  | { readonly kind: 'social'; readonly host: string; readonly path: string }
  | { readonly kind: 'name'; readonly name: string };

function readUrl(text: string): URL | undefined {
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
  } catch {
    return undefined;
  }
}

const cutDot = (host: string) => host.toLowerCase().replace(/\.$/, '');

function readPasted(text: string, list: readonly OfficialChannel[]): Pasted | undefined {
  if (/^@[\p{L}\p{N}_.-]+$/u.test(text)) return { kind: 'name', name: text.slice(1).toLowerCase() };
  const isNumber = /^\+?[\d\s().-]{6,24}$/.test(text) && !/^\d{1,3}(\.\d{1,3}){3}$/.test(text);
  if (isNumber && /\d{5}/.test(text.replaceAll(/\D/g, ''))) {
    return { kind: 'phone', digits: readDigits(text) };
  }
  const mail = /^(?:mailto:)?([^\s@/:]+)@([^\s@/:]+)$/i.exec(text);
  if (mail !== null) {
    const host = cutDot(mail[2] ?? '');
    return { kind: 'mail', address: `${(mail[1] ?? '').toLowerCase()}@${host}`, host };
  }
  // Who spells letters of a host as numbers has something to hide, wherever it leads.
  if (/^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*%/i.test(text)) return undefined;
  const url = readUrl(text);
  // A name before an @ in an address is not the house it leads to.
  if (url === undefined || url.username !== '' || url.password !== '') return undefined;
  const host = cutDot(url.hostname);
  if (!host.includes('.') && host !== 'localhost') {
    return { kind: 'name', name: text.toLowerCase() };
  }
  const hosts = list.filter(({ kind }) => kind === 'social').map(({ value }) => placeOf(value)[0]);
  if (hosts.includes(host) && url.pathname !== '/') {
    return { kind: 'social', host, path: url.pathname + url.search };
  }
  return { kind: 'domain', host: url.port === '' ? host : `${host}:${url.port}` };
}

/** Digits with their country code; 00 and + are the same. */
function readDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  return text.trim().startsWith('+') ? digits : digits.replace(/^00/, '');
}

/**
 * Network and name of an account's address. What lies deeper than a name, such as an entry in a
 * store, is all of it the name: on its network others have the first part of it too.
 */
function placeOf(value: string): readonly [host: string, name: string] {
  const url = readUrl(value);
  const path = url === undefined ? '' : cutPath(url.pathname + url.search);
  return [cutDot(url?.hostname ?? ''), isDeep(path) ? path : readHandle(path)];
}

const cutPath = (path: string) => path.replace(/^\//, '').replace(/\/$/, '');
const isDeep = (path: string) => /[/?]/.test(path);
const readHandle = (path: string) => path.toLowerCase().replace(/^@/, '');

function isSame(pasted: Pasted, channel: OfficialChannel): boolean {
  const value = channel.value.toLowerCase();
  if (pasted.kind === 'domain') return channel.kind === 'domain' && value === pasted.host;
  if (pasted.kind === 'mail') return channel.kind === 'mail' && value === pasted.address;
  if (pasted.kind === 'phone') {
    return channel.kind === 'phone' && readDigits(channel.value) === pasted.digits;
  }
  if (pasted.kind !== 'social' || channel.kind !== 'social') return false;
  const [host, name] = placeOf(channel.value);
  if (pasted.host !== host) return false;
  const path = cutPath(pasted.path);
  return isDeep(name) ? path === name : readHandle(path.split(/[/?]/)[0] ?? '') === name;
}

/** The part of an address that carries the house's name. */
function nameOf({ kind, value }: OfficialChannel): string {
  if (kind === 'social') return placeOf(value)[1];
  const host = value.toLowerCase().split('@').at(-1)?.replace(/:\d+$/, '') ?? '';
  const parts = host.split('.');
  return parts.length > 1 ? (parts.at(-2) ?? '') : host;
}

/** Whether a text looks like one of ours: the same to the eye, a slip away, or with our name in. */
function isNear(text: string, channel: OfficialChannel): boolean {
  if (channel.kind === 'phone') return false;
  const written = readSkeleton(text);
  const ours = readSkeleton(channel.value.replace(/^https?:\/\//, ''));
  if (written === ours) return true;
  const name = readSkeleton(nameOf(channel));
  if (name.length < NEAR_FROM_LENGTH || /^\d+$/.test(nameOf(channel))) return false;
  if (written.includes(name)) return true;
  const parts = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return parts.some((part) => {
    const changes = countChanges(readSkeleton(part), name, CHANGES_MAX);
    return changes <= (name.length >= 8 ? CHANGES_MAX : 1);
  });
}

/**
 * Judge a pasted text.
 *
 * @param list - everything that is the house's own.
 */
export function checkChannel(written: string, list: readonly OfficialChannel[]): Verdict {
  // "Name <address>" of a mail: the address counts, and only it.
  const text = /^[^<>]*<([^<>\s]+)>$/.exec(written.trim())?.[1] ?? written.trim();
  const hides = hasHidden(text);
  const near = list.find((channel) => isNear(text, channel));
  if (hides && near !== undefined) return { kind: 'copy', channel: near, hasHidden: true };
  if (text === '' || text.length > LENGTH_MAX || hides || /\s.*[@/]|[@/].*\s/.test(text)) {
    return { kind: 'unreadable', hasHidden: hides };
  }
  // Letters of other scripts are never folded into ours: what is not plain Latin is not ours.
  const pasted = /^[\x21-\x7e\s]+$/.test(text) ? readPasted(text, list) : undefined;
  if (pasted?.kind === 'name') {
    const { name } = pasted;
    const own = list.filter((each) => each.kind === 'social' && placeOf(each.value)[1] === name);
    if (own.length > 0) return { kind: 'handle', channels: own };
  } else if (pasted !== undefined) {
    const found = list.find((channel) => isSame(pasted, channel));
    if (found !== undefined) return { kind: 'official', channel: found };
  }
  if (near !== undefined) return { kind: 'copy', channel: near, hasHidden: false };
  return { kind: 'unknown' };
}
