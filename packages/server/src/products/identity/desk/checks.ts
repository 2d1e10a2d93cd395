// What is found out of people before a reviewer decides: age, days a document is still good, other
// accounts of the same person, and what a provider says. Called by routes.ts.
import type { CompanyForm, ReviewCase, StandardForm } from '@isobath/wire';
import type { Database } from '../../../base/db/index.ts';
import { countYears } from '../applications.ts';
import { listChecks } from '../provider/checks.ts';

/** What checks stand on. */
export interface CheckParts {
  readonly database: Database;
  readonly readNowMs: () => number;
}

/** Whose record is looked at, and the hash of a standard application to look for others by. */
export interface Subject {
  readonly recordId: number;
  readonly ownerId: number;
  readonly personHash: Buffer;
}

type Check = ReviewCase['checks'][number];

const DAY_MS = 86_400_000;
const ADULT_YEARS = 18;

const said = (isGood: boolean) => (isGood ? 'passed' : 'failed');

/** Open the checks. */
export function createChecks({ database, readNowMs }: CheckParts) {
  /** Other accounts of the same name and day of birth. */
  async function countOthers(of: Subject): Promise<number> {
    const [{ count }] = await database.query<{ count: number }>(
      `SELECT count(DISTINCT owner_id) FROM identity_applications
       WHERE person_hash = $1 AND owner_id <> $2`,
      [of.personHash, of.ownerId],
    );
    return count;
  }

  function checkAge({ birthDate }: Pick<StandardForm, 'birthDate'>): Check {
    const years = countYears(birthDate, readNowMs());
    return { check: 'age', result: said(years >= ADULT_YEARS), count: years };
  }

  async function checkWhole(form: StandardForm, of: Subject): Promise<Check[]> {
    const endMs = Date.parse(`${form.expiresOn ?? ''}T00:00:00Z`);
    const daysLeft = Math.ceil((endMs - readNowMs()) / DAY_MS);
    const others = await countOthers(of);
    const hasEnd = form.expiresOn !== undefined;
    return [
      checkAge(form),
      {
        check: 'expiry',
        result: hasEnd ? said(daysLeft >= 0) : 'unknown',
        count: hasEnd ? daysLeft : 0,
      },
      { check: 'duplicate', result: said(others === 0), count: others },
      ...(await listChecks(database, of.recordId)),
    ];
  }

  /** Each owner, then each director, by place. */
  async function checkPeople(form: CompanyForm, recordId: number): Promise<ReviewCase['people']> {
    const found: ReviewCase['people'] = [];
    for (const part of ['beneficiaries', 'directors'] as const) {
      for (const [place, person] of form[part].entries()) {
        const told = await listChecks(database, recordId, `${part}:${place}`);
        found.push({ part, place, checks: [checkAge(person), ...told] });
      }
    }
    return found;
  }

  return { checkWhole, checkPeople };
}
