// Companies that ask to be verified: details, papers, owners, directors and traders are saved list
// by list, each closed as a form is, and sent together. What was sent is an application like a
// person's (applications.ts); the lists stay, so that a refused company mends what was named.
// Not deciding (desk/decisions.ts). Called by routes.ts.
import {
  type CompanyBasic,
  type CompanyDirector,
  type CompanyForm,
  companyForm,
  type CompanyOwner,
  companyPaperKinds,
  type CompanyPapers,
  type CompanyTrader,
} from '@isobath/wire';
import type { Session } from '../../../base/db/index.ts';
import { identityStatuses, identityTypes } from '../../../base/identity/index.ts';
import { refuse, refuseField } from '../../../base/product/index.ts';
import { type ApplicationParts, type Applications, isAdult } from '../applications.ts';
import { readLetters } from '../letters.ts';
import type { ClosedData } from '../../../base/vault/index.ts';

/** A list of a company, by its name in the form. */
export type CompanyPart = keyof CompanyForm;

/** A list as it was saved. */
export interface SavedPart<TPart extends CompanyPart> {
  /** 0 = never. */
  readonly savedAtMs: number;
  readonly data: CompanyForm[TPart] | undefined;
}

type Parts = ApplicationParts & { readonly applications: Applications };

/** Which lists a form needs, in the order in which they are asked for. */
const PARTS = ['basic', 'papers', 'beneficiaries', 'directors', 'traders'] as const;
const TYPE = identityTypes.company;
const NONE = Buffer.alloc(0);

/** Which of some accounts stand for people who passed the standard level. */
export async function listVerified(session: Session, uids: readonly number[]): Promise<number[]> {
  const rows = await session.query<{ uid: number }>(
    `SELECT DISTINCT owner_id AS uid FROM identity_records
     WHERE owner_id = ANY ($1::bigint[]) AND identity_type = ${identityTypes.standard}
       AND identity_status = ${identityStatuses.passed}`,
    [uids],
  );
  return rows.map(({ uid }) => uid);
}

async function checkTraders(session: Session, traders: readonly CompanyTrader[]): Promise<void> {
  const uids = traders.map(({ uid }) => uid);
  const known = await listVerified(session, uids);
  const stranger = uids.find((uid) => !known.includes(uid));
  // Whether there is nobody or somebody unverified of this number is not told.
  if (stranger !== undefined) throw refuse('identity_trader', { uid: String(stranger) });
}

/** Nobody stands twice in a list: not by name and birth, and not by document, in any script. */
function checkOnce(people: readonly CompanyDirector[]): void {
  const marks = people.flatMap((person) => {
    const { firstName, lastName, birthDate, country, documentType, documentNumber } = person;
    const name = `${readLetters(firstName)}\n${readLetters(lastName)}`;
    return [
      `person\n${name}\n${birthDate}`,
      `document\n${country}\n${documentType}\n${readLetters(documentNumber)}`,
    ];
  });
  if (new Set(marks).size < marks.length) throw refuse('identity_person_twice');
}

/** Open the companies. */
export function createCompanies(parts: Parts) {
  const { database, vault, files, seal, applications, readNowMs } = parts;

  async function readPart<TPart extends CompanyPart>(
    session: Session,
    ownerId: number,
    part: TPart,
  ): Promise<SavedPart<TPart>> {
    const rows = await session.query<ClosedData & { saved_at_ms: number }>(
      'SELECT * FROM identity_company_parts WHERE owner_id = $1 AND part = $2',
      [ownerId, part],
    );
    const row = rows[0];
    if (row === undefined) return { savedAtMs: 0, data: undefined };
    const data = await vault.openData(row, { ownerId, kind: `company ${part}` });
    return { savedAtMs: row.saved_at_ms, data: data as CompanyForm[TPart] };
  }

  async function checkCountry(session: Session, country: string): Promise<void> {
    if (!(await applications.isCountryTaken(session, country))) throw refuse('identity_country');
  }

  async function checkPeople(session: Session, people: readonly CompanyDirector[]): Promise<void> {
    checkOnce(people);
    for (const { birthDate, country } of people) {
      await checkCountry(session, country);
      if (!isAdult(birthDate, readNowMs())) throw refuse('identity_age');
    }
  }

  /** Save a list, as long as no check waits or has passed. */
  function save<TPart extends CompanyPart>(
    ownerId: number,
    part: TPart,
    work: (session: Session) => Promise<CompanyForm[TPart]>,
  ): Promise<Record<string, never>> {
    return database.transaction(async (session) => {
      const fault = await applications.beginFilling(session, ownerId, TYPE);
      // On a day of three refusals a company may still mend what was named.
      if (fault !== undefined && fault !== 'identity_day_limit') throw refuse(fault);
      const data = await work(session);
      const closed = await vault.closeData(data, { ownerId, kind: `company ${part}` });
      await session.execute(
        `INSERT INTO identity_company_parts VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (owner_id, part) DO UPDATE SET sealed = $3, wrapped_key = $4,
           key_version = $5, saved_at_ms = $6`,
        [ownerId, part, closed.sealed, closed.wrapped_key, closed.key_version, readNowMs()],
      );
      return {};
    });
  }

  /** All lists as one form. @errors invalid, naming the first that is not whole. */
  async function readWhole(session: Session, ownerId: number): Promise<CompanyForm> {
    const found: Record<string, unknown> = {};
    for (const part of PARTS) {
      const { data } = await readPart(session, ownerId, part);
      if (data === undefined) throw refuseField(part, 'needed');
      found[part] = data;
    }
    const form = companyForm.parse(found);
    const missing = companyPaperKinds.find(
      (kind) => !form.papers.some((paper) => paper.kind === kind),
    );
    if (missing !== undefined) throw refuseField(`papers.${missing}`, 'needed');
    return form;
  }

  /** Let files go that no application names: they are forgotten as those that were never shown. */
  async function releaseFiles(session: Session, ownerId: number, replaced: CompanyPapers) {
    const rows = await session.query<{ record_id: number }>(
      `SELECT record_id FROM identity_applications
       WHERE owner_id = $1 AND identity_type = ${TYPE}`,
      [ownerId],
    );
    const kept = new Set<number>();
    for (const { record_id: recordId } of rows) {
      const { papers } = (await applications.readForm(session, recordId)) as CompanyForm;
      for (const { fileId } of papers) kept.add(fileId);
    }
    const fileIds = replaced.map(({ fileId }) => fileId).filter((fileId) => !kept.has(fileId));
    await files.release(session, ownerId, fileIds);
  }

  return {
    readPart: <TPart extends CompanyPart>(ownerId: number, part: TPart) =>
      readPart(database, ownerId, part),

    /** @errors those of `save`: identity_waiting, identity_level_order; identity_country. */
    saveBasic: (ownerId: number, basic: CompanyBasic) =>
      save(ownerId, 'basic', async (session) => {
        await checkCountry(session, basic.country);
        return basic;
      }),

    /** @errors those of `save`, identity_file. */
    savePapers: (ownerId: number, papers: CompanyPapers) =>
      save(ownerId, 'papers', async (session) => {
        const { data: earlier = [] } = await readPart(session, ownerId, 'papers');
        await files.use(session, ownerId, papers);
        const fileIds = papers.map(({ fileId }) => fileId);
        const replaced = earlier.filter(({ fileId }) => !fileIds.includes(fileId));
        if (replaced.length > 0) await releaseFiles(session, ownerId, replaced);
        return papers;
      }),

    /** @errors those of `save`, identity_person_twice, identity_age, identity_country. */
    saveOwners: (ownerId: number, owners: readonly CompanyOwner[]) =>
      save(ownerId, 'beneficiaries', async (session) => {
        await checkPeople(session, owners);
        return [...owners];
      }),

    /** @errors those of `save`, identity_person_twice, identity_age, identity_country. */
    saveDirectors: (ownerId: number, directors: readonly CompanyDirector[]) =>
      save(ownerId, 'directors', async (session) => {
        await checkPeople(session, directors);
        return [...directors];
      }),

    /** @errors those of `save`, identity_trader. */
    saveTraders: (ownerId: number, traders: readonly CompanyTrader[]) =>
      save(ownerId, 'traders', async (session) => {
        await checkTraders(session, traders);
        return [...traders];
      }),

    /**
     * Send what was saved.
     *
     * @errors those of `begin`, invalid for a list that is missing, identity_person_twice,
     *   identity_age, identity_country, identity_trader, identity_file,
     *   identity_document_used for a company of another account.
     */
    apply(ownerId: number): Promise<{ recordId: number }> {
      return database.transaction(async (session) => {
        await applications.begin(session, ownerId, TYPE);
        const form = await readWhole(session, ownerId);
        const { basic, papers, beneficiaries, directors, traders } = form;
        await checkCountry(session, basic.country);
        await checkPeople(session, beneficiaries);
        await checkPeople(session, directors);
        await checkTraders(session, traders);
        await files.use(session, ownerId, papers);
        const documentHash = seal.hash(`company\n${basic.country}\n${readLetters(basic.number)}`);
        await applications.claimDocument(session, ownerId, documentHash);
        const application = { ownerId, identityType: TYPE, form, documentHash, personHash: NONE };
        return { recordId: await applications.keep(session, application) };
      });
    },
  };
}

/** The companies of an installation. */
export type Companies = ReturnType<typeof createCompanies>;
