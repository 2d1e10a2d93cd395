// Commands of custody on the host: the ceremony with words given back or not, a drill, the freeze;
// and the first two officers, from links to the signer's policy.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  type Command,
  parseWords,
  pinnedKeysFile,
  readKeyFingerprint,
  readSettings,
  type Settings,
  signerFiles,
} from '@isobath/server/operator';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type CeremonyTools,
  custodyCeremony,
  custodyDrill,
  holdCeremony,
} from './commands/custody-keys.ts';
import { addOfficer, custodyOfficerAdd } from './commands/custody-officer.ts';
import { custodyFreeze, custodyStatus } from './commands/custody.ts';

const caps = {
  perTransactionRaw: '100',
  perHourRaw: '100',
  perDayRaw: '100',
  perHourCount: 1,
  approveAboveRaw: '10',
};
const policy = {
  version: 1,
  site: { rpId: 'localhost', origin: 'http://localhost:4870' },
  officers: [],
  networks: [
    {
      network: 2,
      family: 'btc_regtest',
      feeRateMax: 200,
      feePerTransactionRaw: '1000',
      feePerDayRaw: '1000',
      coldAddresses: [],
      assets: [{ token: null, symbol: 'BTC', decimals: 8, ...caps }],
    },
  ],
};

let folder: string;
let settings: Settings;
let server: Server;
/** What the server knows of passkeys, by officer. */
const made = new Map<string, { officerId: string; credentialId: string; publicKey: string }>();
let swapped: string | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-custody-'));
  settings = readSettings({ DATA_DIR: folder }, folder);
  mkdirSync(join(folder, 'secrets'));
  writeFileSync(join(folder, 'policy.json'), JSON.stringify(policy));
  process.env['ISOBATH_SIGNER_PASSPHRASE'] = 'a passphrase of tests';
  const answers: Record<string, (request: { officer: string }) => object> = {
    'custody.link': ({ officer }) => ({ officer, page: 'http://localhost:4870/admin/officers' }),
    'custody.enrolled': () => ({ isMade: true }),
    'custody.confirm': ({ officer }) => ({
      key: made.get(swapped ?? officer),
      itemId: 0,
      site: policy.site,
    }),
    'custody.addresses': () => ({ addresses: [] }),
    'custody.status': () => ({ signer: 'signs' }),
  };
  server = createServer((socket) => {
    createInterface({ input: socket }).on('line', (line) => {
      const { id, name, parameters } = JSON.parse(line) as {
        id: number;
        name: string;
        parameters: { officer: string };
      };
      socket.write(`${JSON.stringify({ id, answer: answers[name]?.(parameters) ?? {} })}\n`);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(join(folder, 'operator.sock'), resolve);
  });
});
afterAll(() => {
  delete process.env['ISOBATH_SIGNER_PASSPHRASE'];
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  swapped = undefined;
});

const wordsOf = (command: Command, ...words: string[]) => parseWords(command, words);
const policyWords = () => wordsOf(custodyCeremony, '--policy', join(folder, 'policy.json'));

/** Somebody who reads what is shown, and types what a test says of it. */
function sit(type: (shown: string[], question: string) => string) {
  let shown: string[] = [];
  const given: CeremonyTools = {
    typist: { isThere: true, ask: async (question) => type(shown, question) },
    show: (text) => {
      shown = [...text.matchAll(/^ +\d+ {2}(\w+)$/gm)].map(([, word = '']) => word);
    },
    pick: () => [0, 11, 23],
  };
  return { given, readShown: () => shown };
}

test('a ceremony whose words nobody gives back leaves no keys', async () => {
  const { given } = sit(() => 'zebra');
  await expect(holdCeremony(policyWords(), settings, given)).rejects.toThrow('not word 1');
  expect(readdirSync(folder).filter((name) => name.startsWith('signer'))).toEqual([]);
  expect(existsSync(pinnedKeysFile(folder))).toBe(false);
  const nobody = { ...given, typist: { isThere: false, ask: async () => '' } };
  await expect(holdCeremony(policyWords(), settings, nobody)).rejects.toThrow('needs a terminal');
});

test('a ceremony whose terminal is lost is held again from its beginning', async () => {
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
  const { given } = sit(() => 'unused');
  const lost = { isThere: true, ask: () => (ask(), new Promise<string>(() => {})) };
  void holdCeremony(policyWords(), settings, { ...given, typist: lost });
  await isAsked;
  expect(existsSync(signerFiles(folder).seed)).toBe(false);
  expect(existsSync(pinnedKeysFile(folder))).toBe(false);
  // The next test holds one in the same folder, and finds nothing but its own.
});

test('a ceremony shows 24 words, takes three back, pins public keys; a drill agrees', async () => {
  const { given, readShown } = sit(
    (shown, question) => shown[Number(/\d+/.exec(question)) - 1] ?? '',
  );
  const { answer } = await holdCeremony(policyWords(), settings, given);
  expect(readShown()).toHaveLength(24);
  for (const word of ['words', 'seed', 'xprv']) expect(JSON.stringify(answer)).not.toContain(word);
  expect(answer['accounts']).toHaveLength(3);
  expect(readdirSync(folder).filter((name) => name.startsWith('signer'))).toEqual(['signer']);
  const { pinned, ...keys } = answer;
  expect(JSON.parse(readFileSync(String(pinned), 'utf8'))).toEqual(keys);
  await expect(holdCeremony(policyWords(), settings, given)).rejects.toThrow('There is a signer');

  const run = (...words: string[]) =>
    'run' in custodyDrill ? custodyDrill.run(wordsOf(custodyDrill, ...words), settings) : undefined;
  const paper = join(folder, 'paper');
  writeFileSync(paper, readShown().join('\n'));
  const found = { isHeld: true, answer: { derived: 20, differing: [], statementKey: 'same' } };
  expect(await run('--count', '20')).toMatchObject(found);
  expect(await run('--count', '20', '--words-file', paper)).toMatchObject(found);
  writeFileSync(paper, `${'abandon '.repeat(23)}art`);
  const other = await run('--count', '20', '--words-file', paper);
  expect(other).toMatchObject({ isHeld: false, answer: { statementKey: 'another' } });
});

test('a freeze of the host stands at once, and status says so', async () => {
  const run = (command: Command) =>
    'run' in command ? command.run(wordsOf(command), settings) : undefined;
  expect(await run(custodyStatus)).toMatchObject({ isHeld: true, answer: { hostFreeze: 'no' } });
  await run(custodyFreeze);
  expect(existsSync(signerFiles(folder).freeze)).toBe(true);
  expect(await run(custodyStatus)).toMatchObject({ isHeld: false, answer: { hostFreeze: 'yes' } });
  rmSync(signerFiles(folder).freeze);
});

/** A passkey that a browser made. */
function makeKey(officerId: string) {
  const point = createHash('sha256').update(officerId).digest();
  const key = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    point,
    Buffer.from('225820', 'hex'),
    point,
  ]);
  const made = {
    officerId,
    credentialId: `credential-${officerId}`,
    publicKey: key.toString('base64url'),
  };
  return { made, fingerprint: readKeyFingerprint(made) };
}

test('the first two officers are appointed by what their browsers showed, no other', async () => {
  const [ann, ben] = [makeKey('ann'), makeKey('ben')];
  for (const one of [ann, ben]) made.set(one.made.officerId, one.made);
  let links = '';
  const sitting = (fingerprint: string) => ({
    typist: { isThere: true, ask: async () => fingerprint.toLowerCase().replaceAll(' ', '') },
    show: (text: string) => void (links += text),
  });
  const add = (name: string, fingerprint: string) =>
    addOfficer(wordsOf(custodyOfficerAdd, name), settings, sitting(fingerprint));
  swapped = 'ben';
  await expect(add('ann', ann.fingerprint)).rejects.toThrow('another passkey');
  swapped = undefined;
  expect(await add('ann', ann.fingerprint)).toMatchObject({ answer: { officer: 'ann' } });
  expect(links).toMatch(/http:\/\/localhost:4870\/admin\/officers\/[\w-]{43}/);
  const waiting = join(signerFiles(folder).folder, 'appointment.json');
  expect(existsSync(waiting)).toBe(false);
  expect(await add('ben', ben.fingerprint)).toMatchObject({ answer: { appointed: 'ann, ben' } });
  const left = JSON.parse(readFileSync(waiting, 'utf8')) as { policy: { officers: unknown[] } };
  expect(left.policy.officers).toEqual([ann.made, ben.made]);
});
