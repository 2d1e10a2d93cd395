// Which payments officers are asked for, however many stand before them.
import type { Policy } from '@isobath/signer/client';
import { expect, test } from 'vitest';
import type { CustodyContext } from '../loop.ts';
import { askForPayments } from './payments.ts';

const ABOVE_RAW = 1_000n;

/** Numbers of the payments that are described, of a queue with these amounts. */
async function listDescribed(queue: readonly bigint[]): Promise<string[]> {
  const rows = queue.map((raw, place) => ({
    withdrawal_id: place + 1,
    network_id: 2,
    contract: '',
    address: 'payee',
    raw: String(raw),
  }));
  const described: string[] = [];
  const context = {
    database: {
      query: async (text: string, [after]: readonly number[] = []) => {
        const [, most] = /LIMIT (\d+)/.exec(text) ?? [];
        if (most === undefined || after === undefined) return [];
        return rows.filter((row) => row.withdrawal_id > after).slice(0, Number(most));
      },
    },
    fence: { write: async () => {} },
    signer: {
      call: async (_name: string, { paymentId }: { readonly paymentId: string }) => {
        described.push(paymentId);
        return { text: '', hash: '', signature: '' };
      },
    },
    readNowMs: () => 0,
  } as unknown as CustodyContext;
  const assets = [{ token: null, approveAboveRaw: String(ABOVE_RAW) }];
  const policy = { networks: [{ network: 2, family: 'btc', assets }] } as unknown as Policy;
  await askForPayments(context, policy);
  return described;
}

test('small payments hide no large one behind them', async () => {
  const small = Array.from({ length: 450 }, () => ABOVE_RAW);
  expect(await listDescribed([...small, ABOVE_RAW + 1n])).toEqual(['w451']);
});
