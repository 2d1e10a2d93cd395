// What a hot wallet has above its high level goes down to its target: to the cold address that is
// listed for the network, if there is one. It leaves as a withdrawal of the treasury, so no more
// goes than the treasury has; the signer sends nothing to an address that its policy does not list.
// Called by the sender, after payments.

import { type AccountId, AccountType } from '@isobath/core';
import { ACCOUNTS } from '@isobath/signer/addresses';
import { getAddress } from 'viem';
import { cutToUnits, toWholeRaw } from '../../base/custody/index.ts';
import type { Session } from '../../base/db/index.ts';
import { LEVELS } from '../levels/owed.ts';
import { HOUSE } from '../money.ts';
import { hasGas } from '../sender/gas-reserve.ts';
import { readNextNonce } from '../sender/nonces.ts';
import type { Looked, SenderParts } from '../sender/parts.ts';
import { estimateGas, PLAIN_GAS, readRoom } from '../sender/plan-evm.ts';
import { cover, listInputs, readCoins, reserve } from '../sender/plan-utxo.ts';
import { commitPlan, nameMove, nameRequest, type Plan, PlanLost } from '../sender/sends.ts';
import { signPlanned } from '../sender/sign.ts';
import type { IsStopped } from '../sender/stops.ts';

/** What the signer refused, or a chain undid, is tried again after so long. */
const AGAIN_AFTER_MS = 3_600_000;

interface Row {
  readonly asset_id: number;
  readonly contract: string;
  readonly decimals: number;
  readonly hot_raw: string;
  readonly target_units: string;
  readonly queued_units: string;
  /** On its way to cold addresses, on all networks. */
  readonly moving_units: string;
  readonly address: string;
}

const HIGH = `
  SELECT listed.asset_id, listed.contract, listed.decimals, recons.hot_raw::text, ${LEVELS},
    cold.address, (SELECT coalesce(sum(receives_units), 0)::text FROM withdrawals AS own
      WHERE (own.network_id, own.asset_id) = (listed.network_id, listed.asset_id)
        AND own.state IN ('queued', 'signing', 'signed', 'sent') AND NOT is_inside)
      AS queued_units,
    (SELECT coalesce(sum(units), 0)::text FROM cold_moves AS moved
      WHERE moved.asset_id = listed.asset_id AND moved.state = 'open') AS moving_units
  FROM network_assets AS listed JOIN chain_recons AS recons USING (network_id, asset_id)
  JOIN cold_addresses AS cold USING (network_id)
  LEFT JOIN asset_owed AS owed ON owed.asset_id = listed.asset_id
  WHERE listed.network_id = $1 AND recons.hot_level = 'high' AND recons.difference = 0
    AND NOT EXISTS (SELECT FROM cold_moves AS moved
      WHERE (moved.network_id, moved.asset_id) = (listed.network_id, listed.asset_id)
        AND (moved.state = 'open' OR (moved.state = 'dropped' AND moved.made_at_ms > $2)))`;

interface ColdMove {
  readonly assetId: number;
  readonly contract: string;
  readonly address: string;
  readonly raw: bigint;
  readonly units: bigint;
}

type Reserve = (session: Session, sendId: number) => Promise<void>;

/** Send what is too much of each coin. */
export async function sendToCold(
  parts: SenderParts,
  network: Looked,
  isStopped: IsStopped,
): Promise<void> {
  const { database, readNowMs } = parts;
  const { networkId } = network;
  const rows = await database.query<Row>(HIGH, [networkId, readNowMs() - AGAIN_AFTER_MS]);
  for (const row of rows.filter((one) => !isStopped(one.asset_id))) {
    const move = await readMove(parts, row);
    if (move === undefined) continue;
    const plan = network.family === 'evm' ? planEvm : planOutputs;
    const planned = await plan(parts, network, move);
    if (planned === undefined || !(await hasGas(parts, network, planned.feeRaw))) continue;
    await commit(parts, network, { move, planned });
  }
}

/** How much: whole raw units of what is above the target, and not more than the treasury has. */
async function readMove({ money }: SenderParts, row: Row): Promise<ColdMove | undefined> {
  const of = { decimals: row.decimals, scale: await money.readScale(row.asset_id) };
  const treasury = await money.findAccount({
    ownerId: HOUSE,
    accountType: AccountType.operatorTreasury,
    scope: 0,
  });
  const hotUnits = cutToUnits(BigInt(row.hot_raw), of);
  const aboveUnits = hotUnits - BigInt(row.target_units) - BigInt(row.queued_units);
  const heldUnits = await money.readAvailableUnits(treasury as AccountId, row.asset_id);
  const ownUnits = heldUnits - BigInt(row.moving_units);
  const mostUnits = aboveUnits < ownUnits ? aboveUnits : ownUnits;
  const unitsPerRaw = cutToUnits(1n, of);
  const units = unitsPerRaw > 1n ? mostUnits - (mostUnits % unitsPerRaw) : mostUnits;
  const raw = units > 0n ? toWholeRaw(units, of) : undefined;
  if (raw === undefined) return undefined;
  const { asset_id: assetId, contract, address } = row;
  return { assetId, contract, address, raw, units };
}

/** What requests of both families begin with. */
const makeRequest = (networkId: number, { address: to, raw }: ColdMove) => ({
  requestId: nameRequest(),
  network: networkId,
  kind: 'sweep' as const,
  from: { account: ACCOUNTS.hot, index: 0 },
  outputs: [{ paymentId: nameMove(), to, raw: String(raw) }],
  approvals: [],
});

async function planEvm(parts: SenderParts, network: Looked, move: ColdMove) {
  const { networkId, hot } = network;
  const { freeRaw, fees } = await readRoom(parts, network);
  const isNative = move.contract === '';
  const gas = await estimateGas(network, { ...move, from: hot });
  const gasLimit = isNative ? PLAIN_GAS : gas;
  if (gasLimit === undefined || (freeRaw.get(move.contract) ?? 0n) < move.raw) return undefined;
  const feeRaw = gasLimit * fees.maxFeeRaw;
  if ((freeRaw.get('') ?? 0n) < feeRaw + (isNative ? move.raw : 0n)) return undefined;
  const nonce = await readNextNonce(parts, { networkId, address: hot });
  const body = {
    ...makeRequest(networkId, move),
    token: isNative ? null : getAddress(move.contract),
    nonce,
    fees: {
      gasLimit: Number(gasLimit),
      maxFeePerGas: String(fees.maxFeeRaw),
      maxPriorityFeePerGas: String(fees.priorityFeeRaw),
    },
  };
  return { kind: 'sweep', body, from: hot, nonce, feeRaw } as const;
}

async function planOutputs({ database }: SenderParts, network: Looked, move: ColdMove) {
  const { networkId, hot, family, port } = network;
  const fees = await port.estimateFees();
  if (fees.family !== 'utxo') throw new Error('fees of another family');
  const rate = fees.feePerThousandBytesRaw;
  const coins = await readCoins(database, { networkId, rate });
  const found = cover({ family }, { payments: [move], coins, rate });
  if (found === undefined) return undefined;
  const { feeRaw } = found;
  const body = {
    ...makeRequest(networkId, move),
    inputs: listInputs(found.coins),
    fees: { feeRaw: String(feeRaw) },
  };
  const hold: Reserve = (session, sendId) =>
    reserve(session, networkId, { sendId, coins: found.coins });
  return { kind: 'sweep', body, from: hot, nonce: null, feeRaw, reserve: hold } as const;
}

async function commit(
  parts: SenderParts,
  network: Looked,
  { move, planned }: { move: ColdMove; planned: Plan & { readonly reserve?: Reserve } },
): Promise<void> {
  const { networkId } = network;
  const write: Reserve = async (session, sendId) => {
    await planned.reserve?.(session, sendId);
    await session.execute(
      `INSERT INTO cold_moves (send_id, network_id, asset_id, raw, units, made_at_ms)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [sendId, networkId, move.assetId, move.raw, move.units, parts.readNowMs()],
    );
  };
  try {
    await commitPlan(parts, network, { ...planned, reserve: write });
  } catch (error) {
    if (error instanceof PlanLost) return;
    throw error;
  }
  await signPlanned(parts, network);
}
