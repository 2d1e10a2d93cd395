// Plans payments of an EVM chain: each its own transaction, with the next number of the sending
// address as it stands in our rows. Not more than sixteen are on their way at a time.
// Not here: asking the signer (sign.ts).

import { getAddress } from 'viem';
import type { EvmSignRequest } from './requests.ts';
import type { ChainFees } from '../chains/port.ts';
import { type BreakerRoom, passBreaker, readBreakerRoom } from '../levels/breaker.ts';
import type { Looked, SenderParts } from './parts.ts';
import { type QueuedPayment, readInFlight, readQueue } from './queue.ts';
import { readNextNonce } from './nonces.ts';
import { hasGas } from './gas-reserve.ts';
import { commitPlan, listApprovals, namePayment, nameRequest, PlanLost } from './sends.ts';
import { signPlanned } from './sign.ts';
import type { IsStopped } from './stops.ts';

/** How many transactions of one address wait at a time. */
const IN_FLIGHT_MAX = 16;
/** More than the transfer of a usual token takes. */
const TOKEN_GAS = 80_000n;
/** What a plain payment of the chain's own coin takes. */
export const PLAIN_GAS = 21_000n;
const GAS_MAX = 100_000n;

type EvmFees = Extract<ChainFees, { family: 'evm' }>;

/** What may be spent of the hot wallet, and what a transaction offers. */
export interface Room {
  /** What our address holds and nothing on its way takes, by contract ('' = native). */
  readonly freeRaw: Map<string, bigint>;
  readonly fees: EvmFees;
}

/** Plan and sign what the hot wallet covers, the oldest first. */
export async function sendOnEvm(
  parts: SenderParts,
  network: Looked,
  isStopped: IsStopped,
): Promise<void> {
  const { database, readNowMs } = parts;
  const { networkId } = network;
  const [open] = await database.query<{ count: number }>(
    `SELECT count(DISTINCT nonce)::int AS count FROM chain_sends
     WHERE network_id = $1 AND from_address = $2 AND state IN ('planned', 'signed', 'sent')`,
    [networkId, network.hot],
  );
  const rowsMax = IN_FLIGHT_MAX - (open?.count ?? 0);
  if (rowsMax <= 0) return;
  // Some coins may be short or stopped: those behind them go on.
  const rowsOfCoinMax = IN_FLIGHT_MAX;
  const queue = await readQueue(database, { networkId, nowMs: readNowMs(), rowsOfCoinMax });
  if (queue.length === 0) return;
  const room = await readRoom(parts, network);
  const short = new Set<number>();
  let sentCount = 0;
  for (const payment of queue) {
    if (sentCount >= rowsMax) return;
    if (short.has(payment.assetId) || isStopped(payment.assetId)) continue;
    const breaker = await readBreakerRoom(parts, payment.assetId);
    if (breaker === undefined) continue;
    const said = await sendOne(parts, network, { payment, room, breaker });
    if (said === 'sent') sentCount += 1;
    // The oldest of a coin is served first, however large it is.
    if (said === 'short') short.add(payment.assetId);
  }
}

/** Read it at the end of the chain. */
export async function readRoom(parts: SenderParts, network: Looked): Promise<Room> {
  const { port, head, hot, networkId } = network;
  const [holdings, fees, inFlight] = await Promise.all([
    port.readHoldings([hot.toLowerCase()], head.hash),
    port.estimateFees(),
    readInFlight(parts.database, { networkId, from: hot }),
  ]);
  if (fees.family !== 'evm') throw new Error('fees of another family');
  const freeRaw = new Map<string, bigint>();
  for (const { asset, raw } of holdings) freeRaw.set(asset === 'native' ? '' : asset, raw);
  const contracts = await parts.database.query<{ asset_id: number; contract: string }>(
    'SELECT asset_id, contract FROM network_assets WHERE network_id = $1',
    [networkId],
  );
  for (const { asset_id: assetId, contract } of contracts) {
    const takenRaw = inFlight.rawByAsset.get(assetId) ?? 0n;
    freeRaw.set(contract, (freeRaw.get(contract) ?? 0n) - takenRaw);
  }
  freeRaw.set('', (freeRaw.get('') ?? 0n) - inFlight.feesRaw);
  return { freeRaw, fees };
}

/** A payment as far as its gas goes. */
interface GasQuestion {
  readonly from: string;
  readonly address: string;
  readonly contract: string;
  readonly raw: bigint;
}

/** Gas that a payment takes; undefined when the receiver does not take it. */
export async function estimateGas(
  network: Looked,
  payment: GasQuestion,
): Promise<bigint | undefined> {
  const used = await network.port.estimateGas({
    from: payment.from.toLowerCase(),
    to: payment.address.toLowerCase(),
    asset: payment.contract === '' ? 'native' : payment.contract,
    raw: payment.raw,
  });
  if (used === undefined) return undefined;
  if (payment.contract === '' && used <= PLAIN_GAS) return PLAIN_GAS;
  const withRoom = (used * 12n) / 10n;
  const least = payment.contract === '' ? PLAIN_GAS : TOKEN_GAS;
  const asked = withRoom > least ? withRoom : least;
  return asked > GAS_MAX ? GAS_MAX : asked;
}

interface Sending {
  readonly payment: QueuedPayment;
  readonly room: Room;
  readonly breaker: BreakerRoom;
}

async function sendOne(
  parts: SenderParts,
  network: Looked,
  { payment, room, breaker }: Sending,
): Promise<'sent' | 'short' | 'passed'> {
  const { freeRaw, fees } = room;
  const isNative = payment.contract === '';
  const held = freeRaw.get(payment.contract) ?? 0n;
  if (held < payment.raw) return 'short';
  const gas = await estimateGas(network, { ...payment, from: network.hot });
  // Whether it takes the payment is seen on the chain too; the worst case is paid for by us.
  const gasLimit = gas ?? GAS_MAX;
  const feeRaw = gasLimit * fees.maxFeeRaw;
  const nativeRaw = freeRaw.get('') ?? 0n;
  if (nativeRaw < feeRaw + (isNative ? payment.raw : 0n)) return 'short';
  if (!(await hasGas(parts, network, feeRaw))) return 'short';
  if ((await passBreaker(parts, breaker, payment)) === undefined) return 'short';
  const nonce = await readNextNonce(parts, { networkId: network.networkId, address: network.hot });
  const body: EvmSignRequest = {
    requestId: nameRequest(),
    network: network.networkId,
    kind: 'withdraw',
    from: { account: 0, index: 0 },
    outputs: [
      {
        paymentId: namePayment(payment.withdrawalId),
        to: getAddress(payment.address.toLowerCase()),
        raw: String(payment.raw),
      },
    ],
    approvals: listApprovals([payment]),
    token: isNative ? null : getAddress(payment.contract),
    nonce,
    fees: {
      gasLimit: Number(gasLimit),
      maxFeePerGas: String(fees.maxFeeRaw),
      maxPriorityFeePerGas: String(fees.priorityFeeRaw),
    },
  };
  const plan = { kind: 'withdraw', body, from: network.hot, nonce, feeRaw } as const;
  try {
    await commitPlan(parts, network, plan);
  } catch (error) {
    if (error instanceof PlanLost) return 'passed';
    throw error;
  }
  // Its number counts once it is signed: the next one is planned after that.
  await signPlanned(parts, network);
  freeRaw.set(payment.contract, held - payment.raw);
  freeRaw.set('', (freeRaw.get('') ?? 0n) - feeRaw);
  return 'sent';
}
