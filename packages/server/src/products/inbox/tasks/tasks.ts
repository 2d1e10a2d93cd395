// Tasks of newcomers: open until the account itself shows that one was done, then done, then
// claimed by the person. Not what pays for them: nothing does. Called by routes.ts.
import { type NewbieTask, type NewbieTaskCode, newbieTaskCodes } from '@isobath/wire';
import type { Database, Session } from '../../../base/db/index.ts';

/** Since when the account shows each task done, UTC milliseconds; 0 = it does not. */
export type TaskFacts = Readonly<Record<NewbieTaskCode, number>>;

/** What the tasks stand on. */
export interface TaskParts {
  readonly database: Database;
  readonly readFacts: (ownerId: number) => Promise<TaskFacts>;
  /** Paths below the language where each is done. */
  readonly links: Readonly<Record<NewbieTaskCode, string>>;
  readonly readNowMs: () => number;
}

interface Row {
  code: NewbieTaskCode;
  done_at_ms: number;
  received_at_ms: number;
}

async function readRows(session: Session, ownerId: number): Promise<Row[]> {
  return session.query<Row>(
    'SELECT code, done_at_ms, received_at_ms FROM newbie_tasks WHERE owner_id = $1',
    [ownerId],
  );
}

/** Tasks of people. */
export interface Tasks {
  list(ownerId: number): Promise<NewbieTask[]>;
  /** @returns undefined while the task is open. */
  receive(ownerId: number, taskId: number): Promise<NewbieTask | undefined>;
}

/** Open the tasks. */
export function createTasks({ database, readFacts, links, readNowMs }: TaskParts): Tasks {
  /** Write down what the account shows done and no row says yet. */
  async function load(ownerId: number): Promise<Row[]> {
    const rows = await readRows(database, ownerId);
    if (rows.length === newbieTaskCodes.length) return rows;
    const facts = await readFacts(ownerId);
    const fresh = newbieTaskCodes.filter(
      (code) => facts[code] > 0 && !rows.some((row) => row.code === code),
    );
    if (fresh.length === 0) return rows;
    await database.execute(
      `INSERT INTO newbie_tasks (owner_id, code, done_at_ms)
       SELECT $1, * FROM unnest($2::text[], $3::bigint[]) ON CONFLICT DO NOTHING`,
      [ownerId, fresh, fresh.map((code) => facts[code])],
    );
    return readRows(database, ownerId);
  }

  async function list(ownerId: number): Promise<NewbieTask[]> {
    const rows = await load(ownerId);
    return newbieTaskCodes.map((code, place) => {
      const row = rows.find((each) => each.code === code);
      const receivedTime = row?.received_at_ms ?? 0;
      return {
        taskId: place + 1,
        code,
        status: row === undefined ? 'open' : 'done',
        receiveStatus: receivedTime === 0 ? 0 : 1,
        doneTime: row?.done_at_ms ?? 0,
        receivedTime,
        jumpLink: links[code],
      };
    });
  }

  return {
    list,
    async receive(ownerId, taskId) {
      const before = (await list(ownerId)).find((task) => task.taskId === taskId);
      if (before === undefined || before.status === 'open') return undefined;
      await database.execute(
        `UPDATE newbie_tasks SET received_at_ms = $3
         WHERE owner_id = $1 AND code = $2 AND received_at_ms = 0`,
        [ownerId, before.code, readNowMs()],
      );
      return (await list(ownerId)).find((task) => task.taskId === taskId);
    },
  };
}
