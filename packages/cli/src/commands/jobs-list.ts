import { ask, defineCommand } from '@isobath/server/operator';

/** Show the queue of jobs. */
export const jobsList = defineCommand({
  name: 'jobs list',
  changes: 'nothing',
  help: 'jobs that wait or fail, and the newest period of each that runs by periods',
  options: {},
  run: (_words, settings) => ask(settings, 'jobs.list', {}),
});
