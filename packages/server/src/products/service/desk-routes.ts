// The desk's side in the back office: the queue, a talk, taking, answering and ending it. What an
// operator does is written into the audit chain together with it.
// Called by the edge.
import { type DeskRow, deskRoutes, type ServiceMessage } from '@isobath/wire';
import { type AuditLog, createLooks } from '../../base/audit/index.ts';
import type { Database, Session } from '../../base/db/index.ts';
import { refuseCase } from '../../base/office/index.ts';
import {
  type CallContext,
  type OperatorCaller,
  refuse,
  type RouteHandler,
  serve,
} from '../../base/product/index.ts';
import { checkSaid, type Sent, type Conversations } from './conversations.ts';

/** What the calls stand on. */
export interface DeskParts {
  readonly database: Database;
  readonly talks: Conversations;
  readonly audit: AuditLog;
  readonly readNowMs: () => number;
  readonly publish: (ownerId: number) => Promise<void>;
}

function operatorOf({ caller }: Pick<CallContext, 'caller'>): OperatorCaller {
  if (caller.operator === undefined) throw refuse('not_signed_in');
  return caller.operator;
}

const about = (id: number) => ({ kind: 'talk', id }) as const;

/** @errors case_taken, case_decided by a colleague, case_not_taken. */
async function checkMine(session: Session, row: DeskRow, operatorId: number): Promise<void> {
  if (row.operatorId === operatorId) return;
  if (row.operatorId === 0) throw refuse('case_not_taken');
  const word = row.state === 'closed' ? 'case_decided' : 'case_taken';
  throw await refuseCase(session, word, row.operatorId);
}

/** Whoever takes a talk over has seen whose it is. @errors case_decided, case_taken. */
async function checkSeen(session: Session, row: DeskRow, by: { seenId: number; ownId: number }) {
  const { operatorId, state } = row;
  if (state === 'closed') throw await refuseCase(session, 'case_decided', operatorId);
  if (operatorId === 0 || operatorId === by.ownId || operatorId === by.seenId) return;
  throw await refuseCase(session, 'case_taken', operatorId);
}

/** Handlers of the desk. */
export function createDeskRoutes(parts: DeskParts): RouteHandler[] {
  const { database, talks, audit, publish } = parts;
  const looks = createLooks();

  /** What is read on is no new look, whatever message the caller says they have. */
  async function noteLook(operator: OperatorCaller, conversationId: number, isAnew: boolean) {
    const { sessionId } = operator;
    const write = () =>
      audit.write(operator, { action: 'desk_viewed', target: about(conversationId) });
    if (isAnew) await write();
    await looks.note({ sessionId, room: 'talk', ids: [conversationId] }, async () => {
      if (!isAnew) await write();
    });
  }

  /** The queue names people and says what they wrote last: whom it showed is written down. */
  async function noteQueue(operator: OperatorCaller, rows: readonly DeskRow[]): Promise<void> {
    const { sessionId } = operator;
    const ids = rows.map(({ conversationId }) => conversationId);
    await looks.note({ sessionId, room: 'queue', ids }, async (conversationIds) => {
      const fresh = rows.filter(({ conversationId }) => conversationIds.includes(conversationId));
      const people = [...new Set(fresh.map(({ ownerId }) => ownerId))].filter((id) => id !== 0);
      await audit.write(operator, {
        action: 'desk_listed',
        detail: { talks: conversationIds, people },
      });
    });
  }

  async function publishLine(ownerId: number): Promise<void> {
    await talks.publishLine();
    if (ownerId !== 0) await publish(ownerId);
  }

  /** Only whoever has taken a talk speaks in it. */
  async function answer(
    operator: OperatorCaller,
    { conversationId, ...sent }: { conversationId: number } & Sent,
  ): Promise<ServiceMessage> {
    const { operatorId } = operator;
    const file = checkSaid(sent);
    const [id, ownerId] = await audit.transaction(operator, async (session, write) => {
      const row = await talks.readDesk(session, conversationId);
      await checkMine(session, row, operatorId);
      if (row.state === 'closed') throw refuse('forbidden');
      const { text } = sent;
      const said = { conversationId, author: 'operator', operatorId, text, file } as const;
      const messageId = await talks.say(session, said);
      await session.execute(
        `UPDATE service_talks SET operator_read_through = $2,
           answered_at_ms = CASE answered_at_ms WHEN 0 THEN $3::bigint ELSE answered_at_ms END
         WHERE conversation_id = $1`,
        [conversationId, messageId, parts.readNowMs()],
      );
      await write({ action: 'desk_answered', target: about(conversationId) });
      return [messageId, row.ownerId];
    });
    await publishLine(ownerId);
    const [message] = await talks.listMessages(conversationId, id - 1);
    return message;
  }

  return [
    serve(deskRoutes.queue, async (call) => {
      const { state, before } = call.query;
      const rows = await (state === 'closed' ? talks.listClosed(before) : talks.listActive());
      await noteQueue(operatorOf(call), rows);
      return rows;
    }),
    serve(deskRoutes.view, async (call) => {
      const { conversationId, since = 0 } = call.query;
      const row = await talks.readDesk(database, conversationId);
      await noteLook(operatorOf(call), conversationId, since === 0);
      return { row, messages: await talks.listMessages(conversationId, since) };
    }),
    serve(deskRoutes.take, async (call) => {
      const operator = operatorOf(call);
      const { conversationId, claimedBy } = call.body;
      const row = await audit.transaction(operator, async (session, write) => {
        const before = await talks.readDesk(session, conversationId);
        await checkSeen(session, before, { seenId: claimedBy, ownId: operator.operatorId });
        if (before.operatorId === operator.operatorId) return before;
        await session.execute(
          `UPDATE service_talks SET state = 'open', operator_id = $2 WHERE conversation_id = $1`,
          [conversationId, operator.operatorId],
        );
        // Whoever waits sees at once that somebody is there.
        await talks.say(session, { conversationId, author: 'desk', text: 'taken' });
        await write({ action: 'desk_taken', target: about(conversationId) });
        return talks.readDesk(session, conversationId);
      });
      await publishLine(row.ownerId);
      return row;
    }),
    serve(deskRoutes.answer, (call) => answer(operatorOf(call), call.body)),
    serve(deskRoutes.close, async (call) => {
      const operator = operatorOf(call);
      const { conversationId } = call.body;
      const row = await audit.transaction(operator, async (session, write) => {
        const before = await talks.readDesk(session, conversationId);
        await checkMine(session, before, operator.operatorId);
        if (before.state === 'closed') return before;
        const close = `UPDATE service_talks SET state = 'closed' WHERE conversation_id = $1`;
        await session.execute(close, [conversationId]);
        await talks.say(session, { conversationId, author: 'desk', text: 'closed' });
        await write({ action: 'desk_closed', target: about(conversationId) });
        return talks.readDesk(session, conversationId);
      });
      await publishLine(row.ownerId);
      return row;
    }),
    serve(deskRoutes.deskFile, async (call) => {
      const { fileId } = call.body;
      const target = about(await talks.readConversationOfFile(fileId));
      await audit.write(operatorOf(call), { action: 'desk_viewed', target, detail: { fileId } });
      return talks.readFile(fileId);
    }),
  ];
}
