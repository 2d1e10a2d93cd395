// What listing brings: coins, markets, fees and lists by command, file and page. It has no table of
// its own. Listed in modules.ts.
import { defineModule } from '../../base/modules/index.ts';

/** The module of listing. */
export const listingModule = defineModule({
  name: 'listing',
  operatorCommands: async () => (await import('./operator/commands.ts')).listingCommands,
  start: async () => (await import('./start.ts')).startListing,
});
