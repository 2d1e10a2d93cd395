import { listMigrations } from '../db/index.ts';

/** The session room's door. */
export { formatCookie, SESSION_COOKIE } from './cookie.ts';
export { createSessions, type SessionRecord, type Sessions } from './sessions.ts';

/** Tables of this room. */
export const sessionMigrations = listMigrations('sessions', import.meta.url, ['0001-sessions']);
