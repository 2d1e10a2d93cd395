// What is written down of sign-ins, locks and operators' acts, by wrapping the rooms that do them:
// none of those knows a file. Numbers and addresses, no names, mail addresses or values.
// Put in place by the edge's process, which also writes down refusals (edge/logs.ts).
import type { Action, Actor, AuditLog } from '../base/audit/index.ts';
import type { Locks } from '../base/locks/index.ts';
import type { LogFile } from '../base/log/index.ts';
import type { Sessions } from '../base/sessions/index.ts';

/** Sign-ins of people, each with its session. */
export function noteSignIns(sessions: Sessions, security: LogFile | undefined): Sessions {
  if (security === undefined) return sessions;
  return {
    ...sessions,
    create: async (owner) => {
      const created = await sessions.create(owner);
      const { sessionId, ownerId, ip, device } = created.session;
      security.write('signed_in', { ownerId, sessionId, ip, device });
      return created;
    },
  };
}

/** Acts of operators and of the tool on the host, once they are committed. */
export function noteActions(audit: AuditLog, security: LogFile | undefined): AuditLog {
  if (security === undefined) return audit;
  const note = ({ operatorId, sessionId }: Actor, { action, target }: Action) =>
    security.write('operator_acted', {
      action,
      operatorId,
      sessionId,
      ...(target === undefined ? {} : { targetKind: target.kind, targetId: target.id }),
    });
  return {
    list: audit.list,
    async write(actor, act) {
      await audit.write(actor, act);
      note(actor, act);
    },
    async transaction(actor, work) {
      const acts: Action[] = [];
      const result = await audit.transaction(actor, (session, write) =>
        work(session, async (act) => {
          await write(act);
          acts.push(act);
        }),
      );
      for (const act of acts) note(actor, act);
      return result;
    },
  };
}

/**
 * Whoever must wait from now on. A lock is named after an account and a network: the kind and the
 * network are told, the account is not.
 */
export function noteLocks(locks: Locks, security: LogFile | undefined): Locks {
  if (security === undefined) return locks;
  return {
    of: (room) => {
      const kept = locks.of(room);
      return {
        ...kept,
        write: (lock) => {
          kept.write(lock);
          const [kind = '', about = ''] = lock.name.split(/:(.*)/s);
          const network = /(?:^| )([0-9a-f.:/]+)$/i.exec(about)?.[1] ?? '';
          const until = new Date(lock.untilMs).toISOString();
          security.write('locked', { room, kind, network, count: lock.count, until });
        },
      };
    },
  };
}
