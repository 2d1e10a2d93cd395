// The desk's side in the back office: the queue, a talk, taking, answering and ending it. What an
// operator does is written into the audit chain together with it.
// Called by the edge.
import { deskRoutes, type ServiceMessage } from '@isobath/wire';
import type { AuditLog } from '../../base/audit/index.ts';
import type { Database } from '../../base/db/index.ts';
import {
  type CallContext,
  type OperatorCaller,
  refuse,
  type RouteHandler,
  serve,
} from '../../base/product/index.ts';
import type { Talks } from './talks.ts';

/** What the calls stand on. */
export interface DeskParts {
  readonly database: Database;
  readonly talks: Talks;
  readonly audit: AuditLog;
  readonly readNowMs: () => number;
  readonly publish: (ownerId: number) => Promise<void>;
}

function operatorOf({ caller }: Pick<CallContext, 'caller'>): OperatorCaller {
  if (caller.operator === undefined) throw refuse('not_signed_in');
  return caller.operator;
}

const about = (id: number) => ({ kind: 'talk', id }) as const;

/** Sessions and talks that are remembered; forgotten ones are written down once more. */
const LOOKS_MAX = 10_000;

/** Handlers of the desk. */
export function createDeskRoutes(parts: DeskParts): RouteHandler[] {
  const { database, talks, audit, publish } = parts;

  /** Talks that a session looked at: what it reads on is no new look, whatever it says it has. */
  const looks = new Set<string>();

  async function noteLook(operator: OperatorCaller, conversationId: number, isAnew: boolean) {
    const look = `${operator.sessionId} ${conversationId}`;
    if (!isAnew && looks.has(look)) return;
    await audit.write(operator, { action: 'desk_viewed', target: about(conversationId) });
    if (looks.size >= LOOKS_MAX) looks.clear();
    looks.add(look);
  }

  async function tell(ownerId: number): Promise<void> {
    if (ownerId !== 0) await publish(ownerId);
  }

  /** Only whoever has taken a talk speaks in it. */
  async function answer(
    operator: OperatorCaller,
    { conversationId, text }: { conversationId: number; text: string },
  ): Promise<ServiceMessage> {
    const { operatorId } = operator;
    const [id, ownerId] = await audit.transaction(operator, async (session, write) => {
      const row = await talks.readDesk(session, conversationId);
      if (row.state !== 'open' || row.operatorId !== operatorId) throw refuse('forbidden');
      const said = { conversationId, author: 'operator', operatorId, text } as const;
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
    await tell(ownerId);
    const [message] = await talks.listMessages(conversationId, id - 1);
    return message;
  }

  return [
    serve(deskRoutes.queue, () => talks.listQueue()),
    serve(deskRoutes.view, async (call) => {
      const { conversationId, since = 0 } = call.query;
      const row = await talks.readDesk(database, conversationId);
      await noteLook(operatorOf(call), conversationId, since === 0);
      return { row, messages: await talks.listMessages(conversationId, since) };
    }),
    serve(deskRoutes.take, async (call) => {
      const operator = operatorOf(call);
      const { conversationId } = call.body;
      return audit.transaction(operator, async (session, write) => {
        const { state } = await talks.readDesk(session, conversationId);
        if (state === 'closed') throw refuse('forbidden');
        await session.execute(
          `UPDATE service_talks SET state = 'open', operator_id = $2 WHERE conversation_id = $1`,
          [conversationId, operator.operatorId],
        );
        await write({ action: 'desk_taken', target: about(conversationId) });
        return talks.readDesk(session, conversationId);
      });
    }),
    serve(deskRoutes.answer, (call) => answer(operatorOf(call), call.body)),
    serve(deskRoutes.close, async (call) => {
      const operator = operatorOf(call);
      const { conversationId } = call.body;
      const row = await audit.transaction(operator, async (session, write) => {
        const before = await talks.readDesk(session, conversationId);
        if (before.operatorId !== operator.operatorId) throw refuse('forbidden');
        await session.execute(
          `UPDATE service_talks SET state = 'closed' WHERE conversation_id = $1`,
          [conversationId],
        );
        await talks.say(session, { conversationId, author: 'desk', text: 'closed' });
        await write({ action: 'desk_closed', target: about(conversationId) });
        return talks.readDesk(session, conversationId);
      });
      await tell(row.ownerId);
      return row;
    }),
    serve(deskRoutes.deskFile, async (call) => {
      const { fileId } = call.body;
      const target = about(await talks.readTalkOfFile(fileId));
      await audit.write(operatorOf(call), { action: 'desk_viewed', target, detail: { fileId } });
      return talks.readFile(fileId);
    }),
  ];
}
