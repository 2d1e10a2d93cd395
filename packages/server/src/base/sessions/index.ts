/** The session room's door. */
export { formatCookie, SESSION_COOKIE } from './cookie.ts';
export { createSessions, type SessionRecord, type Sessions } from './sessions.ts';
