// Calls of newcomers' tasks. Called by the edge.
import { taskRoutes } from '@isobath/wire';
import { refuseField, type RouteHandler, serve } from '../../../base/product/index.ts';
import type { Tasks } from './tasks.ts';

/** Handlers of newcomers' tasks. */
export function createTaskRoutes(tasks: Tasks): RouteHandler[] {
  return [
    serve(taskRoutes.newbieTasks, async ({ caller, query: { pageSize, pageNum } }) => {
      const list = await tasks.list(caller.ownerId);
      const from = pageSize * (pageNum - 1);
      return { list: list.slice(from, from + pageSize), totalCount: list.length };
    }),
    serve(taskRoutes.receiveTask, async ({ caller, body }) => {
      const received = await tasks.receive(caller.ownerId, body.taskId);
      if (received === undefined) throw refuseField('taskId', 'not done yet');
      return received;
    }),
  ];
}
