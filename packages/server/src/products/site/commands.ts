// The operator's commands of the values that pages read, and of maintenance. They only ask.
// Listed in module.ts.
import { ask, defineCommand, parseTime } from '../../base/operator/index.ts';

const configList = defineCommand({
  name: 'config list',
  changes: 'nothing',
  help: 'values that pages read: cashback, service lines, other domains, symbols of menus',
  run: (_words, settings) => ask(settings, 'config.list', {}),
});

const configSet = defineCommand({
  name: 'config set',
  changes: 'by server',
  parameters: ['NAME', 'JSON'],
  help: 'set one value that pages read, such as: config set rebateStatus 1',
  run(words, settings) {
    const [name = '', value = ''] = words.positionals;
    return ask(settings, 'config.set', { name, value });
  },
});

const maintenanceOn = defineCommand({
  name: 'maintenance on',
  changes: 'by server',
  help: 'close pages, and calls that change anything; orders rest where they are',
  options: { until: { value: 'T', help: 'when it will end: UTC time, or +SECONDS from now' } },
  run(words, settings) {
    const until = words.text('until');
    const end = until === undefined ? {} : { endsAtMs: parseTime('until', until) };
    return ask(settings, 'maintenance.set', { isOn: true, ...end });
  },
});

const maintenanceOff = defineCommand({
  name: 'maintenance off',
  changes: 'by server',
  help: 'open pages and calls again; browsers come back by themselves',
  run: (_words, settings) => ask(settings, 'maintenance.set', { isOn: false }),
});

/** Commands of the site, in the order of the usage. */
export const siteCommands = [configList, configSet, maintenanceOn, maintenanceOff];
