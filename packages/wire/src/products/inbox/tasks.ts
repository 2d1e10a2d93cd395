// Tasks of newcomers on the wire: what is left of a good start, where each is done, and claiming
// what is done. Path and `receiveStatus` are the specification's. Read by server, sdk and pages.
import { timeMs } from '../../money.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

/** Tasks in their order; the number of one is its place counted from 1. */
export const newbieTaskCodes = ['email', 'secondFactor', 'money', 'trade'] as const;
export type NewbieTaskCode = (typeof newbieTaskCodes)[number];

/** A task of a person. */
export const newbieTask = z.object({
  taskId: z.number().int(),
  code: z.enum(newbieTaskCodes),
  /** `open` until the account itself shows that it was done. */
  status: z.enum(['open', 'done']),
  /** 0 unclaimed, 1 claimed. */
  receiveStatus: z.union([z.literal(0), z.literal(1)]),
  /** 0 = not done. */
  doneTime: timeMs,
  /** 0 = not claimed. */
  receivedTime: timeMs,
  /** Path below the language where it is done. */
  jumpLink: z.string(),
});
export type NewbieTask = z.infer<typeof newbieTask>;

/** Routes of newcomers' tasks. */
export const taskRoutes = {
  newbieTasks: defineRoute({
    method: 'GET',
    role: 'user',
    owner: 'caller',
    rate: 'read',
    path: '/hk-web/v2/task/newbie/list',
    summary: 'Tasks of a newcomer with what the caller’s account says of each.',
    query: z.object({
      pageSize: z.coerce.number().int().min(1).max(1_000).default(1_000),
      pageNum: z.coerce.number().int().min(1).max(1_000).default(1),
      /** Version of the caller’s face; all get the same. */
      bver: z.string().max(10).optional(),
    }),
    answer: z.object({ list: z.array(newbieTask), totalCount: z.number().int() }),
  }),
  receiveTask: defineRoute({
    method: 'POST',
    role: 'user',
    owner: 'caller',
    rate: 'write',
    path: '/hk-web/v2/task/newbie/receive',
    summary: 'Claim a task that is done: it is told of no more. Twice changes nothing.',
    body: z.object({ taskId: z.number().int().min(1).max(newbieTaskCodes.length) }),
    answer: newbieTask,
  }),
} as const;
