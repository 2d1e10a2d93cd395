// What only a chain with contracts has: coins moved inside calls, tokens, and tokens that lie.

import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Abi,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
} from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEvmChain, openRpc } from '../../custody/index.ts';
import { waitFor } from '../../../../../tools/testing/wait.ts';
import type { LocalEvmChain } from './evm-chain.ts';
import { makeAddress, openTrialEvm, readHeld, readLastMoves, type Trial } from './testing.ts';
import contracts from './contracts/contracts.json' with { type: 'json' };
import trials from './contracts/trials/contracts.json' with { type: 'json' };

const { TrialPayer, TrialToken } = trials;

let trial: Trial<LocalEvmChain>;
/** Contracts of the trial: one pays in odd ways, one says what it does not do. */
let payer: string;
let liar: string;

/** Send from the purse and wait for its block. */
async function pay(payment: Parameters<LocalEvmChain['purse']['send']>[0]): Promise<string> {
  const txid = await trial.local.purse.send({ gas: 2_000_000n, ...payment });
  await waitFor('its block', async () => {
    return (await trial.chain.port.readTransaction(txid)).kind === 'mined';
  });
  return txid;
}

async function deploy({ abi, bytecode }: { readonly abi: unknown; readonly bytecode: string }) {
  const nonce = BigInt(await trial.local.purse.readNonce());
  await pay({ data: encodeDeployData({ abi: abi as Abi, bytecode: bytecode as Hex }) });
  const address = getContractAddress({ from: trial.local.purse.address as Hex, nonce });
  return address.toLowerCase();
}

const callPayer = (functionName: string, to: string) =>
  encodeFunctionData({ abi: TrialPayer.abi as Abi, functionName, args: [to] });
const callToken = (functionName: string, to: string, count: bigint) =>
  encodeFunctionData({ abi: TrialToken.abi as Abi, functionName, args: [to, count] });

beforeAll(async () => {
  trial = await openTrialEvm();
  payer = await deploy(TrialPayer);
  liar = await deploy(TrialToken);
});
afterAll(() => trial.close());

/** The chain with the lying token listed as well. */
async function openWithLiar() {
  const { chainId, genesisHash, tokens, keeper } = trial.local;
  const code = await openRpc(keeper.url).ask<string>('eth_getCode', liar, 'latest');
  const listed = { address: liar, decimals: 18, codeHash: keccak256(code as Hex) };
  const pins = { chainId, genesisHash, contracts: [...tokens, listed], hasTraces: true };
  return { ...trial.chain, port: await openEvmChain({ url: keeper.url, ...pins }) };
}

test('coins that a contract sends on arrive, at the place of the inner call', async () => {
  const to = makeAddress(trial.chain);
  await pay({ to: payer, raw: 40n, data: callPayer('payOn', to) });
  const { moves } = await readLastMoves(trial.chain, to);
  expect(moves).toMatchObject([{ place: 'call:0.0', asset: 'native', from: payer, raw: 40n }]);
  expect(await readHeld(trial.chain, to)).toEqual({ native: 40n });
});

test('of a transaction that fails, or a call that fails inside one, nothing arrives', async () => {
  const to = makeAddress(trial.chain);
  const failed = await pay({ to: payer, raw: 40n, data: callPayer('payAndFail', to) });
  expect((await readLastMoves(trial.chain, to)).moves).toEqual([]);
  expect(await trial.chain.port.readTransaction(failed)).toMatchObject({ isDone: false });
  await pay({ to: payer, raw: 40n, data: callPayer('payHalfTwice', to) });
  const { moves } = await readLastMoves(trial.chain, to);
  expect(moves).toMatchObject([{ asset: 'native', raw: 20n }]);
  expect(await readHeld(trial.chain, to)).toEqual({ native: 20n });
});

test('a listed token arrives by its log; one that is not listed does not', async () => {
  const to = makeAddress(trial.chain);
  const usdt = trial.local.tokens[0]?.address ?? '';
  const data = encodeFunctionData({
    abi: contracts.SandboxToken.abi as Abi,
    functionName: 'mint',
    args: [to, 5_000_000n],
  });
  await pay({ to: usdt, data });
  const { moves } = await readLastMoves(trial.chain, to);
  expect(moves).toMatchObject([{ place: 'log:0', asset: usdt, raw: 5_000_000n }]);
  expect(await readHeld(trial.chain, to)).toEqual({ [usdt]: 5_000_000n });
  await pay({ to: liar, data: callToken('scatter', to, 1n) });
  expect((await readLastMoves(trial.chain, to)).moves).toEqual([]);
});

test('a token that claims a transfer shows it in its log, and not in what is held', async () => {
  const chain = await openWithLiar();
  const to = makeAddress(chain);
  await pay({ to: liar, data: callToken('claimTransfer', to, 1_000n) });
  expect((await readLastMoves(chain, to)).moves).toMatchObject([{ asset: liar, raw: 1_000n }]);
  expect(await readHeld(chain, to)).toEqual({});
  await pay({ to: liar, data: callToken('transferAndFail', to, 1_000n) });
  expect((await readLastMoves(chain, to)).moves).toEqual([]);
});

test('many logs of one transaction each have a place of their own', async () => {
  const chain = await openWithLiar();
  const to = makeAddress(chain);
  await pay({ to: liar, gas: 25_000_000n, data: callToken('scatter', to, 500n) });
  const { moves } = await readLastMoves(chain, to);
  expect(moves).toHaveLength(500);
  expect(new Set(moves.map(({ place }) => place)).size).toBe(500);
  const sum = moves.reduce((total, { raw }) => total + raw, 0n);
  expect(sum).toBe((500n * 501n) / 2n);
  expect(await readHeld(chain, to)).toEqual({ [liar]: sum });
});

test('a replacement offers a tenth more, and is mined in place of the first', async () => {
  const { chain } = trial;
  chain.keeper.pause();
  const to = makeAddress(chain);
  const first = await chain.pay(to, 1n);
  await chain.port.broadcast(first.raw);
  const tooLittle = await chain.pay(to, 2n, { feeTimes: 10n });
  expect(await chain.port.broadcast(tooLittle.raw)).toMatchObject({ reason: 'underpriced' });
  const enough = await chain.pay(to, 3n, { feeTimes: 11n });
  expect(await chain.port.broadcast(enough.raw)).toEqual({ kind: 'accepted' });
  expect(await chain.port.readTransaction(first.txid)).toEqual({ kind: 'missing' });
  chain.keeper.resume();
  await waitFor('its block', async () => {
    return (await chain.port.readTransaction(enough.txid)).kind === 'mined';
  });
  expect(await readHeld(chain, to)).toEqual({ native: 3n });
});

test('who has too little is told so', async () => {
  const payment = await trial.chain.pay(makeAddress(trial.chain), 10n ** 24n);
  expect(await trial.chain.port.broadcast(payment.raw)).toMatchObject({ reason: 'short' });
});

test('another chain, another first block or another contract is not opened', async () => {
  const { keeper, chainId, genesisHash, tokens } = trial.local;
  const pins = { url: keeper.url, chainId, genesisHash, contracts: tokens, hasTraces: true };
  const open = (change: Partial<typeof pins>) => openEvmChain({ ...pins, ...change });
  await expect(open({ chainId: 1 })).rejects.toMatchObject({ kind: 'wrong_chain' });
  const other = `0x${'0'.repeat(64)}`;
  await expect(open({ genesisHash: other })).rejects.toMatchObject({ kind: 'wrong_chain' });
  for (const change of [{ decimals: 7 }, { codeHash: other }, { address: payer }]) {
    const contractsOf = tokens.map((token, index) =>
      index === 0 ? { ...token, ...change } : token,
    );
    await expect(open({ contracts: contractsOf })).rejects.toMatchObject({
      kind: 'wrong_contract',
    });
  }
});

test('nobody there is no answer, never a refusal', async () => {
  const payment = await trial.chain.pay(makeAddress(trial.chain), 1n);
  const { chainId, genesisHash, keeper } = trial.local;
  const pins = { chainId, genesisHash, contracts: [], hasTraces: true };
  let isGone = false;
  const relay = createServer((request, response) => {
    if (isGone) return void request.socket.destroy();
    const headers = { ...request.headers, host: new URL(keeper.url).host };
    const onward = send({ port: new URL(keeper.url).port, method: 'POST', headers }, (back) => {
      back.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const url = new URL(keeper.url);
  url.port = String((relay.address() as AddressInfo).port);
  const port = await openEvmChain({ url: url.href, ...pins });
  isGone = true;
  expect(await port.broadcast(payment.raw)).toEqual({ kind: 'unknown' });
  await expect(port.readHead()).rejects.toMatchObject({ kind: 'unreachable' });
  relay.closeAllConnections();
  relay.close();
});
