// The checks of records that wait: each is asked of the provider under a reference of its own and
// read back until it is decided. A provider that is down or says nothing decides nothing: the desk
// sees that nobody looked. Run by jobs (jobs.ts); what came of it is read by the desk.
import { randomUUID } from 'node:crypto';
import type { ReviewCheck, StandardForm } from '@isobath/wire';
import { z } from '@isobath/wire/z';
import type { Database, Session } from '../../../base/db/index.ts';
import { identityStatuses, identityTypes } from '../../../base/identity/index.ts';
import {
  type CheckKind,
  checkKinds,
  type CheckProvider,
  type CheckRequest,
  ProviderFault,
} from '../../../base/providers/index.ts';

/** What checks stand on. */
export interface CheckParts {
  readonly database: Database;
  /** The form of a record, opened. */
  readonly readForm: (recordId: number) => Promise<unknown>;
  /** Undefined: nobody is asked. */
  readonly readProvider: () => Promise<CheckProvider | undefined>;
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
}

/** A record whose people are checked. */
interface CheckedRecord {
  readonly record_id: number;
  readonly owner_id: number;
  readonly type: number;
}

interface CheckRow extends CheckedRecord {
  readonly reference: string;
  readonly subject: string;
  readonly kind: CheckKind;
  readonly state: 'new' | 'asked';
  readonly tries_count: number;
}

const MINUTE_MS = 60_000;
/** After so many tries a check waits an hour for the next. */
const DOUBLINGS_MAX = 6;
/** Of one run, so that it ends. */
const ROWS_MAX = 50;
/** So many times a provider fails in one run. */
const FAULTS_MAX = 3;
const DAY_MS = 86_400_000;
/** How long a check is asked about that is never decided. */
const KEPT_MS = 7 * DAY_MS;

const waitMs = (tries: number) => MINUTE_MS * 2 ** Math.min(tries, DOUBLINGS_MAX);

/** Whom a provider is asked about. */
type CheckedPerson = Omit<StandardForm, 'fileIds' | 'expiresOn'>;

const line = z.string();
const companyPerson = z.object({
  firstName: line,
  lastName: line,
  birthDate: line,
  country: line,
  documentType: z.custom<CheckedPerson['documentType']>((value) => typeof value === 'string'),
  documentNumber: line,
});
/** Who owns and leads a company, of its form. */
const companyPeople = z.object({
  beneficiaries: z.array(companyPerson),
  directors: z.array(companyPerson),
});

/** People of a company by part and place. */
function listCompanyPeople(form: unknown): ReadonlyMap<string, CheckedPerson> {
  const people = companyPeople.parse(form);
  return new Map(
    (['beneficiaries', 'directors'] as const).flatMap((part) =>
      people[part].map((person, place) => [`${part}:${place}`, person] as const),
    ),
  );
}

/** The person of a record that is one's own. */
const OWN = '';

/** What is asked about a person. */
function writeRequest({ reference, kind }: CheckRow, person: CheckedPerson): CheckRequest {
  const { firstName, lastName, birthDate, country, documentType, documentNumber } = person;
  return kind === 'lists'
    ? { reference, kind, subject: { firstName, lastName, birthDate, country } }
    : { reference, kind, subject: { country, documentType, documentNumber } };
}

/** Make the checks. */
export function createChecks(parts: CheckParts) {
  const { database, readForm, readProvider, readNowMs, report } = parts;

  /** The form that says who somebody is: of a higher level the one that was passed with. */
  async function findForm(row: CheckedRecord): Promise<StandardForm | undefined> {
    const rows = await database.query<{ record_id: number }>(
      `SELECT record_id FROM identity_applications JOIN identity_records USING (record_id)
       WHERE identity_applications.owner_id = $1
         AND identity_applications.identity_type = ${identityTypes.standard}
         AND (record_id = $2 OR identity_status = ${identityStatuses.passed})
       ORDER BY record_id <> $2, record_id DESC LIMIT 1`,
      [row.owner_id, row.record_id],
    );
    const recordId = rows[0]?.record_id;
    return recordId === undefined ? undefined : ((await readForm(recordId)) as StandardForm);
  }

  /** Whom a record is about; undefined: nobody knows who that is. */
  async function listPeople(
    row: CheckedRecord,
  ): Promise<ReadonlyMap<string, CheckedPerson | undefined>> {
    if (row.type === identityTypes.company) return listCompanyPeople(await readForm(row.record_id));
    return new Map([[OWN, await findForm(row)]]);
  }

  /** Give a record its checks, and note when its document ends. */
  async function prepareRecord(row: CheckedRecord): Promise<void> {
    const people = await listPeople(row);
    const form = row.type === identityTypes.standard ? await findForm(row) : undefined;
    const endsMs = Date.parse(`${form?.expiresOn ?? ''}T00:00:00Z`) + DAY_MS;
    await database.transaction(async (session) => {
      for (const subject of people.keys()) {
        for (const kind of checkKinds) {
          await session.execute(
            `INSERT INTO identity_checks
               (reference, record_id, owner_id, kind, subject, made_at_ms, next_at_ms)
             VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING`,
            [randomUUID(), row.record_id, row.owner_id, kind, subject, readNowMs()],
          );
        }
      }
      if (Number.isNaN(endsMs)) return;
      await session.execute(
        `INSERT INTO identity_document_ends (record_id, owner_id, ends_at_ms)
         VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
        [row.record_id, row.owner_id, endsMs],
      );
    });
  }

  /** Prepare what waits and has no checks yet. */
  async function prepare(): Promise<void> {
    const rows = await database.query<CheckedRecord>(
      `SELECT record_id, cases.owner_id, cases.identity_type AS type
       FROM identity_applications AS cases JOIN identity_records USING (record_id)
       WHERE identity_status = ${identityStatuses.waiting}
         AND NOT EXISTS (SELECT FROM identity_checks AS made
           WHERE made.record_id = cases.record_id)
       ORDER BY record_id LIMIT ${ROWS_MAX}`,
    );
    for (const row of rows) await prepareRecord(row);
  }

  /** Note that a check is with a provider, or is to be tried again. */
  async function postpone(row: CheckRow, state: 'new' | 'asked', provider: string): Promise<void> {
    await database.execute(
      `UPDATE identity_checks SET state = $2, provider = $3, tries_count = tries_count + 1,
         next_at_ms = $4 WHERE reference = $1 AND state IN ('new', 'asked')`,
      [row.reference, state, provider, readNowMs() + waitMs(row.tries_count)],
    );
  }

  /** What was found stays: of two that say something else the first one counts. */
  async function settle(row: CheckRow, state: 'passed' | 'failed', provider: string) {
    await database.execute(
      `UPDATE identity_checks SET state = $2, provider = $3, found_at_ms = $4
       WHERE reference = $1 AND state IN ('new', 'asked')`,
      [row.reference, state, provider, readNowMs()],
    );
  }

  /** One step of one check: read it back, or ask for it. */
  async function step(row: CheckRow, provider: CheckProvider): Promise<void> {
    let standing = row.state === 'asked' ? await provider.read(row.reference) : undefined;
    if (standing === undefined) {
      const person = (await listPeople(row)).get(row.subject);
      if (person === undefined) return postpone(row, 'new', '');
      standing = await provider.ask(writeRequest(row, person));
    }
    if (standing.kind !== row.kind) throw new ProviderFault('an answer about another kind');
    const { state } = standing;
    if (state === 'pending') await postpone(row, 'asked', provider.name);
    else await settle(row, state, provider.name);
  }

  const findRows = (where: string, values: (string | number)[]) =>
    database.query<CheckRow>(
      `SELECT reference, record_id, checks.owner_id, identity_type AS type, subject, kind, state,
         tries_count
       FROM identity_checks AS checks JOIN identity_applications USING (record_id)
       WHERE state IN ('new', 'asked') AND ${where}`,
      values,
    );

  return {
    /** Ask for what is new, read back what is due. It throws for nothing that a provider does. */
    async run(): Promise<void> {
      await prepare();
      const provider = await readProvider();
      if (provider === undefined) return;
      const due = 'next_at_ms <= $1 AND made_at_ms > $2 ORDER BY next_at_ms';
      const nowMs = readNowMs();
      let faultsCount = 0;
      for (const row of await findRows(`${due} LIMIT ${ROWS_MAX}`, [nowMs, nowMs - KEPT_MS])) {
        try {
          await step(row, provider);
        } catch (error) {
          if (!(error instanceof ProviderFault)) throw error;
          await postpone(row, row.state, provider.name);
          if (faultsCount === 0) report(error);
          faultsCount += 1;
          // It is away: the others wait for the next run.
          if (faultsCount === FAULTS_MAX) return;
        }
      }
    },

    /** Read one back, as it is said to have changed. @throws ProviderFault to be tried again. */
    async readBack(reference: string): Promise<void> {
      const [row] = await findRows('reference = $1', [reference]);
      const provider = await readProvider();
      if (row !== undefined && provider !== undefined) await step(row, provider);
    },
  };
}

/** The checks of an installation. */
export type Checks = ReturnType<typeof createChecks>;

const results = { new: 'unknown', asked: 'pending', passed: 'passed', failed: 'failed' } as const;

/**
 * What providers found, as the desk sees it; nobody was asked = unknown.
 *
 * @param subject - who of a company, as `directors:0`; left out: the person themselves.
 */
export async function listChecks(
  session: Session,
  recordId: number,
  subject = OWN,
): Promise<ReviewCheck[]> {
  const rows = await session.query<{ kind: CheckKind; state: keyof typeof results }>(
    'SELECT kind, state FROM identity_checks WHERE record_id = $1 AND subject = $2',
    [recordId, subject],
  );
  return checkKinds.map((kind) => {
    const found = rows.find((row) => row.kind === kind);
    return { check: kind, result: results[found?.state ?? 'new'], count: 0 };
  });
}
