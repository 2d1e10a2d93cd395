// What the keys of the trading API bring: their owner's calls and the operator's command.
// Listed in modules.ts. The keys themselves and what they let in are of base.
import { defineModule } from '../../base/modules/index.ts';

/** The module of API keys. */
export const keysModule = defineModule({
  name: 'keys',
  operatorCommands: async () => (await import('./commands.ts')).keyCommands,
  start: async () => (await import('./start.ts')).startKeys,
});
