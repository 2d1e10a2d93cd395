// Links of mails that freeze the account of whoever got the mail. Not the freezing itself (locks).
// A link is a random token, kept as a hash; it stands behind the # of an address, so that no log
// of requests ever has it. It is good once opened too: freezing twice changes nothing.
import { randomBytes } from 'node:crypto';
import { hashSecret } from '../credentials/index.ts';
import type { Database } from '../db/index.ts';

/** So long somebody may find the mail. */
const GOOD_MS = 7 * 24 * 3_600_000;
const TOKEN_BYTES = 32;

/** Links of the installation. */
export interface FreezeLinks {
  /** Make one. @returns its address, in the language of the reader. */
  make(reader: { readonly ownerId: number; readonly locale: string }): Promise<string>;
  /** Whose account a token freezes, undefined for one that is wrong or too old. */
  read(token: string): Promise<number | undefined>;
}

/** Open them. @param publicUrl - of the site, such as `https://example.org`. */
export function createFreezeLinks(
  database: Database,
  publicUrl: string,
  readNowMs: () => number,
): FreezeLinks {
  return {
    async make({ ownerId, locale }) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const nowMs = readNowMs();
      await database.execute('DELETE FROM freeze_links WHERE expires_at_ms <= $1', [nowMs]);
      await database.execute(
        `INSERT INTO freeze_links (token_hash, owner_id, made_at_ms, expires_at_ms)
         VALUES ($1, $2, $3, $4)`,
        [hashSecret(token), ownerId, nowMs, nowMs + GOOD_MS],
      );
      return `${publicUrl}/${locale}/freeze#${token}`;
    },
    async read(token) {
      const [row] = await database.query<{ owner_id: number }>(
        'SELECT owner_id FROM freeze_links WHERE token_hash = $1 AND expires_at_ms > $2',
        [hashSecret(token), readNowMs()],
      );
      return row?.owner_id;
    },
  };
}
