// A signer's folder with the seed that all local chains know, cheap to open, and calls to it in
// this process. For tests alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigner } from '../ceremony.ts';
import type { Policy } from '../policy.ts';
import type {
  AnswerFrame,
  CallBody,
  CallName,
  CallResult,
  EvmRequest,
  Head,
  UtxoRequest,
} from '../shapes.ts';
import { Signer } from '../signer.ts';
import { site } from './officer.ts';

/** The seed of every local chain: whoever reads this owns what is there. */
export const WORDS = `${'test '.repeat(11)}junk`;
/** Passphrase of folders of tests. */
export const PASSPHRASE = 'a passphrase of tests';
/** A token of the policy below. */
export const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
/** An address of nobody here. */
export const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** The first sender of withdrawals. */
export const HOT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** A cold address of the policy below. */
export const COLD = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
/** Regtest, to nobody here. */
export const UTXO_PAYEE = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/** The policy of tests: an EVM chain, Bitcoin and Litecoin in regtest. */
export const policy: Policy = {
  version: 1,
  site,
  officers: [],
  networks: [
    {
      network: 1,
      family: 'evm',
      chainId: 31_337,
      gasLimitMax: 100_000,
      maxFeePerGasMax: '500000000000',
      maxPriorityFeePerGasMax: '50000000000',
      feePerDayRaw: '1000000000000000000',
      gas: { unitsPerTransfer: 65_000, perDayRaw: '1000000000000000000', perHourCount: 100 },
      coldAddresses: [COLD],
      assets: [
        {
          token: null,
          symbol: 'ETH',
          decimals: 18,
          perTransactionRaw: '20000000000000000000',
          perHourRaw: '40000000000000000000',
          perDayRaw: '200000000000000000000',
          perHourCount: 100,
          approveAboveRaw: '4000000000000000000',
        },
        {
          token: TOKEN,
          symbol: 'USDT',
          decimals: 6,
          perTransactionRaw: '50000000000',
          perHourRaw: '100000000000',
          perDayRaw: '500000000000',
          perHourCount: 100,
          approveAboveRaw: '10000000000',
        },
      ],
    },
    ...(['btc_regtest', 'ltc_regtest'] as const).map((family, at) => ({
      network: 2 + at,
      family,
      feeRateMax: 200,
      feePerTransactionRaw: '1000000',
      feePerDayRaw: '10000000',
      coldAddresses: [],
      assets: [
        {
          token: null,
          symbol: 'BTC',
          decimals: 8,
          perTransactionRaw: '100000000',
          perHourRaw: '200000000',
          perDayRaw: '1000000000',
          perHourCount: 100,
          approveAboveRaw: '20000000',
        },
      ],
    })),
  ],
};

/** Make a folder that is gone at the end; its scrypt is 64 times cheaper than a real one. */
export async function makeTestFolder(given: Policy = policy, words = WORDS) {
  const base = mkdtempSync(join(tmpdir(), 'isobath-signer-'));
  const folder = join(base, 'signer');
  const options = { folder, passphrase: PASSPHRASE, policy: given, words, scryptCost: 2 ** 11 };
  const created = await createSigner(options);
  return { folder, created, remove: () => rmSync(base, { recursive: true }) };
}

/** A signer in this process, opened and greeted. */
export async function openSigner(
  folder: string,
  { readClock = Date.now, head = null as Head | null } = {},
) {
  const signer = new Signer({ folder, passphrase: PASSPHRASE, readClock });
  let lastId = 0;
  const answer = (call: string, body: unknown): Promise<AnswerFrame> => {
    lastId += 1;
    return signer.answer(JSON.stringify({ id: lastId, call, body }));
  };
  const hello = await answer('hello', { head });
  return {
    hello,
    answer,
    close: () => signer.close(),
    /** The result. @throws when it is refused. */
    async call<TName extends CallName>(name: TName, body: CallBody<TName>) {
      const frame = await answer(name, body);
      if (!frame.isDone) throw new Error(`${frame.code} ${JSON.stringify(frame.facts)}`);
      return frame.result as CallResult<TName>;
    },
    /** The code of a refusal, with a `!` when it alarms; `done` when there is none. */
    async refusal(name: CallName, body: unknown): Promise<string> {
      const frame = await answer(name, body);
      return frame.isDone ? 'done' : `${frame.code}${frame.isAlarm ? '!' : ''}`;
    },
  };
}

/** A withdrawal of 1 USDT with nonce 0, changed as said. */
export function makeEvmRequest(change: Partial<EvmRequest> = {}): EvmRequest {
  return {
    requestId: 'r0',
    network: 1,
    kind: 'withdraw',
    from: { account: 0, index: 0 },
    outputs: [{ paymentId: 'p0', to: PAYEE, raw: '1000000' }],
    approvals: [],
    token: TOKEN,
    nonce: 0,
    fees: {
      gasLimit: 65_000,
      maxFeePerGas: '20000000000',
      maxPriorityFeePerGas: '1000000000',
    },
    ...change,
  };
}

/** A withdrawal of 0.1 coins from an output of 0.5, changed as said. */
export function makeUtxoRequest(change: Partial<UtxoRequest> = {}): UtxoRequest {
  return {
    requestId: 'u0',
    network: 2,
    kind: 'withdraw',
    from: { account: 0, index: 0 },
    outputs: [{ paymentId: 'q0', to: UTXO_PAYEE, raw: '10000000' }],
    approvals: [],
    inputs: [makeInput(0)],
    fees: { feeRaw: '1410' },
    ...change,
  };
}

/** An output of 0.5 coins on deposit address 0. */
export function makeInput(number: number, raw = '50000000'): UtxoRequest['inputs'][number] {
  const txid = number.toString(16).padStart(64, '0');
  return { txid, vout: 1, raw, account: 1, change: 0, index: 0 };
}
