// The desk of verification on a real database: reviewers who ask, take and decide, and people who
// apply.
// Called by the tests beside it.
import { type Route, reviewRoutes } from '@isobath/wire';
import { createApprovals, type Approvals } from '../../../base/approvals/index.ts';
import { createAuditLog, makeAuditKey } from '../../../base/audit/index.ts';
import { createIdentityRecords, readIdentity } from '../../../base/identity/index.ts';
import type { CallContext } from '../../../base/product/index.ts';
import { startVerification } from '../testing.ts';
import { createDecisions } from './decisions.ts';
import { createReviewRoutes } from './routes.ts';

/** What the chain of acts is closed with, in tests. */
export const KEY = makeAuditKey('ab'.repeat(32));

const operator = (operatorId: number) => ({
  operatorId,
  sessionId: operatorId,
  email: `${operatorId}@example.com`,
  role: 'compliance' as const,
});

/** Start it. */
export async function startDesk() {
  const fixture = await startVerification();
  const { test: database, readNowMs } = fixture;
  let owners = 2_000_000;
  const audit = createAuditLog(database.app, { key: KEY, dataFolder: database.folder, readNowMs });
  const decisions = createDecisions({
    database: database.app,
    audit,
    approvals: (): Approvals => approvals,
    readTraders: (session, row) => fixture.applications.readTraders(session, row),
    readNowMs,
  });
  const approvals = createApprovals({
    database: database.app,
    audit,
    readWorks: () => ({ 'identity.decide': decisions.work }) as never,
    readNowMs: Date.now,
    report: (error) => console.error(error),
  });
  const handlers = createReviewRoutes({ ...fixture, audit, decisions, onDecided: async () => {} });

  async function ask<TAnswer>(route: Route, operatorId: number, input: object): Promise<TAnswer> {
    const handler = handlers.find((one) => one.route === route);
    const parsed = {
      query: route.query?.parse(input),
      body: route.body?.parse(input),
      caller: { operator: operator(operatorId) },
    };
    return (await handler?.handle(parsed as unknown as CallContext)) as TAnswer;
  }

  const decide = (operatorId: number, input: object) =>
    ask<{ approvalId: number }>(reviewRoutes.decide, operatorId, input);

  async function apply(changes: object = {}) {
    const ownerId = await fixture.addPerson((owners += 1));
    const form = await fixture.makeForm(ownerId, { documentNumber: `D${ownerId}`, ...changes });
    return { ownerId, form, ...(await fixture.applications.applyStandard(ownerId, form)) };
  }

  /** Apply, take, decide. */
  async function pass() {
    const applied = await apply();
    await ask(reviewRoutes.claim, 1, applied);
    await decide(1, { recordId: applied.recordId, outcome: 'pass' });
    return applied;
  }

  const level = async (ownerId: number) =>
    readIdentity(await createIdentityRecords(fixture.database).list(ownerId)).level;

  /** Agree to what another asked for. @returns what came of it. */
  async function agree(approvalId: number) {
    const requests = await approvals.list();
    const hash = requests.find((row) => row.approvalId === approvalId)?.payloadHash ?? '';
    return approvals.approve(operator(2), approvalId, hash);
  }

  return {
    ...fixture,
    approvals,
    operator,
    ask,
    decide,
    apply,
    pass,
    level,
    agree,
    /** A person who has shown nothing yet. */
    meet: () => fixture.addPerson((owners += 1)),
  };
}
