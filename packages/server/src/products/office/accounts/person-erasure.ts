// Erases what names a person, in every table: their address now and before, their name, and what
// was written about them. What books and the law need stays under their number: orders with the
// names they gave them, trades, movements, the sealed document of a movement, the chain of acts
// without its words. Who may ask for it stands in routes.ts and changes.ts.
import { erasedAddress } from '../../../base/credentials/index.ts';
import type { Session } from '../../../base/db/index.ts';
import { ownerValue, type PersonTable } from '../../../base/modules/index.ts';

/** Their requests: changes of their account, money for them alone. */
const OWN_APPROVALS = `SELECT approval_id FROM approvals
  WHERE (kind IN ('account.change', 'money.give', 'money.post')
      AND (payload::jsonb ->> 'ownerId')::bigint = $1)
    OR (approval_id IN (SELECT approval_id FROM money_lines WHERE owner_id = $1)
      AND approval_id NOT IN (SELECT approval_id FROM money_lines WHERE owner_id <> $1))`;

/** Acts whose words are numbers and names of coins: the books', and how much was erased. */
const BOOK_ACTIONS = `('money_credited', 'money_debited', 'money_given', 'approval_executed',
  'user_erased')`;

/** Whether an address is an operator's too: what the office keeps under it is theirs then. */
const isOperators = (address: string) =>
  `EXISTS (SELECT FROM operators WHERE operators.email = ${address})`;

/** Words of acts on operators, their own, and of what the office was told to write to. */
const OFFICE_WORDS = `SELECT detail_id FROM audit_log JOIN audit_details AS words USING (detail_id)
  WHERE action LIKE 'operator\\_%' OR target_kind = 'operator'
    OR action IN ('config_set', 'test_mail_sent')
    OR words.detail::jsonb ->> 'kind' LIKE 'operator.%'
    OR words.detail::jsonb ->> 'kind' = 'config.set'
    OR words.detail::jsonb ->> 'command' LIKE 'operator%'`;

/** Less of an address than so many letters names nobody; a text was cut after so many. */
const CUT_LENGTH_MIN = 3;
const CUT_LENGTH_MAX = 40;

/** Words without the signs that JSON writes as a letter: a line's end is none of an address. */
const PLAIN_DETAIL = String.raw`regexp_replace(lower(detail), '\\[nrtbf]', ' ', 'g')`;

const escapePattern = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Pattern of an address in a sentence, not of a longer one that has it as a part. */
function findInText(address: string): string {
  const literal = escapePattern(address.toLowerCase());
  return String.raw`(?<![[:alnum:]_+.-]|[[:alnum:]_+.-]')${literal}(?![[:alnum:]_-]|\.[[:alnum:]])`;
}

/** Pattern of an address in a text that was cut off in the middle of it, as it once was. */
function findCut(address: string): string {
  const letters = [...address.toLowerCase()];
  const parts = letters.slice(CUT_LENGTH_MIN - 1, CUT_LENGTH_MAX).map((_letter, at) => {
    const part = letters.slice(0, CUT_LENGTH_MIN + at).join('');
    return escapePattern(part);
  });
  return String.raw`(?<![[:alnum:]_+.-])(${parts.join('|')})\.\.\. \(\d+ characters\)`;
}

/** Addresses that are or were theirs and nobody else's by now. */
async function readAddresses(session: Session, ownerId: number): Promise<string[]> {
  const rows = await session.query<{ address: string }>(
    `SELECT address FROM (
       SELECT email AS address FROM users WHERE owner_id = $1
       UNION SELECT recipient FROM mails WHERE owner_id = $1
       UNION SELECT payload::jsonb ->> 'address' FROM approvals
         WHERE kind = 'account.change' AND state = 'executed'
           AND (payload::jsonb ->> 'ownerId')::bigint = $1
       UNION SELECT detail::jsonb ->> 'before' FROM audit_log JOIN audit_details USING (detail_id)
         WHERE action = 'user_address_set' AND target_kind = 'user' AND target_id = $1) AS own
     WHERE address <> '' AND address NOT IN (SELECT email FROM users WHERE owner_id <> $1)`,
    [ownerId],
  );
  return rows.map(({ address }) => address);
}

/** What stands under an address, before there was an account or while somebody tried at it. */
async function eraseByAddress(session: Session, addresses: readonly string[]): Promise<number> {
  const mails = await session.execute(
    `DELETE FROM mails WHERE recipient = ANY ($1::text[]) AND owner_id = 0
       AND NOT ((kind = 'test' OR kind LIKE 'alarm%') AND ${isOperators('recipient')})`,
    [addresses],
  );
  const tickets = await session.execute(
    `DELETE FROM tickets WHERE purpose NOT LIKE 'operator%'
       AND (email = ANY ($1::text[]) OR payload ->> 'asked' = ANY ($1::text[]))`,
    [addresses],
  );
  const locks = await session.execute(
    `DELETE FROM locks WHERE EXISTS (SELECT FROM unnest($1::text[]) AS own (address)
       WHERE position(':' || address || ' ' IN name || ' ') > 0
         AND NOT (room = 'operators' AND ${isOperators('address')}))`,
    [addresses],
  );
  return mails + tickets + locks;
}

/**
 * The words of acts on them, of searches that found them or nobody by a part of their name, of
 * their requests, and under their address.
 */
async function eraseWords(
  session: Session,
  { ownerId, addresses }: { ownerId: number; addresses: readonly string[] },
): Promise<number> {
  const people = await session.query<{ nickname: string }>(
    "SELECT nickname FROM users WHERE owner_id = $1 AND nickname <> ''",
    [ownerId],
  );
  const names = [...addresses, ...people.map(({ nickname }) => nickname)];
  const words = await session.execute(
    `DELETE FROM audit_details WHERE detail_id IN (SELECT detail_id FROM audit_log
         WHERE detail_id <> 0 AND action NOT IN ${BOOK_ACTIONS}
           AND ((target_kind = 'user' AND target_id = $1)
             OR (target_kind = 'approval' AND target_id IN (${OWN_APPROVALS}))))
       OR detail_id IN (SELECT detail_id FROM audit_log JOIN audit_details USING (detail_id)
         WHERE action = 'users_searched' AND (detail::jsonb -> 'people' @> to_jsonb($1::bigint)
           OR detail::jsonb -> 'people' = '[]' AND EXISTS (SELECT FROM unnest($5::text[]) AS name
             WHERE position(lower(detail::jsonb ->> 'text') IN lower(name)) > 0)))
       OR EXISTS (SELECT
         FROM unnest($2::text[], $3::text[], $4::text[]) AS own (address, pattern, cut)
         WHERE (position(lower(address) IN lower(detail)) > 0 AND ${PLAIN_DETAIL} ~ pattern
             OR position(' characters)' IN detail) > 0 AND ${PLAIN_DETAIL} ~ cut)
           AND NOT (detail_id IN (${OFFICE_WORDS}) AND ${isOperators('address')}))`,
    [ownerId, addresses, addresses.map(findInText), addresses.map(findCut), names],
  );
  await session.execute(
    `UPDATE money_postings SET document_name = '' WHERE approval_id IN (${OWN_APPROVALS})`,
    [ownerId],
  );
  await session.execute(
    `UPDATE approvals SET reason = '', note = '',
       expires_at = CASE WHEN state = 'pending' THEN least(expires_at, now()) ELSE expires_at END,
       outcome = CASE WHEN outcome LIKE '%"settledBy"%' THEN '' ELSE outcome END,
       payload = (payload::jsonb
         || CASE WHEN kind = 'money.give' THEN '{}' ELSE '{"document": ""}' END::jsonb
         || CASE WHEN kind = 'account.change' THEN '{"address": ""}' ELSE '{}' END::jsonb)::text
     WHERE approval_id IN (${OWN_APPROVALS})`,
    [ownerId],
  );
  return words;
}

/**
 * Erase what names a person. Asked again it finds nothing more.
 *
 * @param request - approvalId: of the erasing itself; its evidence and that of earlier ones stay.
 * personTables: every table that keeps something of a person.
 * @returns how many rows are gone.
 */
export async function erasePersonData(
  session: Session,
  request: {
    readonly ownerId: number;
    readonly approvalId: number;
    readonly personTables: readonly PersonTable[];
  },
): Promise<number> {
  const { ownerId, approvalId, personTables } = request;
  const addresses = await readAddresses(session, ownerId);
  let erasedCount = await eraseByAddress(session, addresses);
  erasedCount += await eraseWords(session, { ownerId, addresses });
  for (const one of personTables) {
    if (!one.isErased) continue;
    erasedCount += await session.execute(
      `DELETE FROM ${one.table} WHERE ${one.owner} = $1 AND ${one.only ?? 'true'}`,
      [ownerValue(one, ownerId)],
    );
  }
  erasedCount += await session.execute(
    `DELETE FROM account_evidence WHERE owner_id = $1 AND approval_id <> $2
       AND approval_id NOT IN (SELECT approval_id FROM approvals WHERE kind = 'account.change'
         AND state = 'executed' AND payload::jsonb ->> 'change' = 'erase')`,
    [ownerId, approvalId],
  );
  await session.execute(`UPDATE account_evidence SET document_name = '' WHERE owner_id = $1`, [
    ownerId,
  ]);
  await session.execute(
    `UPDATE users SET email = $2, nickname = '', password_hash = '', totp_secret = NULL,
       totp_pending = NULL, anti_phishing_code = '', photo_name = '', invited_by = NULL
     WHERE owner_id = $1`,
    [ownerId, erasedAddress(ownerId)],
  );
  return erasedCount;
}
