// What people ask to be verified with, and the rules of asking: one that waits for each level, the
// level before it, 18 years, a document for one account, three refusals a day, and a name that is
// fixed once it passed. A form is kept closed; beside it stand hashes and numbers only.
// Not deciding (desk/decisions.ts). Called by routes.ts and company/.
import {
  type AdvancedForm,
  type checkWords,
  type CompanyForm,
  isCountry,
  type StandardForm,
} from '@isobath/wire';
import type { Seal } from '../../base/credentials/index.ts';
import type { Database, Session } from '../../base/db/index.ts';
import { identityStatuses, identityTypes, openIdentityRecord } from '../../base/identity/index.ts';
import type { EnqueueJob } from '../../base/jobs/index.ts';
import { refuse, refuseField } from '../../base/product/index.ts';
import type { Files } from './files.ts';
import { readLetters } from './letters.ts';
import type { ClosedData, Vault } from '../../base/vault/index.ts';

/** Job that asks providers about what waits. */
const CHECKS_JOB = 'identity.checks';

/** What applications stand on. */
export interface ApplicationParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly files: Files;
  readonly seal: Pick<Seal, 'hash'>;
  /** Asks for a job; absent where nobody runs any. */
  readonly enqueue?: EnqueueJob;
  readonly readNowMs: () => number;
}

/** The document that somebody shows. */
export type ShownDocument = Pick<
  StandardForm,
  'country' | 'documentType' | 'documentNumber' | 'birthDate'
>;

/** A form to keep, and what it is found by. */
export interface NewApplication {
  readonly ownerId: number;
  readonly identityType: number;
  readonly form: object;
  readonly documentHash: Buffer;
  readonly personHash: Buffer;
}

const DAY_MS = 86_400_000;
const AGE_YEARS_MIN = 18;
const AGE_YEARS_MAX = 120;
const REFUSALS_A_DAY_MAX = 3;
/** How long the document of somebody who was erased stands for that account. */
const DOCUMENT_KEPT_MS = 5 * 366 * DAY_MS;
const NONE = Buffer.alloc(0);

/** Whether somebody is of an age at which they can be verified. */
export function isAdult(birthDate: string, nowMs: number): boolean {
  const years = countYears(birthDate, nowMs);
  return years >= AGE_YEARS_MIN && years <= AGE_YEARS_MAX;
}

/** Whole years on a day. */
export function countYears(birthDate: string, nowMs: number): number {
  const [today, born] = [new Date(nowMs).toISOString().slice(0, 10), birthDate];
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) < born.slice(5) ? years - 1 : years;
}

/** What stands against applying. */
type Fault = Exclude<(typeof checkWords)[number], ''>;

/** What a person's rows of one level say. */
interface Standing {
  readonly waiting: boolean;
  readonly passed: boolean;
}

/** Open the form of an application, as it was sent. @errors object_not_found. */
export async function readSealedForm(
  session: Session,
  vault: Vault,
  recordId: number,
): Promise<unknown> {
  const rows = await session.query<ClosedData & { owner_id: number }>(
    `SELECT owner_id, sealed_form AS sealed, wrapped_key, key_version
     FROM identity_applications WHERE record_id = $1`,
    [recordId],
  );
  const row = rows[0];
  if (row === undefined) throw refuse('object_not_found');
  return vault.openData(row, { ownerId: row.owner_id, kind: 'form' });
}

/** Open the applications. */
export function createApplications(parts: ApplicationParts) {
  const { database, vault, files, seal, readNowMs } = parts;

  const hashDocument = ({ country, documentType, documentNumber }: ShownDocument) =>
    seal.hash(`document\n${country}\n${documentType}\n${readLetters(documentNumber)}`);
  const hashPerson = ({ firstName, lastName, birthDate }: StandardForm) =>
    seal.hash(`person\n${readLetters(firstName)}\n${readLetters(lastName)}\n${birthDate}`);

  async function readStanding(session: Session, ownerId: number, type: number): Promise<Standing> {
    const rows = await session.query<{ status: number }>(
      `SELECT identity_status AS status FROM identity_records
       WHERE owner_id = $1 AND identity_type = $2`,
      [ownerId, type],
    );
    const has = (wanted: number) => rows.some(({ status }) => status === wanted);
    return { waiting: has(identityStatuses.waiting), passed: has(identityStatuses.passed) };
  }

  /** Whether a level can be asked for by a person now; undefined = yes. */
  async function findLevelFault(
    session: Session,
    ownerId: number,
    type: number,
  ): Promise<Fault | undefined> {
    const standing = await readStanding(session, ownerId, type);
    if (standing.waiting) return 'identity_waiting';
    if (standing.passed) return 'identity_level_order';
    if (type === identityTypes.advanced) {
      const { passed } = await readStanding(session, ownerId, identityTypes.standard);
      if (!passed) return 'identity_level_order';
    }
    const [{ count }] = await session.query<{ count: number }>(
      `SELECT count(*) FROM identity_decisions
       WHERE owner_id = $1 AND outcome = 'refused' AND at_ms > $2`,
      [ownerId, readNowMs() - DAY_MS],
    );
    return count >= REFUSALS_A_DAY_MAX ? 'identity_day_limit' : undefined;
  }

  async function isCountryTaken(session: Session, country: string): Promise<boolean> {
    if (!isCountry(country)) return false;
    const rows = await session.query('SELECT FROM identity_refused_countries WHERE country = $1', [
      country,
    ]);
    return rows.length === 0;
  }

  /** Whether a document stands for somebody else. */
  async function isDocumentUsed(session: Session, ownerId: number, hash: Buffer): Promise<boolean> {
    const rows = await session.query(
      `SELECT FROM identity_documents AS known
       WHERE document_hash = $1 AND owner_id <> $2
         AND (added_at_ms > $3 OR EXISTS (SELECT FROM identity_applications AS others
           WHERE others.owner_id = known.owner_id))`,
      [hash, ownerId, readNowMs() - DOCUMENT_KEPT_MS],
    );
    return rows.length > 0;
  }

  async function findDocumentFault(
    session: Session,
    ownerId: number,
    shown: ShownDocument,
  ): Promise<Fault | undefined> {
    if (!(await isCountryTaken(session, shown.country))) return 'identity_country';
    if (!isAdult(shown.birthDate, readNowMs())) return 'identity_age';
    const isUsed = await isDocumentUsed(session, ownerId, hashDocument(shown));
    return isUsed ? 'identity_document_used' : undefined;
  }

  /** Let a document stand for a person. @errors identity_document_used. */
  async function claimDocument(session: Session, ownerId: number, hash: Buffer): Promise<void> {
    const count = await session.execute(
      `INSERT INTO identity_documents VALUES ($1, $2, $3)
       ON CONFLICT (document_hash) DO UPDATE SET owner_id = $2, added_at_ms = $3
       WHERE identity_documents.owner_id = $2 OR (identity_documents.added_at_ms <= $4
         AND NOT EXISTS (SELECT FROM identity_applications AS others
           WHERE others.owner_id = identity_documents.owner_id))`,
      [hash, ownerId, readNowMs(), readNowMs() - DOCUMENT_KEPT_MS],
    );
    // Somebody else was quicker.
    if (count === 0) throw refuse('identity_document_used');
  }

  /** One at a time a person. @returns what stands against asking for the level. */
  async function beginFilling(
    session: Session,
    ownerId: number,
    type: number,
  ): Promise<Fault | undefined> {
    await session.query('SELECT FROM users WHERE owner_id = $1 FOR UPDATE', [ownerId]);
    const [level] = await session.query<{ is_open: boolean }>(
      'SELECT is_open FROM identity_levels WHERE identity_type = $1',
      [type],
    );
    if (level?.is_open !== true) throw refuse('module_unavailable');
    return findLevelFault(session, ownerId, type);
  }

  async function begin(session: Session, ownerId: number, type: number): Promise<void> {
    const fault = await beginFilling(session, ownerId, type);
    if (fault !== undefined) throw refuse(fault);
  }

  /** Whoever passed once stays that person, even when the check was taken back later. */
  async function checkSamePerson(session: Session, ownerId: number, hash: Buffer): Promise<void> {
    const rows = await session.query<{ person_hash: Buffer }>(
      `SELECT person_hash FROM identity_applications
       WHERE owner_id = $1 AND identity_type = ${identityTypes.standard}
         AND record_id IN (SELECT record_id FROM identity_decisions
           WHERE owner_id = $1 AND outcome = 'passed')`,
      [ownerId],
    );
    if (rows.some((row) => !row.person_hash.equals(hash))) throw refuse('identity_field');
  }

  async function keep(session: Session, application: NewApplication): Promise<number> {
    const { ownerId, identityType, form, documentHash, personHash } = application;
    const recordId = await openIdentityRecord(session, ownerId, identityType);
    const closed = await vault.closeData(form, { ownerId, kind: 'form' });
    await session.execute(
      `INSERT INTO identity_applications (record_id, owner_id, identity_type, sealed_form,
         wrapped_key, key_version, document_hash, person_hash, created_at_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        recordId,
        ownerId,
        identityType,
        closed.sealed,
        closed.wrapped_key,
        closed.key_version,
        documentHash,
        personHash,
        readNowMs(),
      ],
    );
    // The clock would find it, a minute later.
    await parts.enqueue?.(session, { job: CHECKS_JOB, payload: {}, key: CHECKS_JOB });
    return recordId;
  }

  return {
    begin,
    beginFilling,
    claimDocument,
    keep,
    isCountryTaken,

    /** Whether one could apply with a document; the word says what stands against it. */
    async checkStandard(
      ownerId: number,
      shown: ShownDocument,
    ): Promise<{ isFree: boolean; word: Fault | '' }> {
      const fault =
        (await findLevelFault(database, ownerId, identityTypes.standard)) ??
        (await findDocumentFault(database, ownerId, shown));
      return { isFree: fault === undefined, word: fault ?? '' };
    },

    /** @errors those of `findLevelFault` and of the document, identity_file, identity_field. */
    applyStandard(ownerId: number, form: StandardForm): Promise<{ recordId: number }> {
      return database.transaction(async (session) => {
        await begin(session, ownerId, identityTypes.standard);
        const fault = await findDocumentFault(session, ownerId, form);
        if (fault !== undefined) throw refuse(fault);
        const today = new Date(readNowMs()).toISOString().slice(0, 10);
        if (form.expiresOn !== undefined && form.expiresOn < today) {
          throw refuseField('expiresOn', 'over');
        }
        const { front, back, selfie } = form.fileIds;
        if (back === undefined && form.documentType !== 'passport') {
          throw refuseField('fileIds.back', 'needed');
        }
        const personHash = hashPerson(form);
        await checkSamePerson(session, ownerId, personHash);
        const documentHash = hashDocument(form);
        await claimDocument(session, ownerId, documentHash);
        await files.use(session, ownerId, [
          { fileId: front, kind: 'front' },
          ...(back === undefined ? [] : [{ fileId: back, kind: 'back' } as const]),
          { fileId: selfie, kind: 'selfie' },
        ]);
        const identityType = identityTypes.standard;
        const application = { ownerId, identityType, form, documentHash, personHash };
        return { recordId: await keep(session, application) };
      });
    },

    /** @errors those of `findLevelFault`, identity_country, identity_file. */
    applyAdvanced(ownerId: number, form: AdvancedForm): Promise<{ recordId: number }> {
      return database.transaction(async (session) => {
        const identityType = identityTypes.advanced;
        await begin(session, ownerId, identityType);
        if (!(await isCountryTaken(session, form.country))) throw refuse('identity_country');
        await files.use(session, ownerId, [{ fileId: form.proofFileId, kind: 'address' }]);
        const application = { ownerId, identityType, form, documentHash: NONE, personHash: NONE };
        return { recordId: await keep(session, application) };
      });
    },

    /** Open the form of an application, as it was sent. @errors object_not_found. */
    readForm: (session: Session, recordId: number) => readSealedForm(session, vault, recordId),

    /** Accounts that trade for the company of a record; nobody where it is a person's. */
    async readTraders(
      session: Session,
      record: { readonly record_id: number; readonly identity_type: number },
    ): Promise<readonly number[]> {
      if (record.identity_type !== identityTypes.company) return [];
      const form = await readSealedForm(session, vault, record.record_id);
      return (form as CompanyForm).traders.map(({ uid }) => uid);
    },
  };
}

/** The applications of an installation. */
export type Applications = ReturnType<typeof createApplications>;
