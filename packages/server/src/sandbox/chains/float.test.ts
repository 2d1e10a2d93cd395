// The float of a sandbox is given once, on a real node: also after the first payment has left all
// of it on the hot wallet's address of change.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ACCOUNTS, deriveAddress } from '@isobath/signer/addresses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pinnedKeysFile } from '../../base/custody/index.ts';
import type { LocalUtxoChain } from './bitcoin-chain.ts';
import { giveBitcoinFloat } from './float.ts';
import { openTrialBitcoin, readHeld, type Trial } from './testing.ts';

const FAMILY = 'btc_regtest';
/** Account 0 of the paper's mnemonic; public. */
const PUBLIC_KEY =
  'xpub6C5xRBuLDXFQzVcTxcqBS3Ne9Q91yk9bG4HHoZPosRFqNcFkbin9' +
  'xHjYCkZNtS8LF3VEuxaWyVxGfmbXQVFwfNCe53gfmPqLkcNM6DxzTqa';
const [hot, change] = ([0, 1] as const).map((branch) =>
  deriveAddress(PUBLIC_KEY, FAMILY, { change: branch, index: 0 }),
) as [string, string];

let trial: Trial<LocalUtxoChain>;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-float-'));
  const file = pinnedKeysFile(folder);
  mkdirSync(dirname(file), { recursive: true });
  const account = { family: FAMILY, publicKey: PUBLIC_KEY };
  const accounts = [ACCOUNTS.hot, ACCOUNTS.gas].map((number) => ({ ...account, account: number }));
  writeFileSync(file, JSON.stringify({ statementKey: '', accounts }));
  trial = await openTrialBitcoin();
});
afterAll(async () => {
  await trial?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a hot wallet whose coins are all change gets no second float', async () => {
  const { chain, local } = trial;
  const { raw } = await chain.pay(change, 5_000_000n);
  await chain.port.broadcast(raw);
  await expect.poll(() => readHeld(chain, change), { timeout: 30_000 }).not.toEqual({});
  expect(await giveBitcoinFloat(local, folder)).toBe(true);
  const { height } = await chain.port.readHead();
  local.keeper.expectHeight(height + 1);
  await expect.poll(async () => (await chain.port.readHead()).height > height).toBe(true);
  expect(await readHeld(chain, hot)).toEqual({});
});
