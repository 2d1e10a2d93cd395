// The operator's commands of what is listed: coins, markets, fees, and whole files of them. They
// only ask: the server checks every field and says what would change, the engine's rules decide
// about markets. Listed in module.ts.
import { writeFile } from 'node:fs/promises';
import type { ListingKind } from '@isobath/wire';
import {
  ask,
  type Command,
  defineCommand,
  parseChange,
  parseTime,
  placeOf,
  readNamed,
  type Words,
} from '../../../base/operator/index.ts';
import { EXIT, Refusal } from '../../../base/process/exit.ts';

const dryRun = { help: 'say what would change and what a trader would meet; change nothing' };

async function readFields(words: Words): Promise<Record<string, string>> {
  const fields = Object.fromEntries(words.texts('set').map(parseChange));
  const logo = words.text('logo');
  if (logo === undefined) return fields;
  return { ...fields, logo: (await readNamed(logo)).toString('base64') };
}

function defineSetter(form: {
  readonly kind: ListingKind;
  readonly name: string;
  readonly must: 'add' | 'set';
  readonly parameter: string;
  readonly help: string;
}): Command {
  const logo = { value: 'FILE', help: 'PNG, JPEG or WebP, 32 to 512 pixels a side, 64 KiB' };
  return defineCommand({
    name: form.name,
    changes: 'by server',
    parameters: [form.parameter],
    help: form.help,
    options: {
      set: { value: 'NAME=VALUE', isMany: true, isRequired: true, help: 'one field' },
      ...(form.kind === 'coin' ? { logo } : {}),
      'dry-run': dryRun,
    },
    async run(words, settings) {
      return ask(settings, 'listing.set', {
        kind: form.kind,
        key: words.positionals[0],
        fields: await readFields(words),
        must: form.must,
        isTrial: words.has('dry-run'),
      });
    },
  });
}

function defineList(kind: ListingKind, name: string, help: string): Command {
  return defineCommand({
    name,
    changes: 'nothing',
    help,
    run: (_words, settings) => ask(settings, 'listing.list', { kind }),
  });
}

const marketAdd = defineSetter({
  kind: 'market',
  name: 'market add',
  must: 'add',
  parameter: 'SYMBOL',
  help:
    'list a market of two coins: tickSize, lotSize, referencePrice and minNotional are needed; ' +
    'opens=now or opens=auction (openAt=TIME) opens it; run again it completes what was begun',
});

const marketDelist = defineCommand({
  name: 'market delist',
  changes: 'by server',
  parameters: ['SYMBOL'],
  help: 'close a market for good: its open orders are cancelled, its history stays',
  run: (words, settings) => ask(settings, 'listing.delist', { market: words.positionals[0] }),
});

/** The format that a file's name says. */
function formatOf(file: string): 'csv' | 'json' {
  if (/\.csv$/i.test(file)) return 'csv';
  if (/\.json$/i.test(file)) return 'json';
  throw new Refusal(EXIT.usage, `${file} is neither FILE.csv nor FILE.json.`);
}

const listingImport = defineCommand({
  name: 'listing import',
  changes: 'by server',
  parameters: ['FILE'],
  help: 'list and change all that a file says (.csv or .json), or nothing when a line is bad',
  options: { 'dry-run': dryRun },
  async run(words, settings) {
    const [file] = words.positionals;
    return ask(settings, 'listing.import', {
      format: formatOf(file),
      text: (await readNamed(file)).toString('utf8'),
      isTrial: words.has('dry-run'),
    });
  },
});

const listingExport = defineCommand({
  name: 'listing export',
  changes: 'nothing',
  parameters: ['FILE'],
  help: 'write coins, markets, fees, VIP levels and lists to a file that can be imported',
  async run(words, settings) {
    const [file] = words.positionals;
    const { answer, isHeld } = await ask(settings, 'listing.export', { format: formatOf(file) });
    const text = String(answer['text']);
    await writeFile(placeOf(file), text);
    return { answer: { file, bytes: Buffer.byteLength(text) }, isHeld };
  },
});

const marketList = defineCommand({
  name: 'market list',
  changes: 'nothing',
  help: 'all markets with state and parameters',
  run: (_words, settings) => ask(settings, 'market.list', {}),
});

const marketSet = defineCommand({
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

const marketHalt = defineCommand({
  name: 'market halt',
  changes: 'by server',
  parameters: ['SYMBOL'],
  help: 'stop trading; orders stay and may be cancelled',
  run: (words, settings) => ask(settings, 'market.halt', { symbol: words.positionals[0] }),
});

const marketResume = defineCommand({
  name: 'market resume',
  changes: 'by server',
  parameters: ['SYMBOL'],
  help: 'take up trading again, through an auction',
  run: (words, settings) => ask(settings, 'market.resume', { symbol: words.positionals[0] }),
});

const marketState = defineCommand({
  name: 'market state',
  changes: 'by server',
  parameters: ['SYMBOL', 'STATE'],
  help: 'HALT, CANCEL_ONLY or BREAK (not even cancels); TRADING only before the first opening',
  run(words, settings) {
    const [symbol, state] = words.positionals;
    return ask(settings, 'market.state', { symbol, state });
  },
});

const marketAuction = defineCommand({
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

const coinPicture = defineCommand({
  name: 'coin picture',
  changes: 'by server',
  parameters: ['COIN'],
  help: 'set the picture of a coin; without --file it is taken away and pages draw its letter',
  options: { file: { value: 'FILE', help: 'PNG, JPEG or WebP, 32 to 512 pixels a side, 64 KiB' } },
  async run(words, settings) {
    const file = words.text('file');
    const picture =
      file === undefined ? {} : { picture: (await readNamed(file)).toString('base64') };
    return ask(settings, 'coin.picture', { coin: words.positionals[0], ...picture });
  },
});

/** Commands of listing, in the order of the usage. */
export const listingCommands: readonly Command[] = [
  marketList,
  marketAdd,
  marketSet,
  marketDelist,
  marketHalt,
  marketResume,
  marketState,
  marketAuction,
  defineList('coin', 'coin list', 'all coins with their fields'),
  defineSetter({
    kind: 'coin',
    name: 'coin add',
    must: 'add',
    parameter: 'COIN',
    help:
      'list a coin: name and decimals (for ever) are needed; links.website, texts.en_US and so ' +
      'on may be given; run again it completes what was begun',
  }),
  defineSetter({
    kind: 'coin',
    name: 'coin set',
    must: 'set',
    parameter: 'COIN',
    help: 'change fields of a coin; an empty VALUE takes one away',
  }),
  defineList('fees', 'fees show', 'fees of new markets, in ppm of what is received, by VIP level'),
  defineSetter({
    kind: 'fees',
    name: 'fees set',
    must: 'set',
    parameter: 'default',
    help: 'change the fees of new markets: makerPpm and takerPpm, 16 numbers each',
  }),
  defineList('list', 'listing lists', 'markets that are recommended and popular'),
  defineSetter({
    kind: 'list',
    name: 'listing list',
    must: 'set',
    parameter: 'recommended|popular',
    help: 'set which markets pages show first: markets="btc_usdt eth_usdt"',
  }),
  listingImport,
  listingExport,
  coinPicture,
];
