// Which deposit addresses a look asks the node about.
import { expect, test } from 'vitest';
import type { Looked, SenderParts } from '../sender/parts.ts';
import { sweepOnEvm } from './sweep-evm.ts';

const TOKEN = '0x00000000000000000000000000000000000000aa';

interface Held {
  readonly raw: bigint;
  /** Units that a withdrawal of the token costs; nothing: the network's own coin. */
  readonly fee?: bigint;
}

/** Of what an address has: the addresses that the node is asked about. */
async function listAsked(rows: readonly Held[]): Promise<string[]> {
  const asked: string[] = [];
  const waiting = rows.map(({ raw, fee }, place) => ({
    address: `0x${String(place + 1).padStart(40, '0')}`,
    index: place,
    asset_id: fee === undefined ? 2 : 52,
    contract: fee === undefined ? '' : TOKEN,
    decimals: fee === undefined ? 18 : 6,
    raw: String(raw),
    fee_units: String(fee ?? 0n),
    deposit_raw_min: '5000000',
    hot_level: 'good',
  }));
  const parts = {
    database: { query: async () => waiting },
    money: { readScale: async () => 8 },
    readNowMs: () => 0,
    report: () => {},
    pace: { againAfterMs: 0 },
  } as unknown as SenderParts;
  const port = {
    estimateFees: async () => ({ family: 'evm', maxFeeRaw: 1n, priorityFeeRaw: 1n }),
    // Nothing is there any more: nothing is signed.
    readHoldings: async ([address]: readonly string[]) => {
      asked.push(address ?? '');
      return [];
    },
  };
  const network = { networkId: 1, family: 'evm', port, head: { hash: '' } };
  await sweepOnEvm(parts, network as unknown as Looked, () => false);
  return asked.map((address) => address.slice(-1));
}

test('a node is asked about what is worth its cost, and about nothing else', async () => {
  const coin = 20n * 21_000n;
  const token = 20n * 1_000_000n;
  const rows = [
    { raw: coin - 1n },
    { raw: coin },
    { raw: token - 1n, fee: 10n ** 8n },
    { raw: token, fee: 10n ** 8n },
  ];
  expect(await listAsked(rows)).toEqual(['2', '4']);
});

test('a fee is rounded up; without one the minimum of a deposit counts', async () => {
  const rows = [
    { raw: 19n, fee: 1n },
    { raw: 20n, fee: 1n },
    { raw: 4_999_999n, fee: 0n },
    { raw: 5_000_000n, fee: 0n },
  ];
  expect(await listAsked(rows)).toEqual(['2', '4']);
});
