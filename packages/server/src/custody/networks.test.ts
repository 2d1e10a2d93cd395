// Which networks custody opens: the chain that is listed and no chain of tests, through both nodes.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { keccak256 } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../base/db/testing.ts';
import type { ChainNodes } from '../base/custody/index.ts';
import { migrations } from '../migrations.ts';
import { readContract } from './chains/contract.ts';
import { createNetworks } from './networks.ts';

const GENESIS = `0x${'11'.repeat(32)}`;
const TOKEN = `0x${'a0'.repeat(20)}`;
const CODE = '0x6001';

interface Node {
  readonly url: string;
  readonly server: Server;
  chainId: number;
  /** Hash of every block above the first. */
  hash: string;
  code: string;
}

/** A node that answers the few questions of an opening. */
async function startNode(): Promise<Node> {
  const answer = ({ method, params }: { method: string; params: string[] }): unknown => {
    if (method === 'eth_chainId') return `0x${node.chainId.toString(16)}`;
    if (method === 'eth_getCode') return node.code;
    if (method === 'eth_call') return `0x${'6'.padStart(64, '0')}`;
    return { hash: params[0] === '0x0' ? GENESIS : node.hash };
  };
  const server = createServer(async (request, response) => {
    const asked = (await json(request)) as { id: number; method: string; params: string[] };
    response.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, result: answer(asked) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const node: Node = { url, server, chainId: 1, hash: '0xb1', code: CODE };
  return node;
}

let database: TestDatabase;
let one: Node;
let two: Node;
beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  [one, two] = await Promise.all([startNode(), startNode()]);
});
afterEach(async () => {
  Object.assign(one, { chainId: 1, hash: '0xb1', code: CODE });
  Object.assign(two, { chainId: 1, hash: '0xb1', code: CODE });
  await database.owner.execute('TRUNCATE networks CASCADE');
});
afterAll(async () => {
  for (const { server } of [one, two]) server.close();
  await database?.stop();
});

const list = (networkId: number, chainId: number) =>
  database.owner.execute(
    `INSERT INTO networks (network_id, name, family, chain_id, genesis_hash, needed, block_seconds)
     VALUES ($1, 'n' || $1::int, 'evm', $2, $3, 12, 12)`,
    [networkId, chainId, GENESIS],
  );

function start(nodes: ChainNodes) {
  const reports: string[] = [];
  const networks = createNetworks({
    database: database.app,
    fence: { epoch: 1, write: (work) => database.app.transaction(work) },
    mode: 'production',
    readNodes: () => nodes,
    report: (error) => reports.push(String(error)),
  });
  return { networks, reports };
}

test('a block counts when both nodes have it', async () => {
  await list(1, 1);
  const { networks } = start({ 1: { urls: [one.url, two.url] } });
  await networks.open();
  const [network] = networks.list();
  expect(await network?.isConfirmed(7, '0xb1')).toBe(true);
  two.hash = '0xb2';
  expect(await network?.port.readHash(7)).toBe('0xb1');
  expect(await network?.isConfirmed(7, '0xb1')).toBe(false);
});

test('one node alone that is the own one confirms itself', async () => {
  await list(1, 1);
  const { networks } = start({ 1: { urls: [one.url] } });
  await networks.open();
  expect(await networks.list()[0]?.isConfirmed(7, '0xb1')).toBe(true);
});

test('a network does not open when its second node is of another chain', async () => {
  await list(1, 1);
  two.chainId = 5;
  const { networks, reports } = start({ 1: { urls: [one.url, two.url] } });
  await networks.open();
  expect(networks.list()).toEqual([]);
  expect(reports.join()).toMatch(/chain 5 is not 1/);
});

test('a production opens no chain of tests', async () => {
  await list(1, 31_337);
  one.chainId = 31_337;
  const { networks, reports } = start({ 1: { urls: [one.url] } });
  await networks.open();
  expect(networks.list()).toEqual([]);
  expect(reports.join()).toMatch(/chain for tests/);
});

test('a token that is listed later is compared before anything of it is read', async () => {
  await list(1, 1);
  const { networks, reports } = start({ 1: { urls: [one.url] } });
  await networks.open();
  expect(networks.list()).toHaveLength(1);
  const seen = await readContract(one.url, TOKEN);
  expect(seen).toEqual({ decimals: 6, codeHash: keccak256(CODE) });
  await database.owner.execute(
    `INSERT INTO network_assets (network_id, asset_id, contract, decimals, code_hash,
       deposit_raw_min, withdraw_units_min, withdraw_units_max, fee_units, fee_ppm)
     VALUES (1, 1, $1, $2, $3, 0, 0, 0, 0, 0)`,
    [TOKEN, seen.decimals, seen.codeHash],
  );
  await networks.open();
  expect([networks.list().length, reports]).toEqual([1, []]);
  await database.owner.execute(`UPDATE network_assets SET code_hash = 'other'`);
  await networks.open();
  expect(networks.list()).toEqual([]);
  expect(reports.join()).toMatch(/is not the contract that was listed/);
  await expect(
    readContract(one.url, TOKEN).then(() => Object.assign(one, { code: '0x' })),
  ).resolves.toBeDefined();
  await expect(readContract(one.url, TOKEN)).rejects.toThrow(/no contract/);
});
