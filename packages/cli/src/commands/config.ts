import { checkConfiguration } from '@isobath/server/operator';
import { ask } from '../ask.ts';
import { defineCommand } from '../command.ts';

/** The values that pages read. */
export const configList = defineCommand({
  name: 'config list',
  changes: 'nothing',
  help: 'values that pages read: cashback, service lines, other domains, symbols of menus',
  run: (_words, settings) => ask(settings, 'config.list', {}),
});

/** Set one of them; it shows at once. */
export const configSet = defineCommand({
  name: 'config set',
  changes: 'by server',
  parameters: ['NAME', 'JSON'],
  help: 'set one value that pages read, such as: config set rebateStatus 1',
  run(words, settings) {
    const [name = '', value = ''] = words.positionals;
    return ask(settings, 'config.set', { name, value });
  },
});

/** Settings from outside, judged without a start. */
export const configCheck = defineCommand({
  name: 'config check',
  changes: 'nothing',
  help: 'name every fault of the settings without starting, and show what counts, secrets hidden',
  async runUnread() {
    const checked = await checkConfiguration(process.env, process.cwd());
    return { answer: { ...checked }, isHeld: checked.faults.length === 0 };
  },
});
