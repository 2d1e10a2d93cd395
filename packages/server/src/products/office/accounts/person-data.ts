// A person's data as a whole as a file, read page by page and sent as it comes. Erasing it is
// person-erasure.ts's. Who may ask for it stands in routes.ts.
import { Readable } from 'node:stream';
import type { Database } from '../../../base/db/index.ts';
import { ownerValue, type PersonTable } from '../../../base/modules/index.ts';

const PAGE_ROWS = 1_000;
const PROFILE = `SELECT owner_id, email, nickname, locale, anti_phishing_code, vip_type, created_at,
  nickname_changed_at, invited_by, terms_agreed_at, totp_secret IS NOT NULL AS has_totp
  FROM users WHERE owner_id = $1`;
const MESSAGES = `SELECT message_id, conversation_id, author, text, at_ms FROM service_messages
  JOIN service_talks USING (conversation_id)
  WHERE owner_id = $1 AND message_id > $2 ORDER BY message_id LIMIT ${PAGE_ROWS}`;

/** What the file stands on. */
export interface PersonDataParts {
  readonly database: Database;
  readonly personTables: readonly PersonTable[];
}

type Rows = readonly Record<string, unknown>[];
/** Rows behind the last one that was read, undefined for the first page. */
type ReadPage = (last: unknown) => Promise<Rows>;

const write = (value: unknown) =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each));

/** One list of the file, a page at a time. */
async function* writeList(name: string, key: string, readPage: ReadPage): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}: [`;
  let last: unknown;
  let isFirst = true;
  for (;;) {
    const rows = await readPage(last);
    for (const row of rows) {
      yield `${isFirst ? '' : ','}\n  ${write(row)}`;
      isFirst = false;
    }
    if (rows.length < PAGE_ROWS) break;
    last = rows.at(-1)?.[key];
  }
  yield ']';
}

/** Pages of a table by its first column, which is a person's own in it. */
function pageOf(database: Database, ownerId: number, one: PersonTable): ReadPage {
  const [key] = one.columns;
  const columns = one.columns.join(', ');
  const owner = ownerValue(one, ownerId);
  return (last) =>
    database.query<Record<string, unknown>>(
      `SELECT ${columns} FROM ${one.table} WHERE ${one.owner} = $1
         ${last === undefined ? '' : `AND ${key} > $2`} ORDER BY ${key} LIMIT ${PAGE_ROWS}`,
      last === undefined ? [owner] : [owner, last as string | number],
    );
}

async function* writeAll(
  { database, personTables }: PersonDataParts,
  ownerId: number,
): AsyncGenerator<string> {
  const [profile] = await database.query<Record<string, unknown>>(PROFILE, [ownerId]);
  yield `{"profile": ${write(profile ?? null)}`;
  for (const one of personTables) {
    const [key] = one.columns;
    if (key !== undefined) yield* writeList(one.table, key, pageOf(database, ownerId, one));
  }
  yield* writeList('service_messages', 'message_id', (last) =>
    database.query<Record<string, unknown>>(MESSAGES, [ownerId, (last as number | undefined) ?? 0]),
  );
  yield '}\n';
}

/** Everything that is kept of a person as one JSON file. */
export function sendPersonData(parts: PersonDataParts, ownerId: number): Readable {
  return Readable.from(writeAll(parts, ownerId), { objectMode: false });
}
