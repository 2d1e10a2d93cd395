import { ask, defineCommand } from '@isobath/server/operator';

/** Stop taking commands that move money, in all markets. */
export const halt = defineCommand({
  name: 'halt',
  changes: 'by server',
  help: 'stop taking commands that move money, in all markets',
  options: { reason: { value: 'TEXT', help: 'shown to everybody who asks why' } },
  run(words, settings) {
    const reason = words.text('reason');
    return ask(settings, 'engine.halt', reason === undefined ? {} : { reason });
  },
});

/** Take nothing but cancels, in all markets. */
export const cancelOnly = defineCommand({
  name: 'cancel-only',
  changes: 'by server',
  help: 'take nothing but cancels, in all markets; open orders stay',
  options: { reason: { value: 'TEXT', help: 'shown to everybody who asks why' } },
  run(words, settings) {
    const reason = words.text('reason');
    return ask(settings, 'engine.cancelOnly', reason === undefined ? {} : { reason });
  },
});

/** Take commands again after `halt` or `cancel-only`. */
export const resume = defineCommand({
  name: 'resume',
  changes: 'by server',
  help: 'take commands again after halt or cancel-only',
  run: (_words, settings) => ask(settings, 'engine.resume', {}),
});

/** End the era of the present rules before a release with others is started. */
export const closeEra = defineCommand({
  name: 'close-era',
  changes: 'by server',
  help: 'halt, and keep the state for a release with other rules to go on from',
  run: (_words, settings) => ask(settings, 'engine.closeEra', {}),
});
