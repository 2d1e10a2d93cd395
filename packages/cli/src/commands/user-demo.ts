import { ask } from '../ask.ts';
import { defineCommand } from '../command.ts';

/** The door of the person with a past. */
export const userDemo = defineCommand({
  name: 'user demo',
  changes: 'by server',
  help: 'sandbox only: give the demo trader a new password and show it, to sign in and look',
  options: {},
  run: (_words, settings) => ask(settings, 'user.demo', {}),
});
