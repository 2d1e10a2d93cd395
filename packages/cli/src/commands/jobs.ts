// The queue of jobs. Listed in commands.ts.
import { ask, defineCommand, parseCount } from '@isobath/server/operator';

/** Show the queue. */
export const jobsList = defineCommand({
  name: 'jobs list',
  changes: 'nothing',
  help: 'jobs that wait or fail, and the newest period of each that runs by periods',
  options: {},
  run: (_words, settings) => ask(settings, 'jobs.list', {}),
});

/** Try one again. */
export const jobsRetry = defineCommand({
  name: 'jobs retry',
  changes: 'by server',
  parameters: ['NUMBER'],
  help: 'try a job that fails or was given up again at once, as if it had never failed',
  options: {},
  run: (words, settings) =>
    ask(settings, 'jobs.retry', { jobId: parseCount(words.positionals[0], 'NUMBER', 1) }),
});

/** Take one away. */
export const jobsRemove = defineCommand({
  name: 'jobs remove',
  changes: 'by server',
  parameters: ['NUMBER'],
  help: 'take a job away undone; what it was for does not happen',
  options: {},
  run: (words, settings) =>
    ask(settings, 'jobs.remove', { jobId: parseCount(words.positionals[0], 'NUMBER', 1) }),
});
