import { ask } from '../ask.ts';
import { defineCommand } from '../command.ts';
import { parseTime } from '../time.ts';

/** Close the exchange to everybody; orders rest where they are. */
export const maintenanceOn = defineCommand({
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

/** Open it again. */
export const maintenanceOff = defineCommand({
  name: 'maintenance off',
  changes: 'by server',
  help: 'open pages and calls again; browsers come back by themselves',
  run: (_words, settings) => ask(settings, 'maintenance.set', { isOn: false }),
});
