// Plans payments of a chain of outputs: many in one transaction, spending what we own and was
// counted, the oldest first, with what is left back to the hot wallet.
// Not here: asking the signer (sign.ts).

import { readScript, type UtxoFamily } from '@isobath/signer/addresses';
import { calculateVsize, P2WPKH_SCRIPT_BYTES } from '@isobath/signer/fees';
import type { Session } from '../../base/db/index.ts';
import { hasGas } from './gas-reserve.ts';
import { passBreaker, readBreakerRoom } from '../levels/breaker.ts';
import type { Looked, SenderParts } from './parts.ts';
import { type QueuedPayment, readQueue } from './queue.ts';
import type { UtxoSignRequest } from './requests.ts';
import { commitPlan, listApprovals, namePayment, nameRequest, PlanLost } from './sends.ts';
import { signPlanned } from './sign.ts';
import type { IsStopped } from './stops.ts';

const BATCH_MAX = 50;
const INPUTS_MAX = 100;

/** Virtual bytes that an input adds. */
const INPUT_BYTES = 68;

/** An output of ours. */
export interface Coin {
  readonly txid: string;
  readonly output: number;
  readonly raw: bigint;
  readonly account: 0 | 1 | 2;
  readonly change: 0 | 1;
  readonly index: number;
}

interface Batch {
  readonly payments: readonly QueuedPayment[];
  readonly coins: readonly Coin[];
  readonly feeRaw: bigint;
}

/** Send the batch that is full or old enough, or what must go alone. */
export async function sendOutputs(
  parts: SenderParts,
  network: Looked,
  isStopped: IsStopped,
): Promise<void> {
  const { database, readNowMs, pace } = parts;
  const { networkId } = network;
  const nowMs = readNowMs();
  const queue = await readQueue(database, { networkId, nowMs, rowsOfCoinMax: BATCH_MAX });
  const wanted = queue.filter(({ assetId }) => !isStopped(assetId));
  const [first] = wanted;
  if (first === undefined) return;
  const isClosed = wanted.length >= BATCH_MAX || first.changedAtMs + pace.batchAfterMs <= nowMs;
  if (!isClosed) return;
  const alone = wanted.filter(({ isAlone }) => isAlone);
  for (const group of [...alone.map((one) => [one]), wanted.filter((one) => !one.isAlone)]) {
    await sendBatch(parts, network, group);
  }
}

async function sendBatch(
  parts: SenderParts,
  network: Looked,
  wanted: readonly QueuedPayment[],
): Promise<void> {
  const payments = await passAll(parts, wanted);
  if (payments.length === 0) return;
  const fees = await network.port.estimateFees();
  if (fees.family !== 'utxo') throw new Error('fees of another family');
  const rate = fees.feePerThousandBytesRaw;
  const coins = await readCoins(parts.database, { networkId: network.networkId, rate });
  const batch = fill(network, { payments, coins, rate });
  if (batch === undefined || !(await hasGas(parts, network, batch.feeRaw))) return;
  const body: UtxoSignRequest = {
    requestId: nameRequest(),
    network: network.networkId,
    kind: 'withdraw',
    from: { account: 0, index: 0 },
    outputs: batch.payments.map(({ withdrawalId, address, raw }) => ({
      paymentId: namePayment(withdrawalId),
      to: address,
      raw: String(raw),
    })),
    approvals: listApprovals(batch.payments),
    inputs: listInputs(batch.coins),
    fees: { feeRaw: String(batch.feeRaw) },
  };
  const { feeRaw } = batch;
  const plan = { kind: 'withdraw', body, from: network.hot, nonce: null, feeRaw } as const;
  try {
    await commitPlan(parts, network, {
      ...plan,
      reserve: (session, sendId) =>
        reserve(session, network.networkId, { sendId, coins: batch.coins }),
    });
  } catch (error) {
    // Somebody took one back meanwhile: the next look plans without it.
    if (error instanceof PlanLost) return;
    throw error;
  }
  await signPlanned(parts, network);
}

/** As many, the oldest first, as may leave now. */
async function passAll(
  parts: SenderParts,
  wanted: readonly QueuedPayment[],
): Promise<QueuedPayment[]> {
  const [first] = wanted;
  let room = first && (await readBreakerRoom(parts, first.assetId));
  const passed: QueuedPayment[] = [];
  for (const payment of wanted) {
    room = room && (await passBreaker(parts, room, payment));
    if (room !== undefined) passed.push(payment);
  }
  return passed;
}

/** Coins as the signer wants them. */
export const listInputs = (coins: readonly Coin[]): UtxoSignRequest['inputs'] =>
  coins.map(({ output, raw, ...coin }) => ({ ...coin, vout: output, raw: String(raw) }));

/** What may be spent, the oldest first; what costs more to spend than it holds waits. */
export async function readCoins(
  session: Session,
  { networkId, rate }: { readonly networkId: number; readonly rate: bigint },
): Promise<Coin[]> {
  const rows = await session.query<Omit<Coin, 'raw'> & { readonly raw: string }>(
    `SELECT txid, output, raw::text, account, change, index FROM chain_outputs
     WHERE network_id = $1 AND is_counted AND send_id IS NULL AND height IS NOT NULL
       AND raw > $2
     ORDER BY height, txid, output LIMIT ${INPUTS_MAX}`,
    [networkId, calculateFee(rate, INPUT_BYTES)],
  );
  return rows.map((row) => ({ ...row, raw: BigInt(row.raw) }));
}

interface Covering extends Omit<Filling, 'payments'> {
  readonly payments: readonly Pick<QueuedPayment, 'address' | 'raw'>[];
}

interface Filling {
  readonly payments: readonly QueuedPayment[];
  readonly coins: readonly Coin[];
  /** Raw units for a thousand virtual bytes. */
  readonly rate: bigint;
}

/** As many payments, the oldest first, as the coins cover together with the fee. */
export function fill(network: Pick<Looked, 'family'>, filling: Filling): Batch | undefined {
  for (let count = filling.payments.length; count > 0; count -= 1) {
    const payments = filling.payments.slice(0, count);
    const found = cover(network, { ...filling, payments });
    if (found !== undefined) return { payments, ...found };
  }
  return undefined;
}

/** The oldest coins that cover payments together with the fee. */
export function cover(
  { family }: Pick<Looked, 'family'>,
  { payments, coins, rate }: Covering,
): Omit<Batch, 'payments'> | undefined {
  const scripts = payments.map(
    ({ address }) => readScript(family as UtxoFamily, address)?.length ?? P2WPKH_SCRIPT_BYTES,
  );
  const paidRaw = payments.reduce((sum, { raw }) => sum + raw, 0n);
  let heldRaw = 0n;
  for (const [at, coin] of coins.entries()) {
    heldRaw += coin.raw;
    const vsize = calculateVsize(at + 1, [...scripts, P2WPKH_SCRIPT_BYTES]);
    const feeRaw = calculateFee(rate, vsize);
    if (heldRaw >= paidRaw + feeRaw) return { coins: coins.slice(0, at + 1), feeRaw };
  }
  return undefined;
}

/** Fee of so many virtual bytes: at least one raw unit each. */
export function calculateFee(rate: bigint, vsize: number): bigint {
  const asked = (rate * BigInt(vsize) + 999n) / 1_000n;
  return asked > BigInt(vsize) ? asked : BigInt(vsize);
}

/** Reserve coins for a transaction. @errors PlanLost when one of them is taken already. */
export async function reserve(
  session: Session,
  networkId: number,
  { sendId, coins }: { readonly sendId: number; readonly coins: readonly Coin[] },
): Promise<void> {
  const reserved = await session.execute(
    `UPDATE chain_outputs SET send_id = $2
     WHERE network_id = $1 AND send_id IS NULL
       AND (txid, output) IN (SELECT * FROM unnest($3::text[], $4::int[]))`,
    [networkId, sendId, coins.map(({ txid }) => txid), coins.map(({ output }) => output)],
  );
  if (reserved !== coins.length) throw new PlanLost();
}
