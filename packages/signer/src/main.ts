// The signer's program: `serve FOLDER` over descriptor 3; `create`, `appoint` and `drill FOLDER`
// with a document on standard input. Started with permissions that leave it its code and its folder
// (client.ts lists them). Not here: what is signed (signer.ts).

import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { z } from 'zod';
import { appointOfficers, createSigner, drillSigner } from './ceremony.ts';
import { encodeFrame, FrameReader } from './frames.ts';
import { Signer } from './signer.ts';

const PIPE = 3;
const PASSPHRASE = 'ISOBATH_SIGNER_PASSPHRASE';

/** What `create` and `appoint` read. */
const document = z.strictObject({ policy: z.unknown(), words: z.string().optional() });

/** What `drill` reads. */
const drillDocument = z.strictObject({
  words: z.string().optional(),
  count: z.int().min(0).max(100_000),
  addresses: z.array(
    z.strictObject({
      family: z.enum(['evm', 'btc', 'ltc', 'btc_regtest', 'ltc_regtest']),
      index: z.int().min(0),
      address: z.string(),
      statement: z.string(),
    }),
  ),
});

/** Read once, and gone from the environment before anything else runs. */
function takePassphrase(): string {
  const passphrase = process.env[PASSPHRASE];
  delete process.env[PASSPHRASE];
  if (passphrase === undefined) throw new Error(`${PASSPHRASE} is not set`);
  return passphrase;
}

function report(level: 'warn' | 'error', text: string, facts: object = {}): void {
  process.stderr.write(`${JSON.stringify({ level, process: 'signer', text, ...facts })}\n`);
}

function fail(error: unknown): never {
  report('error', error instanceof Error ? error.message : 'unknown');
  process.exit(1);
}

/** Calls one after the other: each sees what the one before has written. */
function serve(signer: Signer): void {
  const pipe = new Socket({ fd: PIPE });
  const reader = new FrameReader();
  let last = Promise.resolve();
  const answer = async (text: string) => {
    const frame = await signer.answer(text);
    if (!frame.isDone) {
      report(frame.isAlarm ? 'error' : 'warn', 'refused', { code: frame.code, facts: frame.facts });
    }
    pipe.write(encodeFrame(frame));
  };
  pipe.on('data', (chunk: Buffer) => {
    try {
      for (const text of reader.push(chunk)) last = last.then(() => answer(text)).catch(fail);
    } catch (error) {
      fail(error);
    }
  });
  pipe.on('error', fail);
  // Whoever held the other end is gone.
  pipe.on('end', () => void last.then(() => process.exit(0)));
}

async function run(): Promise<void> {
  const passphrase = takePassphrase();
  const [command = '', folder = ''] = process.argv.slice(2);
  if (folder === '') throw new Error('say which folder');
  if (command === 'serve') {
    serve(new Signer({ folder, passphrase, readClock: Date.now }));
    return;
  }
  const given: unknown = JSON.parse(readFileSync(0, 'utf8'));
  if (command === 'drill') {
    const { words: paper, ...drill } = drillDocument.parse(given);
    const asked = {
      folder,
      passphrase,
      ...drill,
      ...(paper === undefined ? {} : { words: paper }),
    };
    process.stdout.write(`${JSON.stringify(drillSigner(asked))}\n`);
    return;
  }
  const { policy, words } = document.parse(given);
  const options = { folder, passphrase, policy, ...(words === undefined ? {} : { words }) };
  if (command === 'create') {
    process.stdout.write(`${JSON.stringify(await createSigner(options))}\n`);
  } else if (command === 'appoint') {
    await appointOfficers(options);
    process.stdout.write('{}\n');
  } else {
    throw new Error('commands: serve, create, appoint, drill');
  }
}

run().catch(fail);
