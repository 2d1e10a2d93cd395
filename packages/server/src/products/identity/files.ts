// Pictures and papers that people show, closed each with its own key in the vault, in rows of the
// database so that backup, restore and erasing need no second store (docs/adr/0048). Pictures are
// made anew from their dots. Not who may look (routes.ts, desk/).
import { companyFileKinds, type IdentityFileKind, identityFileBytesMax } from '@isobath/wire';
import type { Database, Session } from '../../base/db/index.ts';
import { cleanPicture, remakePicture } from '../../base/pictures/index.ts';
import { refuse } from '../../base/product/index.ts';
import type { Vault } from '../../base/vault/index.ts';

/** A file as it was sent. */
export interface SentFile {
  readonly ownerId: number;
  readonly kind: IdentityFileKind;
  readonly content: Buffer;
}

/** A file as it is read back. */
export interface OpenedFile {
  readonly ownerId: number;
  readonly kind: IdentityFileKind;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** What is told of a file without opening it. */
export interface FileRow {
  readonly fileId: number;
  readonly kind: IdentityFileKind;
  readonly mediaType: string;
  readonly bytesCount: number;
}

const DAY_MS = 86_400_000;
/** Files of one person within a day. */
const PER_DAY_MAX = 40;
/** How long a file stays that was shown with nothing. */
const UNUSED_MS = 7 * DAY_MS;
const PDF_START = '%PDF-';
const FILES_LOCK = 4_872;

interface KeptFile {
  readonly type: string;
  readonly content: Buffer;
}

async function makeKept({ kind, content }: SentFile): Promise<KeptFile> {
  if (content.length > identityFileBytesMax) throw refuse('identity_file');
  const isPdf = content.toString('latin1', 0, PDF_START.length) === PDF_START;
  const isOfCompany = (companyFileKinds as readonly string[]).includes(kind);
  if (isPdf && isOfCompany) return { type: 'application/pdf', content };
  const picture = cleanPicture(content);
  const made = picture && (await remakePicture(picture));
  if (made === undefined) throw refuse('identity_file');
  return { type: 'image/jpeg', content: made };
}

/** @errors limit_reached when as many were kept within a day as may be. */
async function checkDay(session: Session, ownerId: number, nowMs: number): Promise<void> {
  const [{ count }] = await session.query<{ count: number }>(
    'SELECT count(*) FROM identity_files WHERE owner_id = $1 AND created_at_ms > $2',
    [ownerId, nowMs - DAY_MS],
  );
  if (count >= PER_DAY_MAX) throw refuse('limit_reached', { max: String(PER_DAY_MAX) });
}

/** Open the files. */
export function createFiles(database: Database, vault: Vault, readNowMs: () => number) {
  return {
    /** Keep a file. @errors identity_file, limit_reached. */
    async take(sent: SentFile): Promise<{ fileId: number }> {
      const { ownerId, kind } = sent;
      // Nothing is made anew for whoever may keep no more.
      await checkDay(database, ownerId, readNowMs());
      const { type, content } = await makeKept(sent);
      const closed = await vault.close(content, { ownerId, kind });
      const nowMs = readNowMs();
      return database.transaction(async (session) => {
        await session.query('SELECT pg_advisory_xact_lock($1, $2)', [
          FILES_LOCK,
          ownerId % 2 ** 31,
        ]);
        await session.execute(
          `DELETE FROM identity_files
           WHERE owner_id = $1 AND used_at_ms = 0 AND created_at_ms < $2`,
          [ownerId, nowMs - UNUSED_MS],
        );
        await checkDay(session, ownerId, nowMs);
        const [{ file_id: fileId }] = await session.query<{ file_id: number }>(
          `INSERT INTO identity_files
             (owner_id, kind, media_type, bytes_count, wrapped_key, key_version, created_at_ms)
           VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING file_id`,
          [ownerId, kind, type, content.length, closed.wrappedKey, closed.keyVersion, nowMs],
        );
        for (const [place, chunk] of closed.chunks.entries()) {
          await session.execute('INSERT INTO identity_file_chunks VALUES ($1, $2, $3)', [
            fileId,
            place,
            chunk,
          ]);
        }
        return { fileId };
      });
    },

    /** Show files with something. @errors identity_file for those of others or of another kind. */
    async use(
      session: Session,
      ownerId: number,
      shown: readonly { readonly fileId: number; readonly kind: IdentityFileKind }[],
    ): Promise<void> {
      for (const { fileId, kind } of shown) {
        const count = await session.execute(
          `UPDATE identity_files SET used_at_ms = $4
           WHERE file_id = $1 AND owner_id = $2 AND kind = $3`,
          [fileId, ownerId, kind, readNowMs()],
        );
        if (count === 0) throw refuse('identity_file');
      }
    },

    /** Files that are shown with nothing any more; the week until they go begins now. */
    async release(session: Session, ownerId: number, fileIds: readonly number[]): Promise<void> {
      await session.execute(
        `UPDATE identity_files SET used_at_ms = 0, created_at_ms = $3
         WHERE owner_id = $1 AND file_id = ANY ($2::bigint[])`,
        [ownerId, fileIds, readNowMs()],
      );
    },

    /** What is known of files. */
    list: (session: Session, fileIds: readonly number[]): Promise<FileRow[]> =>
      session.query<FileRow>(
        `SELECT file_id AS "fileId", kind, media_type AS "mediaType", bytes_count AS "bytesCount"
         FROM identity_files WHERE file_id = ANY ($1::bigint[]) ORDER BY file_id`,
        [fileIds],
      ),

    /** Read a file. @errors object_not_found. */
    async read(fileId: number): Promise<OpenedFile> {
      const rows = await database.query<{
        owner_id: number;
        kind: IdentityFileKind;
        media_type: string;
        wrapped_key: Buffer;
        key_version: number;
      }>('SELECT * FROM identity_files WHERE file_id = $1', [fileId]);
      const row = rows[0];
      if (row === undefined) throw refuse('object_not_found');
      const chunks = await database.query<{ content: Buffer }>(
        'SELECT content FROM identity_file_chunks WHERE file_id = $1 ORDER BY place',
        [fileId],
      );
      const { owner_id: ownerId, kind } = row;
      const content = await vault.open(
        {
          chunks: chunks.map((chunk) => chunk.content),
          wrappedKey: row.wrapped_key,
          keyVersion: row.key_version,
        },
        { ownerId, kind },
      );
      return { ownerId, kind, mediaType: row.media_type, content };
    },
  };
}

/** The files of an installation. */
export type Files = ReturnType<typeof createFiles>;
