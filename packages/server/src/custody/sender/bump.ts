// What waits too long offers more: another member of the same family, with the same payments. The
// lowest number goes first, as those behind it wait for it.

import {
  calculateBumpMinimum,
  calculateReplacementFee,
  calculateVsize,
} from '@isobath/signer/fees';
import { P2WPKH_SCRIPT_BYTES } from '@isobath/signer/fees';
import { readScript, type UtxoFamily } from '@isobath/signer/addresses';
import type { ChainFees } from '../chains/port.ts';
import type { Looked, SenderParts } from './parts.ts';
import { calculateFee } from './plan-utxo.ts';
import type { EvmSignRequest, UtxoSignRequest } from './requests.ts';
import { nameRequest, type Plan, readSends, type Send, writePlan } from './sends.ts';
import { signPlanned } from './sign.ts';

const BUMPS_MAX = 8;

/** A family that offers as much as it may, and still waits. */
export class StuckSend extends Error {}

/** Bump the first family that waits too long; the next look does the next one. */
export async function bumpLate(parts: SenderParts, network: Looked): Promise<void> {
  const open = await readSends(parts.database, network.networkId, [
    'planned',
    'signed',
    'sent',
    'mined',
  ]);
  const families = Map.groupBy(open, ({ family }) => family);
  for (const [family, members] of families) {
    const last = members.at(-1);
    if (family === '' || last === undefined) continue;
    if (members.some(({ state }) => state !== 'sent') || !isLate(parts, network, last)) continue;
    if (last.member >= BUMPS_MAX) {
      throw new StuckSend(`${last.txid} waits after ${last.member} bumps`);
    }
    const fees = await network.port.estimateFees();
    const plan = makeBump(network, last, fees);
    await parts.fence.write(async (session) => {
      await writePlan(session, network.networkId, { plan, nowMs: parts.readNowMs() });
    });
    await signPlanned(parts, network);
    return;
  }
}

function isLate({ readNowMs, pace }: SenderParts, { head }: Looked, send: Send): boolean {
  return (
    send.sentAtMs + pace.bumpAfterMs <= readNowMs() ||
    head.height - send.sentHeight >= pace.bumpAfterBlocks
  );
}

const larger = (one: bigint, other: bigint) => (one > other ? one : other);

/** The next member: it offers an eighth more, or what is asked now. */
export function makeBump(network: Looked, last: Send, fees: ChainFees): Plan {
  const place = { from: network.hot, family: last.family, member: last.member + 1 };
  const { body } = last;
  if ('nonce' in body && fees.family === 'evm') {
    const request: EvmSignRequest = {
      ...body,
      requestId: nameRequest(),
      kind: 'bump',
      fees: raise(body, fees),
    };
    const feeRaw = BigInt(request.fees.gasLimit) * BigInt(request.fees.maxFeePerGas);
    return { ...place, kind: 'bump', body: request, nonce: body.nonce, feeRaw };
  }
  if ('nonce' in body || fees.family === 'evm') throw new Error('fees of another family');
  const scripts = body.outputs.map(
    ({ to }) => readScript(network.family as UtxoFamily, to)?.length ?? P2WPKH_SCRIPT_BYTES,
  );
  const vsize = calculateVsize(body.inputs.length, [...scripts, P2WPKH_SCRIPT_BYTES]);
  const feeRaw = larger(
    calculateReplacementFee(last.feeRaw, vsize),
    calculateFee(fees.feePerThousandBytesRaw, vsize),
  );
  const request: UtxoSignRequest = {
    ...body,
    requestId: nameRequest(),
    kind: 'bump',
    fees: { feeRaw: String(feeRaw) },
  };
  return { ...place, kind: 'bump', body: request, nonce: null, feeRaw };
}

function raise(
  body: EvmSignRequest,
  fees: Extract<ChainFees, { family: 'evm' }>,
): EvmSignRequest['fees'] {
  const { gasLimit, maxFeePerGas, maxPriorityFeePerGas } = body.fees;
  const priority = larger(calculateBumpMinimum(BigInt(maxPriorityFeePerGas)), fees.priorityFeeRaw);
  const whole = larger(calculateBumpMinimum(BigInt(maxFeePerGas)), fees.maxFeeRaw);
  return {
    gasLimit,
    maxFeePerGas: String(larger(whole, priority)),
    maxPriorityFeePerGas: String(priority),
  };
}
