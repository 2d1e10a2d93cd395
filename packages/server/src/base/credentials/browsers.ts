// In which browsers an account was signed in: what strangers get wrong elsewhere never makes these
// wait. A browser is known by the mark that only it and we have; its hash is kept. Used by the
// sign-ins of people and of operators.
import type { Database } from '../db/index.ts';
import { hashSecret } from './seal.ts';

/** Known browsers of people or of operators. */
export interface Browsers {
  /** Asked alike whether there is such an owner (0) or not. */
  isKnown(ownerId: number, mark: string): Promise<boolean>;
  /** They were let in there. */
  remember(ownerId: number, mark: string): Promise<void>;
  /** Somebody else may have been let in before: only this one stays known. */
  keepOnly(ownerId: number, mark: string): Promise<void>;
}

/** More than anybody uses: the ones used last stay. */
const KEPT_COUNT_MAX = 50;

/** Open them. */
export function createBrowsers(database: Database, of: 'people' | 'operators'): Browsers {
  return {
    async isKnown(ownerId, mark) {
      const rows = await database.query(
        `SELECT 1 FROM known_browsers WHERE kind = $1 AND owner_id = $2 AND mark_hash = $3`,
        [of, ownerId, hashSecret(mark)],
      );
      return mark !== '' && rows.length > 0;
    },
    async remember(ownerId, mark) {
      if (mark === '') return;
      await database.execute(
        `INSERT INTO known_browsers (kind, owner_id, mark_hash) VALUES ($1, $2, $3)
         ON CONFLICT (kind, owner_id, mark_hash) DO UPDATE SET used_at = now()`,
        [of, ownerId, hashSecret(mark)],
      );
      await database.execute(
        `DELETE FROM known_browsers WHERE kind = $1 AND owner_id = $2 AND mark_hash NOT IN (
           SELECT mark_hash FROM known_browsers WHERE kind = $1 AND owner_id = $2
           ORDER BY used_at DESC LIMIT ${KEPT_COUNT_MAX})`,
        [of, ownerId],
      );
    },
    async keepOnly(ownerId, mark) {
      await database.execute(
        'DELETE FROM known_browsers WHERE kind = $1 AND owner_id = $2 AND mark_hash <> $3',
        [of, ownerId, hashSecret(mark)],
      );
    },
  };
}
