// Addresses that people type: the site's and the back office's, and which of them browsers keep a
// session at. Called by settings.ts.
import { EXIT, Refusal } from '../process/exit.ts';

/** Whether an IPv4 address is this machine's alone. */
export function isLoopback4(host: string): boolean {
  return /^127(\.\d{1,3}){3}$/.test(host);
}

/** A host as it stands in an address. */
export function showHost(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

const isOwnHost = (hostname: string) =>
  isLoopback4(hostname) || ['localhost', '[::1]'].includes(hostname);

/**
 * Without https browsers keep no session, and passwords can be read on the way.
 * @errors Refusal 78 in production.
 */
export function checkPublicUrl(publicUrl: string, mode: 'sandbox' | 'production'): void {
  if (mode === 'sandbox' || publicUrl.startsWith('https:')) return;
  if (isOwnHost(new URL(publicUrl).hostname)) return;
  throw new Refusal(
    EXIT.configuration,
    `PUBLIC_URL=${publicUrl} is not usable in production (https except on this machine): set it ` +
      'to the https address people use.',
  );
}

/**
 * An address of its own that is the site's would shut everybody out of one of the two.
 * @errors Refusal 78.
 */
export function readOfficeUrl(url: string | undefined, publicUrl: string): string | undefined {
  if (url === undefined) return undefined;
  const isKeeping = url.startsWith('https:') || isOwnHost(new URL(url).hostname);
  if (new URL(url).host !== new URL(publicUrl).host && isKeeping) return url;
  throw new Refusal(
    EXIT.configuration,
    `ISOBATH_ADMIN_URL=${url} is not usable (another host than the site's, https except on this ` +
      'machine): correct it.',
  );
}
