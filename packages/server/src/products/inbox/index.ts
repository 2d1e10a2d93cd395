/** The inbox room's door. */
export { createMessages } from './messages.ts';
export { createInboxRoutes } from './routes.ts';
export { createTaskFacts } from './tasks/facts.ts';
export { createTaskRoutes } from './tasks/routes.ts';
export { createTasks, type Tasks } from './tasks/tasks.ts';
