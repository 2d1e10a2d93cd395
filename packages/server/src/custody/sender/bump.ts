// What waits too long offers more: another member of the same family, with the same payments. The
// hot wallet goes first, and of an address the lowest number, as those behind it wait for it.

import {
  calculateBumpMinimum,
  calculateReplacementFee,
  calculateVsize,
} from '@isobath/signer/fees';
import { P2WPKH_SCRIPT_BYTES } from '@isobath/signer/fees';
import { ACCOUNTS, readScript, type UtxoFamily } from '@isobath/signer/addresses';
import type { ChainFees } from '../chains/port.ts';
import { hasGas } from './gas-reserve.ts';
import type { Looked, SenderParts } from './parts.ts';
import { calculateFee } from './plan-utxo.ts';
import type { EvmSignRequest, UtxoSignRequest } from './requests.ts';
import { nameRequest, type Plan, readSends, type Send, StuckSend, writePlan } from './sends.ts';
import { signPlanned } from './sign.ts';

const BUMPS_MAX = 8;

/** Bump the first family that waits too long and may offer more; the next look does the rest. */
export async function bumpLate(parts: SenderParts, network: Looked): Promise<void> {
  const open = await readSends(parts.database, network.networkId, [
    'planned',
    'signed',
    'sent',
    'mined',
  ]);
  const families = [...Map.groupBy(open, ({ family }) => family)];
  const isHot = ([, [first]]: (typeof families)[number]) => first?.from === network.hot;
  families.sort((one, other) => Number(isHot(other)) - Number(isHot(one)));
  for (const [family, members] of families) {
    const last = members.at(-1);
    if (family === '' || last === undefined) continue;
    if (members.some(({ state }) => state !== 'sent') || !isLate(parts, network, last)) continue;
    if (last.member >= BUMPS_MAX) {
      parts.report(new StuckSend(`${last.txid} waits after ${last.member} bumps`));
      continue;
    }
    if (await wasRefused(parts, network, last)) continue;
    const fees = await network.port.estimateFees();
    const plan = makeBump(network, last, fees);
    if (plan === undefined || !(await canPay(parts, network, { plan, last }))) continue;
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

/** Whether the signer refused more of it lately: it is asked again later, the others meanwhile. */
async function wasRefused(
  { database, readNowMs, pace }: SenderParts,
  { networkId }: Looked,
  { body: { outputs } }: Send,
): Promise<boolean> {
  // A refused one has no family any more; a payment is of one family alone.
  const rows = await database.query(
    `SELECT FROM chain_sends WHERE network_id = $1 AND kind = 'bump' AND state = 'refused'
       AND made_at_ms > $2 AND body #>> '{outputs,0,paymentId}' = $3 LIMIT 1`,
    [networkId, readNowMs() - pace.againAfterMs, outputs[0]?.paymentId ?? ''],
  );
  return rows.length > 0;
}

const larger = (one: bigint, other: bigint) => (one > other ? one : other);

/** The next member: it offers an eighth more, or what is asked now. */
export function makeBump(
  network: Pick<Looked, 'family'>,
  last: Send,
  fees: ChainFees,
): Plan | undefined {
  const place = { from: last.from, family: last.family, member: last.member + 1 };
  const { body } = last;
  if ('nonce' in body && fees.family === 'evm') {
    const raised = raise(body, fees);
    const feeRaw = BigInt(raised.gasLimit) * BigInt(raised.maxFeePerGas);
    const outputs = isWholeSweep(body) ? shrink(body.outputs, feeRaw - last.feeRaw) : body.outputs;
    if (outputs === undefined) return undefined;
    const head = { ...body, requestId: nameRequest(), kind: 'bump', outputs } as const;
    const request: EvmSignRequest = { ...head, fees: raised };
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

/** Sends all of the coin that pays for its gas too: what it offers more, it sends less. */
const isWholeSweep = ({ from, token }: EvmSignRequest) =>
  from.account === ACCOUNTS.deposits && token === null;

function shrink(outputs: EvmSignRequest['outputs'], byRaw: bigint) {
  const smaller = outputs.map((one) => ({ ...one, raw: String(BigInt(one.raw) - byRaw) }));
  return smaller.every(({ raw }) => BigInt(raw) > 0n) ? smaller : undefined;
}

/** Whether the gas account covers what is offered more, and the address has it. */
async function canPay(
  parts: SenderParts,
  network: Looked,
  { plan, last }: { readonly plan: Plan; readonly last: Send },
): Promise<boolean> {
  if (!(await hasGas(parts, network, plan.feeRaw - last.feeRaw))) return false;
  const { body } = plan;
  if (!('nonce' in body) || body.from.account !== ACCOUNTS.deposits) return true;
  if (body.token === null) return true;
  const { port, head } = network;
  const held = await port.readHoldings([plan.from.toLowerCase()], head.hash);
  return held.some(({ asset, raw }) => asset === 'native' && raw >= plan.feeRaw);
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
