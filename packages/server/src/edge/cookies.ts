/** Name of the session cookie; the prefix makes browsers demand Secure, Path=/ and no Domain. */
export const SESSION_COOKIE = '__Host-session';
/** Name of the mark that lets the sandbox show a visitor only the mails he caused. */
export const VISITOR_COOKIE = '__Host-visitor';

const THIRTY_DAYS_S = 30 * 86_400;

/** Read a Cookie header. Later doubles lose. */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at < 0) continue;
    const name = part.slice(0, at).trim();
    if (!cookies.has(name)) cookies.set(name, part.slice(at + 1).trim());
  }
  return cookies;
}

/** Set-Cookie text for a cookie only the server reads; "" as value deletes it. */
export function formatCookie(name: string, value: string): string {
  const age = value === '' ? 0 : THIRTY_DAYS_S;
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${age}`;
}
