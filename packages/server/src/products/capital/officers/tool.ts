// What the operator's tool asks about custody: how the signer is, links for officers, what a
// browser has made of one, a thaw, another policy, addresses for a drill.
// Started by start.ts; the commands stand in packages/cli.

import { rmSync } from 'node:fs';
import type { Policy } from '@isobath/signer/client';
import { readOfficerSite } from '../../../base/credentials/passkey-site.ts';
import { askForAct, readStatementKey, signerFiles } from '../../../base/custody/index.ts';
import type { Session } from '../../../base/db/index.ts';
import type { OperatorHandlers } from '../../../base/operator/index.ts';
import { EXIT, Refusal } from '../../../base/process/exit.ts';
import { readKeyFingerprint } from './enrol.ts';
import type { OfficerParts } from './parts.ts';
import { type EnrolmentRow, listEnrolments, readSigner } from './rows.ts';

const LINK_MS = 15 * 60_000;
/** Custody tells each ten seconds how the signer is. */
const TOLD_WITHIN_MS = 30_000;
const ADDRESSES_MAX = 10_000;
const OFFICERS_NEEDED = 2;
const HOST = 0;

type ToolParts = Pick<OfficerParts, 'database' | 'settings' | 'readNowMs'>;

const refuse = (line: string) => new Refusal(EXIT.usage, line);

function checkName(officer: unknown): string {
  if (typeof officer === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(officer)) return officer;
  throw refuse('An officer is named by 1 to 64 letters, digits, dots, dashes or underscores.');
}

async function findEnrolment(session: Session, officer: string): Promise<EnrolmentRow> {
  const row = (await listEnrolments(session)).find((one) => one.officer_id === officer);
  if (row !== undefined) return row;
  throw refuse(`No link was made for ${officer}: run custody officer add ${officer}.`);
}

/** @errors Refusal while there are not two officers. */
async function readPolicyOfTwo(session: Session): Promise<Policy> {
  const policy = (await readSigner(session))?.policy;
  if (policy !== undefined && policy.officers.length >= OFFICERS_NEEDED) return policy;
  throw refuse('There are no two officers yet, and it needs both: run custody officer add NAME.');
}

async function parsePolicy(text: string): Promise<{ policy: Policy; policyHash: string }> {
  const { hashPolicy, policyShape } = await import('@isobath/signer/client');
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw refuse('The file is no JSON.');
  }
  const parsed = policyShape.safeParse(document);
  if (parsed.success) return { policy: parsed.data, policyHash: hashPolicy(parsed.data) };
  const [issue] = parsed.error.issues;
  throw refuse(`The policy is wrong at ${issue?.path.join('.')}: ${issue?.message}.`);
}

async function makeLink(
  { database, settings, readNowMs }: ToolParts,
  { officer: given, tokenHash }: { readonly officer: string; readonly tokenHash: string },
) {
  const officer = checkName(given);
  if (!/^[0-9a-f]{64}$/.test(tokenHash)) throw refuse('The token has no hash.');
  const policy = (await readSigner(database))?.policy;
  if (policy?.officers.some(({ officerId }) => officerId === officer)) {
    throw refuse(`${officer} is an officer already.`);
  }
  const nowMs = readNowMs();
  await database.execute('DELETE FROM officer_enrolments WHERE officer_id = $1', [officer]);
  await database.execute(
    `INSERT INTO officer_enrolments (officer_id, token_hash, expires_at_ms, made_at_ms)
     VALUES ($1, $2, $3, $4)`,
    [officer, tokenHash, nowMs + LINK_MS, nowMs],
  );
  return { officer, page: `${readOfficerSite(settings).origin}/admin/officers`, minutes: 15 };
}

async function confirm(
  { database, settings, readNowMs }: ToolParts,
  { officer, fingerprint }: { readonly officer: string; readonly fingerprint: string },
) {
  return database.transaction(async (session) => {
    const row = await findEnrolment(session, checkName(officer));
    const { credential_id: credentialId, public_key: publicKey } = row;
    if (credentialId === '') throw refuse(`${officer} has not opened the link yet.`);
    const key = { officerId: officer, credentialId, publicKey };
    if (readKeyFingerprint(key) !== fingerprint) {
      throw refuse(
        'The fingerprint is another one. Read it again; if it stays another one, somebody else ' +
          'opened the link: run custody officer add again for a new one.',
      );
    }
    await session.execute(
      'UPDATE officer_enrolments SET confirmed_at_ms = $2 WHERE officer_id = $1',
      [officer, readNowMs()],
    );
    const policy = (await readSigner(session))?.policy;
    if (policy === undefined || policy.officers.length < OFFICERS_NEEDED) {
      // Where this server is reached: the passkeys were made there, and sign there alone.
      return { officer, key, itemId: 0, site: readOfficerSite(settings) };
    }
    const asked = { policy: { ...policy, officers: [...policy.officers, key] } };
    const act = { kind: 'policy', asked, operatorId: HOST, nowMs: readNowMs() } as const;
    return { officer, key, itemId: await askForAct(session, act) };
  });
}

/** Make the handlers. */
export function createCustodyHandlers(parts: ToolParts): OperatorHandlers {
  const { database, settings, readNowMs } = parts;
  return {
    'custody.status': async () => {
      const signer = await readSigner(database);
      const [waiting] = await database.query<{ count: number }>(
        "SELECT count(*)::int FROM officer_items WHERE state IN ('asked', 'waiting')",
      );
      const own = {
        statementKey: readStatementKey(settings.dataFolder) ?? 'none',
        itemsWaiting: waiting?.count ?? 0,
      };
      if (signer === undefined) return { signer: 'not heard of yet', ...own };
      return {
        signer: signer.is_frozen ? `frozen: ${signer.reasons.join(', ')}` : 'signs',
        seenAt: new Date(signer.at_ms).toISOString(),
        policyHash: signer.policy_hash,
        sequence: signer.sequence,
        officersCount: signer.policy.officers.length,
        ...own,
      };
    },
    'custody.officers': async () => {
      const officers = (await readSigner(database))?.policy.officers ?? [];
      const enrolments = await listEnrolments(database);
      const isNamed = (id: string) => officers.some(({ officerId }) => officerId === id);
      const emailOf = (id: string) => enrolments.find((row) => row.officer_id === id)?.email ?? '';
      return {
        officers: [
          ...officers.map((one) => ({
            officer: one.officerId,
            fingerprint: readKeyFingerprint(one),
            operator: emailOf(one.officerId),
            state: 'officer',
          })),
          ...enrolments
            .filter(({ officer_id: id }) => !isNamed(id))
            .map((row) => ({
              officer: row.officer_id,
              fingerprint: row.fingerprint,
              operator: row.email ?? '',
              state: readEnrolmentState(row),
            })),
        ],
      };
    },
    'custody.link': (request) => makeLink(parts, request),
    'custody.enrolled': async ({ officer }) => {
      const row = await findEnrolment(database, checkName(officer));
      return { officer, isMade: row.credential_id !== '', fingerprint: row.fingerprint };
    },
    'custody.confirm': (request) => confirm(parts, request),
    'custody.thaw': async () => {
      await readPolicyOfTwo(database);
      // Once the signer has written the freeze down it stays frozen without the file.
      const signer = await readSigner(database);
      if (signer?.is_frozen !== true || readNowMs() - signer.at_ms > TOLD_WITHIN_MS) {
        throw refuse('Custody has not said that the signer is frozen: try again in a moment.');
      }
      rmSync(signerFiles(settings.dataFolder).freeze, { force: true });
      const act = { kind: 'thaw', asked: {}, operatorId: HOST, nowMs: readNowMs() } as const;
      return { itemId: await database.transaction((session) => askForAct(session, act)) };
    },
    'custody.policy': async ({ text }) => {
      await readPolicyOfTwo(database);
      const { policy, policyHash } = await parsePolicy(text);
      const act = { kind: 'policy', asked: { policy }, operatorId: HOST } as const;
      const itemId = await database.transaction((session) =>
        askForAct(session, { ...act, nowMs: readNowMs() }),
      );
      return { itemId, policyHash };
    },
    'custody.addresses': async ({ count }) => ({
      addresses: await database.query(
        `SELECT family, index, address, statement FROM deposit_addresses
         ORDER BY address_id LIMIT $1`,
        [Math.min(count, ADDRESSES_MAX)],
      ),
    }),
  };
}

function readEnrolmentState(row: EnrolmentRow): string {
  if (row.credential_id === '') return 'link not opened';
  return row.confirmed_at_ms > 0 ? 'waits for two officers' : 'fingerprint not compared';
}
