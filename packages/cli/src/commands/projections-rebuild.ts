import { ask, defineCommand } from '@isobath/server/operator';

/** Drop projections and build them again from the event log. */
export const projectionsRebuild = defineCommand({
  name: 'projections rebuild',
  changes: 'by server',
  help: 'drop projections and build them again from the event log',
  options: { name: { value: 'NAME', help: 'only this one' } },
  run(words, settings) {
    const name = words.text('name');
    return ask(settings, 'projections.rebuild', name === undefined ? {} : { name });
  },
});
