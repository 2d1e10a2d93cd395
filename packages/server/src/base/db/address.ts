// Where the database is and as whom to sign in. It opens nothing (pool.ts does).

import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { APP_ROLE, EMBEDDED_DATABASE, OWNER_ROLE, type RolePasswords } from './embedded/cluster.ts';

/**
 * Owner makes and changes tables; app may not change or delete what was journaled; jobs owns the
 * queue of jobs and sees nothing else.
 */
export type DatabaseRole = 'owner' | 'app' | 'jobs';

/** One database with the sign-in of each role. */
export interface DatabaseAddress {
  /** Folder of the server's socket, or undefined for a server reached by `host` and `port`. */
  readonly socketFolder?: string;
  readonly host?: string;
  readonly port: number;
  readonly database: string;
  readonly roles: Readonly<Record<DatabaseRole, { name: string; password: string }>>;
  /** How a server reached over a network is spoken to (`sslmode` of the address). */
  readonly tls?: 'verify' | 'encrypt';
}

/** Folder of the embedded server inside a data folder. */
export function embeddedFolder(dataFolder: string): string {
  return join(dataFolder, 'database');
}

/** Address of the embedded server in this folder (not the data folder: its `database` part). */
export function embeddedAddress(folder: string, passwords: RolePasswords): DatabaseAddress {
  return {
    socketFolder: folder,
    port: 5432,
    database: EMBEDDED_DATABASE,
    roles: {
      owner: { name: OWNER_ROLE, password: passwords.owner },
      app: { name: APP_ROLE, password: passwords.app },
      jobs: describeJobsRole(EMBEDDED_DATABASE, passwords.app),
    },
  };
}

/** Its password follows from that of the app role: an older installation needs no new secret. */
function describeJobsRole(database: string, appPassword: string) {
  const password = createHmac('sha256', appPassword).update('database role jobs').digest('hex');
  return { name: `${database}_jobs`, password };
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** Words of `sslmode`, as of PostgreSQL's own programs, and what each asks for. */
const TLS_BY_MODE: ReadonlyMap<string, 'none' | 'encrypt' | 'verify'> = new Map([
  ['disable', 'none'],
  ['require', 'encrypt'],
  ['verify-ca', 'verify'],
  ['verify-full', 'verify'],
]);

/**
 * Address from a `DATABASE_URL`; its user is the owner, the other roles are named after
 * the database.
 * @param url - `postgres://user:password@host:port/name?sslmode=require`; a socket folder may be
 *   given as `?host=/folder`. Without `sslmode` a server on another machine must have a certificate
 *   that is known; `disable` is the word for a way there that is private otherwise.
 * @returns undefined when it is no such address, or leaves TLS to the server's liking.
 */
export function parseDatabaseUrl(url: string, appPassword: string): DatabaseAddress | undefined {
  if (!URL.canParse(url)) return undefined;
  const parts = new URL(url);
  if (parts.protocol !== 'postgres:' && parts.protocol !== 'postgresql:') return undefined;
  const database = decodeURIComponent(parts.pathname.slice(1)) || 'postgres';
  const socketFolder = parts.searchParams.get('host');
  const host = parts.hostname.replaceAll(/^\[|\]$/g, '') || 'localhost';
  const isNear = socketFolder?.startsWith('/') === true || LOOPBACK.test(host);
  const mode = parts.searchParams.get('sslmode') ?? (isNear ? 'disable' : 'verify-full');
  const tls = TLS_BY_MODE.get(mode);
  if (tls === undefined) return undefined;
  return {
    ...(socketFolder?.startsWith('/') ? { socketFolder } : { host }),
    port: Number(parts.port || '5432'),
    database,
    roles: {
      owner: {
        name: decodeURIComponent(parts.username),
        password: decodeURIComponent(parts.password),
      },
      app: { name: `${database}_app`, password: appPassword },
      jobs: describeJobsRole(database, appPassword),
    },
    ...(tls === 'none' ? {} : { tls }),
  };
}
