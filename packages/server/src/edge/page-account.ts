// For which account a page was drawn. Another tab may have signed in as somebody else since: the
// cookie is theirs then, and what this page sends was meant for the first. It counts as a guest's.
// Called where calls and sockets find out who they are from.
import type { SessionRecord } from '../base/sessions/index.ts';

/**
 * The session as far as it is the page's own.
 *
 * @param stated - owner number in a header or an address; absent: the page says nothing.
 */
export function keepForPage(
  session: SessionRecord | undefined,
  stated: string | string[] | null | undefined,
): SessionRecord | undefined {
  if (session === undefined || stated === undefined || stated === null) return session;
  return stated === String(session.ownerId) ? session : undefined;
}
