// Addresses of callers and networks they may lie in: what an operator or the owner of a key writes
// down, and what a socket says. It knows no request and no proxy (edge/peers.ts does). Used by
// settings, keys, and whatever counts by address.
import { BlockList, isIP } from 'node:net';

/** Without the prefix that an IPv4 caller has on a socket of both families. */
export function plainAddress(ip: string): string {
  return ip.startsWith('::ffff:') && isIP(ip.slice(7)) === 4 ? ip.slice(7) : ip;
}

function familyOf(ip: string): 'ipv4' | 'ipv6' | undefined {
  return ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(ip) as 4 | 6];
}

function parseRange(text: string): { ip: string; bits: number } | undefined {
  const [ip, bitsText, ...rest] = text.split('/');
  const family = familyOf(ip);
  // A zone belongs to one interface of one machine; nothing is in a network of it.
  if (family === undefined || rest.length > 0 || ip.includes('%')) return undefined;
  const bitsMax = family === 'ipv4' ? 32 : 128;
  if (bitsText === undefined) return { ip, bits: bitsMax };
  if (!/^\d{1,3}$/.test(bitsText) || Number(bitsText) > bitsMax) return undefined;
  return { ip, bits: Number(bitsText) };
}

/** The first entry that is neither an address nor a range such as `10.0.0.0/8`. */
export function checkIpList(list: readonly string[]): string | undefined {
  return list.find((text) => parseRange(text) === undefined);
}

/** Least bits of a range, of each family. */
export interface RangeBits {
  readonly ipv4: number;
  readonly ipv6: number;
}

/** An IPv4 address written as an IPv6 one stands behind so many bits. */
const MAPPED_BITS = 96;

/** Whether these are all IPv6 ways to write an IPv4 address. */
const isMapped = (ip: string) =>
  /^\[::ffff:[\da-f]+:[\da-f]+\]$/.test(new URL(`http://[${ip}]`).hostname);

/**
 * The first entry that is a wider range than allowed; entries that are no range are passed over.
 * A range of IPv6 that IPv4 addresses lie in (`::/0`, `::ffff:0:0/96`) is judged as one of IPv4.
 */
export function findWideRange(list: readonly string[], least: RangeBits): string | undefined {
  return list.find((text) => {
    const range = parseRange(text);
    if (range === undefined) return false;
    const { ip, bits } = range;
    if (familyOf(ip) === 'ipv4') return bits < least.ipv4;
    if (bits >= MAPPED_BITS && isMapped(ip)) return bits < MAPPED_BITS + least.ipv4;
    return bits < least.ipv6 || isInNetworks([text], '0.0.0.0');
  });
}

/** Read lists; a list is asked at each request of its key. */
const readLists = new WeakMap<readonly string[], BlockList>();

function readList(list: readonly string[]): BlockList {
  let networks = readLists.get(list);
  if (networks !== undefined) return networks;
  networks = new BlockList();
  for (const text of list) {
    const range = parseRange(text);
    const family = range && familyOf(range.ip);
    if (range && family) networks.addSubnet(range.ip, range.bits, family);
  }
  readLists.set(list, networks);
  return networks;
}

/** Whether an address lies in one of these. @param list - never changed once it was asked. */
export function isInNetworks(list: readonly string[], address: string): boolean {
  if (list.length === 0) return false;
  const ip = plainAddress(address);
  const family = familyOf(ip);
  return family !== undefined && readList(list).check(ip, family);
}

/** Whether a caller may use a key with this list; an empty list allows every address. */
export function isIpAllowed(list: readonly string[], callerIp: string): boolean {
  return list.length === 0 || isInNetworks(list, callerIp);
}

const GROUPS_COUNT = 8;
const GROUPS_OF_NETWORK = 4;
const GROUPS_OF_SITE = 3;

function readGroups(text: string): string[] {
  return text === '' ? [] : text.split(':');
}

/**
 * What an address counts as where calls are counted: IPv4 alone, IPv6 as its /64, since one line
 * of a household or a server has all addresses of that.
 */
export function countAs(address: string): string {
  return countGroups(address, GROUPS_OF_NETWORK);
}

/** As above, but IPv6 as its /48: who rents one has 65,536 networks for the asking. */
export function countAsSite(address: string): string {
  return countGroups(address, GROUPS_OF_SITE);
}

function countGroups(address: string, groupsCount: number): string {
  // Asked for every request, nearly always of an IPv4.
  if (!address.includes(':')) return address;
  const ip = plainAddress(address);
  if (isIP(ip) !== 6) return ip;
  const [head, tail] = ip.split('%')[0].split('::');
  const first = readGroups(head);
  const last = tail === undefined ? [] : readGroups(tail);
  // An IPv4 address at the end stands for two groups.
  const count = first.length + last.length + (ip.includes('.') ? 1 : 0);
  const gap = tail === undefined ? 0 : GROUPS_COUNT - count;
  const groups = [...first, ...Array.from({ length: gap }, () => '0'), ...last];
  const network = groups.slice(0, groupsCount).map((group) => Number.parseInt(group, 16));
  return `${network.map((group) => group.toString(16)).join(':')}::/${groupsCount * 16}`;
}
