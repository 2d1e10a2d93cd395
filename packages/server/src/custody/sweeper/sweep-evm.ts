// Brings what deposit addresses of an EVM chain hold to the hot wallet, where it is worth its cost.
// A token needs gas first: the tank sends it, and once a block has it the token follows. Only what
// counted is brought, and nothing of an address at which something is still decided.
// A sweep changes where money lies, not whose it is: the ledger hears of its gas alone.
// Called by the sender, after payments.

import { ACCOUNTS, type Family } from '@isobath/signer/addresses';
import { getAddress } from 'viem';
import { calculateRawPerUnit, calculateUnitsPerRaw } from '../../base/custody/index.ts';
import type { ChainFees } from '../chains/port.ts';
import { hasGas } from '../sender/gas-reserve.ts';
import { readNextNonce } from '../sender/nonces.ts';
import type { Looked, SenderParts } from '../sender/parts.ts';
import { estimateGas, PLAIN_GAS } from '../sender/plan-evm.ts';
import type { EvmSignRequest } from '../sender/requests.ts';
import { commitPlan, nameMove, nameRequest } from '../sender/sends.ts';
import { signPlanned } from '../sender/sign.ts';
import type { IsStopped } from '../sender/stops.ts';
import { readTank } from './tank.ts';

/** A sweep is worth it from so many times its cost on. */
const WORTH_TIMES = 20n;
/** What a chain undid, or the signer refused for good, is tried again after so long. */
const FAILED_AGAIN_MS = 3_600_000;
/** Of one look. */
const SWEEPS_MAX = 8;
/** A token's gas is sent half as much again: the next block may ask for more. */
const GAS_ROOM = [3n, 2n] as const;

type EvmFees = Extract<ChainFees, { family: 'evm' }>;

interface Row {
  readonly address: string;
  readonly index: number;
  readonly asset_id: number;
  readonly contract: string;
  readonly decimals: number;
  readonly raw: string;
  readonly fee_units: string;
  readonly deposit_raw_min: string;
  readonly hot_level: string;
}

// Tokens first: the coin of the chain that an address holds pays for them.
const WAITING = `
  SELECT own.address, own.index, held.asset_id, listed.contract, listed.decimals, held.raw::text,
    listed.fee_units::text, listed.deposit_raw_min::text,
    coalesce(recons.hot_level, '') AS hot_level
  FROM chain_holdings AS held
  JOIN deposit_addresses AS own ON own.family = $2 AND lower(own.address) = held.address
  JOIN network_assets AS listed USING (network_id, asset_id)
  LEFT JOIN chain_recons AS recons USING (network_id, asset_id)
  WHERE held.network_id = $1
    AND NOT EXISTS (SELECT FROM chain_sends AS sends WHERE sends.network_id = $1
      AND sends.for_address = held.address AND (state IN ('planned', 'signed', 'sent')
        OR (state = 'mined' AND kind <> 'gas') OR (state = 'refused' AND made_at_ms > $3)
        OR (state = 'failed' AND made_at_ms > $4)))
    AND NOT EXISTS (SELECT FROM deposits WHERE deposits.network_id = $1
      AND lower(deposits.address) = held.address
      AND (status = 11 OR vanished_at_ms > 0 OR (status = 1 AND block_hash IS NOT NULL)))
  ORDER BY held.address, listed.contract = ''`;

interface Worth {
  readonly row: Row;
  readonly fees: EvmFees;
}

/** Plan and sign what is worth it. */
export async function sweepOnEvm(
  parts: SenderParts,
  network: Looked,
  isStopped: IsStopped,
): Promise<void> {
  const nowMs = parts.readNowMs();
  const rows = await parts.database.query<Row>(WAITING, [
    network.networkId,
    network.family satisfies Family,
    nowMs - parts.pace.againAfterMs,
    nowMs - FAILED_AGAIN_MS,
  ]);
  const wanted = rows.filter((row) => !isStopped(row.asset_id));
  if (wanted.length === 0) return;
  const fees = await network.port.estimateFees();
  if (fees.family !== 'evm') throw new Error('fees of another family');
  const done = new Set<string>();
  for (const row of wanted) {
    if (done.size >= SWEEPS_MAX) return;
    if (done.has(row.address)) continue;
    const sweep = row.contract === '' ? sweepCoin : sweepToken;
    if (await sweep(parts, network, { row, fees })) done.add(row.address);
  }
}

/** What counted of it and is there now; what came meanwhile waits until it counts. */
async function readHeld({ port, head }: Looked, { address, contract, raw }: Row) {
  const held = await port.readHoldings([address.toLowerCase()], head.hash);
  const find = (asset: string) => held.find((one) => one.asset === asset)?.raw ?? 0n;
  const found = find(contract === '' ? 'native' : contract);
  const counted = BigInt(raw);
  return { raw: found < counted ? found : counted, nativeRaw: find('native') };
}

/** Where a withdrawal costs nothing it says nothing of a transfer: a deposit's minimum does. */
const isWorth = (
  raw: bigint,
  costRaw: bigint,
  { hot_level: level, deposit_raw_min: least }: Row,
) => (costRaw > 0n ? raw >= costRaw * (level === 'low' ? 2n : WORTH_TIMES) : raw >= BigInt(least));

/** What the network takes for a withdrawal says what a transfer costs in this coin; rounded up. */
function calculateCost({ fee_units: feeUnits, decimals }: Row, scale: number): bigint {
  const unitsPerRaw = calculateUnitsPerRaw({ decimals, scale });
  const wholeRaw = (BigInt(feeUnits) + unitsPerRaw - 1n) / unitsPerRaw;
  return wholeRaw * calculateRawPerUnit({ decimals, scale });
}

async function sweepCoin(parts: SenderParts, network: Looked, { row, fees }: Worth) {
  const feeRaw = PLAIN_GAS * fees.maxFeeRaw;
  // What is there is never counted as more: what is not worth it is not asked for.
  if (!isWorth(BigInt(row.raw), feeRaw, row)) return false;
  const { raw } = await readHeld(network, row);
  if (!isWorth(raw, feeRaw, row) || !(await hasGas(parts, network, feeRaw))) return false;
  const sent = { raw: raw - feeRaw, token: null, gasLimit: PLAIN_GAS, fees };
  await bring(parts, network, { row, ...sent });
  return true;
}

async function sweepToken(parts: SenderParts, network: Looked, { row, fees }: Worth) {
  const costRaw = calculateCost(row, await parts.money.readScale(row.asset_id));
  if (!isWorth(BigInt(row.raw), costRaw, row)) return false;
  const { raw, nativeRaw } = await readHeld(network, row);
  if (raw === 0n || !isWorth(raw, costRaw, row)) return false;
  const { contract } = row;
  const to = { address: network.hot, contract, raw };
  const gasLimit = await estimateGas(network, { ...to, from: row.address });
  // A token that would not move from here costs nothing: somebody looks at it.
  if (gasLimit === undefined) {
    parts.report(new Error(`${contract} would not move from ${row.address}`));
    return false;
  }
  const feeRaw = gasLimit * fees.maxFeeRaw;
  if (nativeRaw < feeRaw) {
    return sendGas(parts, network, { row, fees, feeRaw, missingRaw: feeRaw - nativeRaw });
  }
  if (!(await hasGas(parts, network, feeRaw))) return false;
  await bring(parts, network, { row, raw, token: getAddress(contract), gasLimit, fees });
  return true;
}

const writeFees = (gasLimit: bigint, { maxFeeRaw, priorityFeeRaw }: EvmFees) => ({
  gasLimit: Number(gasLimit),
  maxFeePerGas: String(maxFeeRaw),
  maxPriorityFeePerGas: String(priorityFeeRaw),
});

/** Ask for a transaction of a deposit address to the hot wallet. */
async function bring(
  parts: SenderParts,
  network: Looked,
  sweep: Worth & {
    readonly raw: bigint;
    readonly token: string | null;
    readonly gasLimit: bigint;
  },
): Promise<void> {
  const { row, fees, gasLimit } = sweep;
  const { networkId, hot } = network;
  const from = getAddress(row.address.toLowerCase());
  const nonce = await readNextNonce(parts, { networkId, address: from });
  const own = { account: ACCOUNTS.hot, change: 0, index: 0 } as const;
  const body: EvmSignRequest = {
    requestId: nameRequest(),
    network: networkId,
    kind: 'sweep',
    from: { account: ACCOUNTS.deposits, index: row.index },
    outputs: [{ paymentId: nameMove(), to: hot, raw: String(sweep.raw), own }],
    approvals: [],
    token: sweep.token,
    nonce,
    fees: writeFees(gasLimit, fees),
  };
  const feeRaw = gasLimit * fees.maxFeeRaw;
  const place = { from, nonce, feeRaw, forAddress: from.toLowerCase() };
  await commitPlan(parts, network, { kind: 'sweep', body, ...place });
  await signPlanned(parts, network);
}

/** Send an address what a token's transfer takes. */
async function sendGas(
  parts: SenderParts,
  network: Looked,
  { row, fees, feeRaw, missingRaw }: Worth & { feeRaw: bigint; missingRaw: bigint },
): Promise<boolean> {
  const { networkId } = network;
  const raw = missingRaw + (feeRaw * (GAS_ROOM[0] - GAS_ROOM[1])) / GAS_ROOM[1];
  const ownFeeRaw = PLAIN_GAS * fees.maxFeeRaw;
  const tank = await readTank(parts, network, raw + ownFeeRaw);
  if (tank === undefined || !(await hasGas(parts, network, ownFeeRaw + feeRaw))) return false;
  const nonce = await readNextNonce(parts, { networkId, address: tank });
  const own = { account: ACCOUNTS.deposits, change: 0, index: row.index } as const;
  const to = getAddress(row.address.toLowerCase());
  const body: EvmSignRequest = {
    requestId: nameRequest(),
    network: networkId,
    kind: 'gas',
    from: { account: ACCOUNTS.gas, index: 0 },
    outputs: [{ paymentId: nameMove(), to, raw: String(raw), own }],
    approvals: [],
    token: null,
    nonce,
    fees: writeFees(PLAIN_GAS, fees),
  };
  const place = { from: tank, nonce, feeRaw: ownFeeRaw, forAddress: to.toLowerCase() };
  await commitPlan(parts, network, { kind: 'gas', body, ...place });
  await signPlanned(parts, network);
  return true;
}
