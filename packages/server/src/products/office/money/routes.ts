// Calls about money without a chain: each look at people or a document is written down, each change
// waits for another operator. Called by the edge.
import { moneyRoutes } from '@isobath/wire';
import type { AuditLog } from '../../../base/audit/index.ts';
import { refuse, refuseField, type RouteHandler, serve } from '../../../base/product/index.ts';
import { operatorOf } from '../of-call.ts';
import { takeDocument } from './documents.ts';
import type { LineChecks } from './lines.ts';
import type { Postings } from './postings.ts';

/** What the calls stand on. */
export interface MoneyParts {
  readonly audit: AuditLog;
  readonly checks: LineChecks;
  readonly postings: Postings;
}

/** Handlers of money without a chain. */
export function createMoneyRoutes({ audit, checks, postings }: MoneyParts): RouteHandler[] {
  const about = (approvalId: number) => ({ kind: 'approval', id: approvalId }) as const;

  return [
    serve(moneyRoutes.listPostings, ({ query }) => postings.list(query.before)),
    serve(moneyRoutes.viewPosting, async (call) => {
      const { approvalId } = call.query;
      const found = await postings.view(approvalId);
      const people = [...new Set(found.lines.map(({ ownerId }) => ownerId))];
      await audit.write(operatorOf(call), {
        action: 'money_viewed',
        target: about(approvalId),
        detail: { people },
      });
      return found;
    }),
    serve(moneyRoutes.checkPosting, async (call) => {
      const { shown } = await checks.check(call.body.direction, call.body.lines);
      const people = [...new Set(shown.map(({ ownerId }) => ownerId))].filter((id) => id !== 0);
      // It tells what people have: whom it showed is written down.
      await audit.write(operatorOf(call), { action: 'money_checked', detail: { people } });
      const problemsCount = shown.filter(({ problem }) => problem !== '').length;
      return { lines: shown, problemsCount };
    }),
    serve(moneyRoutes.makePosting, async (call) => {
      const { direction, ground, reason, file, reference } = call.body;
      if (ground === 'opening' && direction === 'debit') {
        throw refuseField('ground', 'opening balances are credits');
      }
      const document = takeDocument({ file, reference });
      const { shown, ready } = await checks.check(direction, call.body.lines);
      const place = shown.findIndex(({ problem }) => problem !== '');
      if (place >= 0) {
        const problem = shown[place]?.problem ?? '';
        throw refuse('posting_unfit', { line: String(place + 1), problem });
      }
      const request = { direction, ground, lines: ready, document, reason };
      return { approvalId: await postings.make(operatorOf(call), request) };
    }),
    serve(moneyRoutes.readDocument, async (call) => {
      const { approvalId } = call.body;
      const { name, type, content } = await postings.readDocument(approvalId);
      const target = about(approvalId);
      await audit.write(operatorOf(call), { action: 'money_document_viewed', target });
      return { name, type, data: content.toString('base64') };
    }),
  ];
}
