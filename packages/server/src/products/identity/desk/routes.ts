// The desk's calls: queue, one case with its checks, its pictures, taking and deciding. Whatever an
// operator is shown of a person is written into the audit chain, by number.
// Called by the edge.
import { type AdvancedForm, type ReviewCase, reviewRoutes, type StandardForm } from '@isobath/wire';
import { type AuditLog, createLooks } from '../../../base/audit/index.ts';
import type { Database } from '../../../base/db/index.ts';
import { identityStatuses, identityTypes } from '../../../base/identity/index.ts';
import {
  type CallContext,
  type OperatorCaller,
  refuse,
  type RouteHandler,
  serve,
} from '../../../base/product/index.ts';
import { type Applications, countYears } from '../applications.ts';
import type { Files } from '../files.ts';
import type { SupplementRow, Supplements } from '../supplements.ts';
import type { Decisions } from './decisions.ts';
import type { CheckPorts } from './ports.ts';
import { type CaseRow, findCase, listDecidedCases, listOpenCases, showCase } from './queue.ts';

/** What the calls stand on. */
export interface ReviewParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly applications: Applications;
  readonly files: Files;
  readonly supplements: Supplements;
  readonly decisions: Decisions;
  readonly ports: CheckPorts;
  readonly readNowMs: () => number;
}

type Check = ReviewCase['checks'][number];

const DAY_MS = 86_400_000;
const ADULT_YEARS = 18;

function operatorOf({ caller }: Pick<CallContext, 'caller'>): OperatorCaller {
  if (caller.operator === undefined) throw refuse('not_signed_in');
  return caller.operator;
}

const about = (id: number) => ({ kind: 'identity', id }) as const;

/** Handlers of the desk. */
export function createReviewRoutes(parts: ReviewParts): RouteHandler[] {
  const { database, audit, applications, files, supplements, ports, readNowMs } = parts;
  const looks = createLooks();

  async function countOthers(row: CaseRow): Promise<number> {
    const [{ count }] = await database.query<{ count: number }>(
      `SELECT count(DISTINCT owner_id) FROM identity_applications
       WHERE person_hash = $1 AND owner_id <> $2`,
      [row.person_hash, row.owner_id],
    );
    return count;
  }

  async function check(row: CaseRow, form: StandardForm): Promise<Check[]> {
    const years = countYears(form.birthDate, readNowMs());
    const endMs = Date.parse(`${form.expiresOn ?? ''}T00:00:00Z`);
    const daysLeft = Math.ceil((endMs - readNowMs()) / DAY_MS);
    const others = await countOthers(row);
    const said = (isGood: boolean) => (isGood ? 'passed' : 'failed');
    const hasEnd = form.expiresOn !== undefined;
    return [
      { check: 'age', result: said(years >= ADULT_YEARS), count: years },
      {
        check: 'expiry',
        result: hasEnd ? said(daysLeft >= 0) : 'unknown',
        count: hasEnd ? daysLeft : 0,
      },
      { check: 'duplicate', result: said(others === 0), count: others },
      { check: 'lists', result: await ports.screenPerson(form), count: 0 },
      { check: 'document', result: await ports.checkDocument(form), count: 0 },
    ];
  }

  /** What the person passed the standard level with last. */
  async function readEarlier(ownerId: number): Promise<StandardForm | null> {
    const rows = await database.query<{ record_id: number }>(
      `SELECT record_id FROM identity_applications JOIN identity_records USING (record_id)
       WHERE identity_applications.owner_id = $1 AND identity_status = ${identityStatuses.passed}
         AND identity_applications.identity_type = ${identityTypes.standard}
       ORDER BY record_id DESC LIMIT 1`,
      [ownerId],
    );
    const [row] = rows;
    if (row === undefined) return null;
    return (await applications.readForm(database, row.record_id)) as StandardForm;
  }

  async function readSupplement(recordId: number): Promise<ReviewCase['supplement']> {
    const rows = await database.query<SupplementRow>(
      'SELECT * FROM identity_supplements WHERE record_id = $1 AND closed_at_ms = 0',
      [recordId],
    );
    const [row] = rows;
    if (row === undefined) return null;
    const answers = [...(await supplements.readAnswers(row))];
    return { items: row.items, dueAt: row.due_at_ms, answers };
  }

  /** Everything of a case but its pictures. */
  async function readCase(row: CaseRow): Promise<ReviewCase> {
    const form = await applications.readForm(database, row.record_id);
    const isStandard = row.identity_type === identityTypes.standard;
    const standard = isStandard ? (form as StandardForm) : null;
    const advanced = isStandard ? null : (form as AdvancedForm);
    const earlier = isStandard ? null : await readEarlier(row.owner_id);
    const person = standard ?? earlier;
    const supplement = await readSupplement(row.record_id);
    const shown = [
      standard?.fileIds.front,
      standard?.fileIds.back,
      standard?.fileIds.selfie,
      advanced?.proofFileId,
      ...(supplement?.answers ?? []).map(({ fileId }) => fileId),
    ].filter((fileId) => fileId !== undefined);
    return {
      row: showCase(row),
      standard,
      advanced,
      earlier,
      files: await files.list(database, shown),
      checks: person === null ? [] : await check(row, person),
      supplement,
      decisions: await database.query<ReviewCase['decisions'][number]>(
        `SELECT outcome, COALESCE(email, '') AS operator, items,
           reason_codes AS "reasonCodes", at_ms AS at
         FROM identity_decisions LEFT JOIN operators USING (operator_id)
         WHERE record_id = $1 ORDER BY decision_id`,
        [row.record_id],
      ),
    };
  }

  return [
    serve(reviewRoutes.queue, async (call) => {
      const isOpen = call.query.state === 'open';
      const rows = await (isOpen ? listOpenCases(database) : listDecidedCases(database));
      const operator = operatorOf(call);
      const ids = rows.map(({ record_id: id }) => id);
      const { sessionId } = operator;
      await looks.note({ sessionId, room: 'identity', ids }, (records) =>
        audit.write(operator, { action: 'identity_listed', detail: { records: [...records] } }),
      );
      return rows.map(showCase);
    }),
    serve(reviewRoutes.view, async (call) => {
      const row = await findCase(database, call.query.recordId);
      const target = about(row.record_id);
      await audit.write(operatorOf(call), { action: 'identity_viewed', target });
      return readCase(row);
    }),
    serve(reviewRoutes.file, async (call) => {
      const { recordId, fileId } = call.body;
      const { files: shown } = await readCase(await findCase(database, recordId));
      if (!shown.some((one) => one.fileId === fileId)) throw refuse('object_not_found');
      const detail = { fileId };
      await audit.write(operatorOf(call), {
        action: 'identity_file_viewed',
        target: about(recordId),
        detail,
      });
      const { mediaType, content } = await files.read(fileId);
      return { type: mediaType, data: content.toString('base64') };
    }),
    serve(reviewRoutes.claim, async (call) => {
      const operator = operatorOf(call);
      const { recordId } = call.body;
      return audit.transaction(operator, async (session, write) => {
        const before = await findCase(session, recordId);
        if (before.claimed_by === operator.operatorId) return showCase(before);
        await session.execute(
          `UPDATE identity_applications SET claimed_by = $2, claimed_at_ms = $3
           WHERE record_id = $1`,
          [recordId, operator.operatorId, readNowMs()],
        );
        await write({ action: 'identity_claimed', target: about(recordId) });
        return showCase(await findCase(session, recordId));
      });
    }),
    serve(reviewRoutes.decide, (call) => parts.decisions.decide(operatorOf(call), call.body)),
  ];
}
