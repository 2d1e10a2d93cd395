// The desk's calls: queue, one case with its checks, its pictures, taking and deciding. Whatever an
// operator is shown of a person is written into the audit chain, by number.
// Called by the edge.
import {
  type AdvancedForm,
  type CompanyForm,
  type ReviewCase,
  reviewRoutes,
  type StandardForm,
  type z,
} from '@isobath/wire';
import { type AuditLog, createLooks } from '../../../base/audit/index.ts';
import type { Database, Session } from '../../../base/db/index.ts';
import { identityStatuses, identityTypes } from '../../../base/identity/index.ts';
import { refuseCase } from '../../../base/office/index.ts';
import {
  type CallContext,
  type OperatorCaller,
  refuse,
  type RouteHandler,
  serve,
} from '../../../base/product/index.ts';
import type { Applications } from '../applications.ts';
import { listVerified } from '../company/company.ts';
import type { Files } from '../files.ts';
import type { SupplementRow, Supplements } from '../supplements.ts';
import { createChecks } from './checks.ts';
import type { Decisions } from './decisions.ts';
import {
  type CaseRow,
  findCase,
  holdCase,
  listDecidedCases,
  listOpenCases,
  readLastDecider,
  showCase,
} from './queue.ts';

/** What the calls stand on. */
export interface ReviewParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly applications: Applications;
  readonly files: Files;
  readonly supplements: Supplements;
  readonly decisions: Decisions;
  /** Told that a case was decided. */
  readonly onDecided: () => Promise<void>;
  readonly readNowMs: () => number;
}

function operatorOf({ caller }: Pick<CallContext, 'caller'>): OperatorCaller {
  if (caller.operator === undefined) throw refuse('not_signed_in');
  return caller.operator;
}

/** What a person passed the standard level with. */
interface Earlier {
  readonly form: StandardForm;
  readonly personHash: Buffer;
}

type Claim = Pick<z.output<NonNullable<typeof reviewRoutes.claim.body>>, 'claimedBy' | 'state'>;

const about = (id: number) => ({ kind: 'identity', id }) as const;

/** Handlers of the desk. */
export function createReviewRoutes(parts: ReviewParts): RouteHandler[] {
  const { database, audit, applications, files, supplements, readNowMs } = parts;
  const looks = createLooks();
  const { checkWhole, checkPeople } = createChecks(parts);

  async function readTraders(form: CompanyForm): Promise<ReviewCase['traders']> {
    const uids = form.traders.map(({ uid }) => uid);
    const verified = await listVerified(database, uids);
    return uids.map((uid) => ({ uid, isVerified: verified.includes(uid) }));
  }

  /** What the person passed the standard level with last. */
  async function readEarlier(ownerId: number): Promise<Earlier | null> {
    const rows = await database.query<{ record_id: number; person_hash: Buffer }>(
      `SELECT record_id, person_hash
       FROM identity_applications JOIN identity_records USING (record_id)
       WHERE identity_applications.owner_id = $1 AND identity_status = ${identityStatuses.passed}
         AND identity_applications.identity_type = ${identityTypes.standard}
       ORDER BY record_id DESC LIMIT 1`,
      [ownerId],
    );
    const [row] = rows;
    if (row === undefined) return null;
    const form = (await applications.readForm(database, row.record_id)) as StandardForm;
    return { form, personHash: row.person_hash };
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
    const { record_id: recordId, owner_id: ownerId, identity_type: type } = row;
    const form = await applications.readForm(database, recordId);
    const standard = type === identityTypes.standard ? (form as StandardForm) : null;
    const advanced = type === identityTypes.advanced ? (form as AdvancedForm) : null;
    const company = type === identityTypes.company ? (form as CompanyForm) : null;
    const earlier = advanced === null ? null : await readEarlier(ownerId);
    const own = standard === null ? null : { form: standard, personHash: row.person_hash };
    const person = own ?? earlier;
    const supplement = await readSupplement(recordId);
    const shown = [
      standard?.fileIds.front,
      standard?.fileIds.back,
      standard?.fileIds.selfie,
      advanced?.proofFileId,
      ...(company?.papers ?? []).map(({ fileId }) => fileId),
      ...(supplement?.answers ?? []).map(({ fileId }) => fileId),
    ].filter((fileId) => fileId !== undefined);
    return {
      row: showCase(row),
      standard,
      advanced,
      company,
      earlier: earlier?.form ?? null,
      files: await files.list(database, shown),
      checks:
        person === null
          ? []
          : await checkWhole(person.form, { recordId, ownerId, personHash: person.personHash }),
      people: company === null ? [] : await checkPeople(company, recordId),
      traders: company === null ? [] : await readTraders(company),
      supplement,
      decisions: await database.query<ReviewCase['decisions'][number]>(
        `SELECT outcome, COALESCE(email, '') AS operator, items,
           reason_codes AS "reasonCodes", at_ms AS at
         FROM identity_decisions LEFT JOIN operators USING (operator_id)
         WHERE record_id = $1 ORDER BY decision_id`,
        [recordId],
      ),
    };
  }

  /** Whoever takes a case takes it as they saw it. @errors case_taken, case_decided. */
  async function checkSeen(session: Session, row: CaseRow, { claimedBy, state }: Claim) {
    const { claimed_by: takerId, record_id: recordId } = row;
    if (takerId !== 0 && takerId !== claimedBy) {
      throw await refuseCase(session, 'case_taken', takerId);
    }
    const isOver = row.state === 'decided' || row.state === 'asked';
    if (state === undefined || state === row.state || !isOver) return;
    throw await refuseCase(session, 'case_decided', await readLastDecider(session, recordId));
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
        const before = await holdCase(session, recordId);
        if (before.claimed_by === operator.operatorId) return showCase(before);
        await checkSeen(session, before, call.body);
        await session.execute(
          `UPDATE identity_applications SET claimed_by = $2, claimed_at_ms = $3
           WHERE record_id = $1`,
          [recordId, operator.operatorId, readNowMs()],
        );
        await write({ action: 'identity_claimed', target: about(recordId) });
        return showCase(await findCase(session, recordId));
      });
    }),
    serve(reviewRoutes.decide, async (call) => {
      const decided = await parts.decisions.decide(operatorOf(call), call.body);
      await parts.onDecided();
      return decided;
    }),
  ];
}
