/** Name of the back office's session cookie; browsers demand Secure for the prefix. */
export const OFFICE_COOKIE = '__Secure-office';

/** Header of a request that somebody's hand brought about lately: polls have none. */
export const ATTENDED_HEADER = 'x-attended';

const EIGHT_HOURS_S = 8 * 3_600;

/**
 * Set-Cookie text of the back office: sent to its own path alone and never with a request that
 * another site began. "" as value deletes it.
 */
export function formatOfficeCookie(value: string): string {
  const age = value === '' ? 0 : EIGHT_HOURS_S;
  const rules = `Path=/admin; Secure; HttpOnly; SameSite=Strict; Max-Age=${age}`;
  return `${OFFICE_COOKIE}=${value}; ${rules}`;
}
