// Custody's commands about the seed: the ceremony that makes it, and the drill that shows that what
// is on paper, or sealed, still makes every address. Not here: officers. Listed in commands.ts.
import { randomInt } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  askServer,
  askTwice,
  defineCommand,
  EXIT,
  type Finding,
  parseCount,
  pinnedKeysFile,
  readNamed,
  readOwnPassphrase,
  readStatementKey,
  Refusal,
  runSigner,
  type Settings,
  signerFiles,
  terminal,
  type Typist,
  type Words,
} from '@isobath/server/operator';
import { checkSigner } from './custody.ts';

const PASSPHRASE = 'ISOBATH_SIGNER_PASSPHRASE';
const ASKED_WORDS = 3;
const DRILLED_ADDRESSES = 10_000;

/** What a command that opens the seed asks of whoever sits there. */
export interface CeremonyTools {
  readonly typist: Typist;
  /** Shown on the terminal alone, never in an answer. */
  readonly show: (text: string) => void;
  /** Places of words that are asked for, from 0. */
  readonly pick: (count: number) => readonly number[];
}

/** Different places, by chance. */
function pickPlaces(count: number): readonly number[] {
  const places = new Set<number>();
  while (places.size < ASKED_WORDS) places.add(randomInt(count));
  return [...places].toSorted((one, two) => one - two);
}

const tools: CeremonyTools = {
  typist: terminal,
  show: (text) => void process.stderr.write(`${text}\n`),
  pick: pickPlaces,
};

/** Files of the signer belong to whom the data folder belongs. @errors Refusal 77. */
function checkUser({ dataFolder }: Settings): void {
  if (!existsSync(dataFolder) || process.getuid?.() !== 0) return;
  if (statSync(dataFolder).uid === 0) return;
  throw new Refusal(EXIT.permission, `Run it as the user that ${dataFolder} belongs to.`);
}

/**
 * The passphrase of the signer: of the environment, a sandbox's own, or typed.
 * @errors Refusal 64 when there is none and nobody can type.
 */
export async function readSignerPassphrase(
  { dataFolder, mode }: Settings,
  { typist, isNew }: { readonly typist: Typist; readonly isNew: boolean },
): Promise<string> {
  const given = process.env[PASSPHRASE] ?? '';
  if (given !== '') return given;
  if (mode === 'sandbox') return readOwnPassphrase(dataFolder);
  if (!typist.isThere) {
    throw new Refusal(EXIT.usage, `There is no terminal to ask on: set ${PASSPHRASE}.`);
  }
  const name = 'Passphrase of the signer';
  return isNew ? askTwice(typist, name) : typist.ask(`${name}: `);
}

async function readJsonFile(name: string): Promise<unknown> {
  const text = (await readNamed(name)).toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refusal(EXIT.usage, `${name} is no JSON.`);
  }
}

async function readPaper(words: Words): Promise<{ readonly words?: string }> {
  const file = words.text('words-file');
  if (file === undefined) return {};
  const text = (await readNamed(file)).toString('utf8');
  return { words: text.trim().split(/\s+/).join(' ') };
}

/** Have the words repeated that prove that somebody wrote them down. @errors Refusal 64. */
async function askBack(shown: string, { typist, pick }: CeremonyTools): Promise<void> {
  const all = shown.split(' ');
  for (const place of pick(all.length)) {
    const typed = (await typist.ask(`Word ${place + 1}: `)).trim().toLowerCase();
    if (typed !== all[place]) {
      throw new Refusal(
        EXIT.usage,
        `That is not word ${place + 1}: no keys were made, begin again.`,
      );
    }
  }
}

/** Hold a ceremony. @errors Refusal where there are keys, or the words were not given back. */
export async function holdCeremony(
  words: Words,
  settings: Settings,
  given: CeremonyTools = tools,
): Promise<Finding> {
  const { folder, seed } = signerFiles(settings.dataFolder);
  if (existsSync(seed)) throw new Refusal(EXIT.folder, `There is a signer in ${folder}.`);
  if (!given.typist.isThere) {
    throw new Refusal(EXIT.usage, 'A ceremony needs a terminal: words are shown and asked for.');
  }
  checkUser(settings);
  const document = {
    policy: await readJsonFile(words.text('policy') ?? ''),
    ...(await readPaper(words)),
  };
  const isNew = true;
  const passphrase = await readSignerPassphrase(settings, { typist: given.typist, isNew });
  // A terminal that is lost in the middle leaves keys here, which the next ceremony throws away.
  const unproven = `${folder}.unproven`;
  rmSync(unproven, { recursive: true, force: true });
  const work = { command: 'create', folder: unproven, passphrase, document } as const;
  const said = await runSigner(work).catch((error: Error) => {
    throw new Refusal(EXIT.usage, `No keys were made: ${error.message}`);
  });
  const { words: shown, ...keys } = JSON.parse(said) as {
    words: string;
    accounts: { family: string; account: number; publicKey: string }[];
    statementKey: string;
  };
  try {
    given.show(`Write these words down; they are shown this once:\n${listWords(shown)}`);
    await askBack(shown, given);
  } catch (error) {
    // Nobody has the words: keys that nobody can bring back are no keys.
    rmSync(unproven, { recursive: true });
    throw error;
  }
  const path = pinnedKeysFile(settings.dataFolder);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, JSON.stringify(keys), { mode: 0o600, flush: true });
  takeProven(unproven, seed);
  return { answer: { ...keys, pinned: path }, isHeld: true };
}

/** Bring what was made to the signer's folder, the seed last: without it there is no signer. */
function takeProven(unproven: string, seed: string): void {
  const folder = dirname(seed);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(unproven).filter((name) => name !== basename(seed));
  for (const name of [...names, basename(seed)]) {
    renameSync(join(unproven, name), join(folder, name));
  }
  rmSync(unproven, { recursive: true });
}

function listWords(words: string): string {
  return words
    .split(' ')
    .map((word, at) => `  ${String(at + 1).padStart(2)}  ${word}`)
    .join('\n');
}

/** Make the keys of custody. */
export const custodyCeremony = defineCommand({
  name: 'custody ceremony',
  changes: 'by tool',
  help: 'make the keys of custody: shows 24 words once, wants three back, prints public keys',
  options: {
    policy: {
      value: 'FILE',
      isRequired: true,
      help: 'caps, ceilings, cold addresses: the first policy',
    },
    'words-file': { value: 'FILE', help: 'bring back the seed of these words' },
  },
  run: (words, settings) => holdCeremony(words, settings),
});

interface Drilled {
  readonly stated: number;
  readonly derived: number;
  readonly differing: readonly string[];
  readonly statementKey: string;
}

async function drill(words: Words, settings: Settings): Promise<Finding> {
  checkSigner(settings);
  const wanted = parseCount(words.text('count') ?? String(DRILLED_ADDRESSES), '--count', 1);
  const passphrase = await readSignerPassphrase(settings, { typist: terminal, isNew: false });
  const asked = await askServer(settings.dataFolder, 'custody.addresses', { count: wanted });
  const addresses = (asked?.['addresses'] ?? []) as readonly object[];
  const { folder } = signerFiles(settings.dataFolder);
  const { accounts } = JSON.parse(readFileSync(pinnedKeysFile(settings.dataFolder), 'utf8')) as {
    readonly accounts: readonly { readonly family: string }[];
  };
  const families = new Set(accounts.map(({ family }) => family)).size;
  // What is not stated yet is derived twice, from the seed and from the public key.
  const count = Math.ceil(wanted / families);
  const document = { addresses, count, ...(await readPaper(words)) };
  const said = await runSigner({ command: 'drill', folder, passphrase, document }).catch(
    (error: Error) => {
      throw new Refusal(EXIT.usage, `Nothing was drilled: ${error.message}`);
    },
  );
  const { statementKey, ...found } = JSON.parse(said) as Drilled;
  const isKeySame = statementKey === readStatementKey(settings.dataFolder);
  const isHeld = isKeySame && found.differing.length === 0;
  const server = asked === undefined ? 'no server runs: nothing stated was compared' : 'asked';
  return { answer: { ...found, statementKey: isKeySame ? 'same' : 'another', server }, isHeld };
}

/** Derive addresses again and compare them. */
export const custodyDrill = defineCommand({
  name: 'custody drill',
  changes: 'nothing',
  help: 'derive 10,000 addresses again and compare them; code 1 when one differs',
  options: {
    count: { value: 'N', help: 'so many addresses' },
    'words-file': { value: 'FILE', help: 'from the words on paper, in place of the sealed seed' },
  },
  run: drill,
});
