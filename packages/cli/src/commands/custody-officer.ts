// Making an officer: a link for one browser, the fingerprint that both show, and then either the
// appointment of the first two on this host, or the word of two who are officers. Not here: what
// they sign. Listed in commands.ts.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ask,
  defineCommand,
  EXIT,
  type Finding,
  firstOfficersFile,
  type OperatorAnswer,
  readKeyFingerprint,
  Refusal,
  runSigner,
  type Settings,
  signerFiles,
  terminal,
  type Typist,
  type Words,
} from '@isobath/server/operator';
import { checkSigner } from './custody.ts';
import { readSignerPassphrase } from './custody-keys.ts';

const OFFICERS_NEEDED = 2;
const LOOK_EVERY_MS = 1_000;

/** Where passkeys are valid. */
interface Site {
  readonly rpId: string;
  readonly origin: string;
}

interface OfficerKey {
  readonly officerId: string;
  readonly credentialId: string;
  readonly publicKey: string;
}

/** What the command asks of whoever sits there. */
export interface AddOfficerTools {
  readonly typist: Typist;
  readonly show: (text: string) => void;
}

const tools: AddOfficerTools = {
  typist: terminal,
  show: (text) => void process.stderr.write(`${text}\n`),
};

/** The token is known to this process and to whoever gets the link; the server knows its hash. */
async function makeLink(settings: Settings, officer: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = createHash('sha256').update(token).digest('hex');
  const { answer } = await ask(settings, 'custody.link', { officer, tokenHash });
  return `${String(answer['page'])}/${token}`;
}

/** Wait for the browser; the link ends by itself. */
async function waitForPasskey(settings: Settings, officer: string): Promise<void> {
  const untilMs = Date.now() + 15 * 60_000;
  for (;;) {
    const { answer } = await ask(settings, 'custody.enrolled', { officer });
    if (answer['isMade'] === true) return;
    if (Date.now() > untilMs) throw new Refusal(EXIT.usage, 'Nobody opened the link in time.');
    await sleep(LOOK_EVERY_MS);
  }
}

function readFirst(path: string): OfficerKey[] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as OfficerKey[]) : [];
}

/** Keep a first officer; the second one appoints both. */
async function appoint(
  settings: Settings,
  { key, site }: { readonly key: OfficerKey; readonly site: Site },
  { typist }: AddOfficerTools,
): Promise<OperatorAnswer> {
  const path = firstOfficersFile(settings.dataFolder);
  const others = readFirst(path).filter(({ officerId }) => officerId !== key.officerId);
  const officers = [...others, key];
  if (officers.length < OFFICERS_NEEDED) {
    writeFileSync(path, JSON.stringify(officers), { mode: 0o600, flush: true });
    return { officer: key.officerId, next: 'one more officer: then both are appointed' };
  }
  const { folder, policy: file } = signerFiles(settings.dataFolder);
  const policy = JSON.parse(readFileSync(file, 'utf8')) as object;
  const passphrase = await readSignerPassphrase(settings, { typist, isNew: false });
  const document = { policy: { ...policy, site, officers } };
  await runSigner({ command: 'appoint', folder, passphrase, document }).catch((error: Error) => {
    throw new Refusal(EXIT.usage, `Nobody was appointed: ${error.message}`);
  });
  rmSync(path, { force: true });
  return {
    officer: key.officerId,
    site: site.origin,
    appointed: officers.map(({ officerId }) => officerId).join(', '),
    next: 'the signer takes them at its next call: run custody officer list',
  };
}

/** Make an officer, or go on where a browser has made the passkey. */
export async function addOfficer(
  words: Words,
  settings: Settings,
  given: AddOfficerTools = tools,
): Promise<Finding> {
  const [officer = ''] = words.positionals;
  let fingerprint = words.text('fingerprint');
  if (fingerprint === undefined) {
    const link = await makeLink(settings, officer);
    const next = 'open it, then run this again with --fingerprint';
    if (!given.typist.isThere) return { answer: { officer, page: link, next }, isHeld: true };
    given.show(`Open this once, signed in to the back office, within 15 minutes:\n  ${link}`);
    await waitForPasskey(settings, officer);
    // Typed from the browser, not read from here: what the server says of it proves nothing.
    fingerprint = await given.typist.ask('Fingerprint that the browser shows: ');
  }
  const typed =
    fingerprint
      .replaceAll(/\s/g, '')
      .toUpperCase()
      .match(/.{1,4}/g)
      ?.join(' ') ?? '';
  const { answer } = await ask(settings, 'custody.confirm', { officer, fingerprint: typed });
  if (Number(answer['itemId']) > 0) {
    const next = 'two officers sign it in the back office';
    return { answer: { officer, itemId: answer['itemId'], next }, isHeld: true };
  }
  checkSigner(settings);
  const key = answer['key'] as OfficerKey;
  // What is appointed is what the fingerprint was made of, whatever the server answers.
  if (key.officerId !== officer || readKeyFingerprint(key) !== typed) {
    throw new Refusal(EXIT.usage, 'The server answers another passkey: nobody was appointed.');
  }
  return {
    answer: await appoint(settings, { key, site: answer['site'] as Site }, given),
    isHeld: true,
  };
}

/** Make an officer. */
export const custodyOfficerAdd = defineCommand({
  name: 'custody officer add',
  changes: 'by server',
  parameters: ['OFFICER'],
  help: 'make an officer: prints a link, compares the fingerprint of the passkey made by it',
  options: {
    fingerprint: { value: 'TEXT', help: 'as the browser shows it, where nobody can type it' },
  },
  run: (words, settings) => addOfficer(words, settings),
});
