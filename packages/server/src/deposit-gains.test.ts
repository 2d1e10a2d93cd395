// A token that says more than it brings, on a real node: what came is held for people, what was
// only said is not in the books, and chain and books stay even.
import { AccountType } from '@isobath/core';
import {
  type Abi,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  keccak256,
} from 'viem';
import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEvmChain, openRpc } from './custody/index.ts';
import { ChainFault, type ChainPort } from './custody/chains/port.ts';
import type { LocalEvmChain } from './sandbox/chains/evm-chain.ts';
import { openTrialEvm, type Trial } from './sandbox/chains/testing.ts';
import trials from './sandbox/chains/contracts/trials/contracts.json' with { type: 'json' };
import { coins, type DepositFixture, startDepositFixture } from './testing/deposit-fixture.ts';

const { TrialToken } = trials;
const [USDT] = coins.USDT;

let trial: Trial<LocalEvmChain>;
let fixture: DepositFixture;
let liar: string;
/** Whether the node has forgotten balances of blocks that are not its last. */
let hasForgotten = false;

async function send(payment: Parameters<LocalEvmChain['purse']['send']>[0]): Promise<string> {
  return trial.local.purse.send({ gas: 2_000_000n, ...payment });
}

beforeAll(async () => {
  trial = await openTrialEvm();
  const { chainId, genesisHash, keeper, purse } = trial.local;
  const abi = TrialToken.abi as Abi;
  liar = getContractAddress({
    from: purse.address as Hex,
    nonce: BigInt(await purse.readNonce()),
  }).toLowerCase();
  await send({ data: encodeDeployData({ abi, bytecode: TrialToken.bytecode as Hex }) });
  await keeper.mine(1);
  const code = await openRpc(keeper.url).ask<string>('eth_getCode', liar, 'latest');
  const listed = { address: liar, decimals: 18, codeHash: keccak256(code as Hex) };
  const pins = { chainId, genesisHash, contracts: [listed], hasTraces: true };
  const opened = await openEvmChain({ url: keeper.url, ...pins });
  const port: ChainPort = {
    ...opened,
    async readHoldings(addresses, hash) {
      const head = await opened.readHead();
      if (hasForgotten && hash !== head.hash) throw new ChainFault('moved', 'forgotten');
      return opened.readHoldings(addresses, hash);
    },
  };
  fixture = await startDepositFixture({
    chain: { ...trial.chain, port },
    genesisHash,
    tokens: [{ ...listed, symbol: 'USDT' }],
  });
});
afterAll(async () => {
  await fixture?.stop();
  await trial?.close();
});

/** One block: so much is moved, and so much only said. */
async function bring(to: string, moved: bigint, said: bigint): Promise<void> {
  const { keeper } = trial.local;
  keeper.pause();
  const abi = TrialToken.abi as Abi;
  const call = (functionName: string, raw: bigint) =>
    send({ to: liar, data: encodeFunctionData({ abi, functionName, args: [to, raw] }) });
  if (moved > 0n) await call('transfer', moved);
  if (said > 0n) await call('claimTransfer', said);
  await keeper.mine(fixture.network.needed);
}

const UNIT = 10n ** 18n;

test('of a token that lies what came waits for people, and what did not is nowhere', async () => {
  const ann = await fixture.money.openPerson();
  const to = await fixture.giveAddress(ann.ownerId);
  await bring(to, 4n * UNIT, 3n * UNIT);
  await fixture.finish();
  const rows = await fixture.money.database.query(
    `SELECT place, status, reason, raw::text, said_raw::text FROM deposits ORDER BY deposit_id`,
  );
  expect(rows).toMatchObject([
    { status: 3, raw: String(4n * UNIT), said_raw: String(4n * UNIT) },
    { status: 11, reason: 'gain_less', raw: '0', said_raw: String(3n * UNIT) },
  ]);
  expect(await fixture.readUnits(ann.ownerId, AccountType.spot, USDT)).toBe(4n * 10n ** 8n);
  expect(await fixture.readHouseUnits(AccountType.chain, USDT)).toBe(-4n * 10n ** 8n);
  for (const recon of await fixture.readRecons()) expect(recon.difference).toBe('0');
});

test('what a node cannot say any more is held as a whole', async () => {
  const bob = await fixture.money.openPerson();
  const to = await fixture.giveAddress(bob.ownerId);
  hasForgotten = true;
  await bring(to, 2n * UNIT, 0n);
  await fixture.finish();
  hasForgotten = false;
  const last = (await fixture.readDeposits()).at(-1);
  expect(last).toMatchObject({ status: 11, reason: 'gain_unknown', held_in: 'suspense' });
  expect(await fixture.readUnits(bob.ownerId, AccountType.spot, USDT)).toBe(0n);
  await fixture.finish();
  for (const recon of await fixture.readRecons()) expect(recon.difference).toBe('0');
});
