// The commands of one market: list, set, halt, resume, state, auction.
// They only ask; the engine's rules decide. Listed in commands.ts.

import { ask } from '../ask.ts';
import { parseChange } from '../change.ts';
import { defineCommand } from '../command.ts';
import { parseTime } from '../time.ts';

/** All markets with state and parameters. */
export const marketList = defineCommand({
  name: 'market list',
  changes: 'nothing',
  help: 'all markets with state and parameters',
  run: (_words, settings) => ask(settings, 'market.list', {}),
});

/** Change parameters of a market. */
export const marketSet = defineCommand({
  name: 'market set',
  changes: 'by server',
  parameters: ['SYMBOL'],
  help: 'change parameters; decimals only while it is halted and nothing was ordered in it yet',
  options: { set: { value: 'NAME=VALUE', isMany: true, isRequired: true, help: 'one change' } },
  run(words, settings) {
    const changes = Object.fromEntries(words.texts('set').map(parseChange));
    return ask(settings, 'market.set', { symbol: words.positionals[0], changes });
  },
});

/** Stop trading in a market. */
export const marketHalt = defineCommand({
  name: 'market halt',
  changes: 'by server',
  parameters: ['SYMBOL'],
  help: 'stop trading; orders stay and may be cancelled',
  run: (words, settings) => ask(settings, 'market.halt', { symbol: words.positionals[0] }),
});

/** Take up trading again, through an auction. */
export const marketResume = defineCommand({
  name: 'market resume',
  changes: 'by server',
  parameters: ['SYMBOL'],
  help: 'take up trading again, through an auction',
  run: (words, settings) => ask(settings, 'market.resume', { symbol: words.positionals[0] }),
});

/** Move a market to a state that no auction leads to. */
export const marketState = defineCommand({
  name: 'market state',
  changes: 'by server',
  parameters: ['SYMBOL', 'STATE'],
  help: 'HALT, CANCEL_ONLY or BREAK (not even cancels); TRADING only before the first opening',
  run(words, settings) {
    const [symbol, state] = words.positionals;
    return ask(settings, 'market.state', { symbol, state });
  },
});

/** Run the phases of a call auction. */
export const marketAuction = defineCommand({
  name: 'market auction',
  changes: 'by server',
  parameters: ['SYMBOL'],
  help: 'run a call auction that opens trading at a time',
  options: {
    'open-at': { value: 'T', isRequired: true, help: 'UTC time, +SECONDS or milliseconds' },
  },
  run: (words, settings) =>
    ask(settings, 'market.auction', {
      symbol: words.positionals[0],
      openAtMs: parseTime('open-at', words.text('open-at') ?? ''),
    }),
});
