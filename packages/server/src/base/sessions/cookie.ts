/** Name of the session cookie; the prefix makes browsers demand Secure, Path=/ and no Domain. */
export const SESSION_COOKIE = '__Host-session';

const THIRTY_DAYS_S = 30 * 86_400;

/** Set-Cookie text for a cookie only the server reads; "" as value deletes it. */
export function formatCookie(name: string, value: string): string {
  const age = value === '' ? 0 : THIRTY_DAYS_S;
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${age}`;
}
