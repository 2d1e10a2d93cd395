// The commands of what is listed: coins, markets, fees, and whole files of them. They only ask; the
// server checks every field and says what would change. Listed in commands.ts.
import { writeFile } from 'node:fs/promises';
import { EXIT, type ListingKind, Refusal } from '@isobath/server/operator';
import { ask } from '../ask.ts';
import { parseChange } from '../change.ts';
import { type Command, defineCommand, type Words } from '../command.ts';
import { placeOf, readNamed } from '../place.ts';

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

/** List a market. */
export const marketAdd = defineSetter({
  kind: 'market',
  name: 'market add',
  must: 'add',
  parameter: 'SYMBOL',
  help:
    'list a market of two coins: tickSize, lotSize, referencePrice and minNotional are needed; ' +
    'opens=now or opens=auction (openAt=TIME) opens it; run again it completes what was begun',
});

/** Close a market. */
export const marketDelist = defineCommand({
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

/** Coins, fees and files; the commands of markets stand with the other ones of markets. */
export const listingCommands: readonly Command[] = [
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
];
