import { BlockList, isIP } from 'node:net';

/** Without the prefix that an IPv4 caller has on a socket of both families. */
function plain(ip: string): string {
  return ip.startsWith('::ffff:') && isIP(ip.slice(7)) === 4 ? ip.slice(7) : ip;
}

function familyOf(ip: string): 'ipv4' | 'ipv6' | undefined {
  return ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(ip) as 4 | 6];
}

function parseRange(text: string): { ip: string; bits: number } | undefined {
  const [ip, bitsText, ...rest] = text.split('/');
  const family = familyOf(ip);
  if (family === undefined || rest.length > 0) return undefined;
  const bitsMax = family === 'ipv4' ? 32 : 128;
  if (bitsText === undefined) return { ip, bits: bitsMax };
  if (!/^\d{1,3}$/.test(bitsText) || Number(bitsText) > bitsMax) return undefined;
  return { ip, bits: Number(bitsText) };
}

/** The first entry that is neither an address nor a range such as `10.0.0.0/8`. */
export function checkIpList(list: readonly string[]): string | undefined {
  return list.find((text) => parseRange(text) === undefined);
}

/** Whether a caller may use a key with this list; an empty list allows every address. */
export function isIpAllowed(list: readonly string[], callerIp: string): boolean {
  if (list.length === 0) return true;
  const ip = plain(callerIp);
  const family = familyOf(ip);
  if (family === undefined) return false;
  const allowed = new BlockList();
  for (const text of list) {
    const range = parseRange(text);
    const rangeFamily = range && familyOf(range.ip);
    if (range && rangeFamily) allowed.addSubnet(range.ip, range.bits, rangeFamily);
  }
  return allowed.check(ip, family);
}
