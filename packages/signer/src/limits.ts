// Absolute caps: how much of an asset leaves in a transaction, a rolling hour, a rolling day, how
// often, and what fees may cost. They know nothing of what the server believes to own.
// Not here: families (rules.ts), officers' approvals (officers.ts).

import type { AssetPolicy, EvmPolicy, NetworkPolicy, UtxoPolicy } from './policy.ts';
import type { Family, MemberFees, Records } from './records.ts';
import { Refused } from './refusal.ts';
import type { EvmRequest, SignRequest } from './shapes.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Gas that a deposit address gets, as a multiple of what one transfer from it costs. */
const GAS_MULTIPLE_MAX = 3n;

/** The sum of what is sent. */
export function sumOutputs(outputs: readonly { readonly raw: string }[]): bigint {
  return outputs.reduce((sum, { raw }) => sum + BigInt(raw), 0n);
}

function refuseAbove(code: string, valueRaw: bigint, maxRaw: string): void {
  if (valueRaw > BigInt(maxRaw)) throw new Refused(code, { valueRaw: String(valueRaw), maxRaw });
}

/** Refuse a withdrawal past a cap of its asset. */
export function checkWithdrawCaps(
  records: Records,
  asset: AssetPolicy,
  request: SignRequest & { readonly atMs: number },
): void {
  const sum = sumOutputs(request.outputs);
  const window = records.window(`withdraw:${request.network}:${asset.token ?? 'native'}`);
  const hour = window.read(request.atMs - HOUR_MS);
  const day = window.read(request.atMs - DAY_MS);
  refuseAbove('cap_transaction', sum, asset.perTransactionRaw);
  refuseAbove('cap_hour', hour.sumRaw + sum, asset.perHourRaw);
  refuseAbove('cap_day', day.sumRaw + sum, asset.perDayRaw);
  if (hour.count >= asset.perHourCount) {
    throw new Refused('cap_count', { count: hour.count, max: asset.perHourCount });
  }
}

/** Refuse gas past three times the estimate, or past what a day and an hour may see. */
export function checkGasCaps(
  records: Records,
  { network, gas }: EvmPolicy,
  request: EvmRequest & { readonly atMs: number },
): void {
  const estimate = BigInt(gas.unitsPerTransfer) * BigInt(request.fees.maxFeePerGas);
  const sum = sumOutputs(request.outputs);
  refuseAbove('gas_above_estimate', sum, String(estimate * GAS_MULTIPLE_MAX));
  const window = records.window(`gas:${network}:native`);
  refuseAbove('cap_day', window.read(request.atMs - DAY_MS).sumRaw + sum, gas.perDayRaw);
  const { count } = window.read(request.atMs - HOUR_MS);
  if (count >= gas.perHourCount) throw new Refused('cap_count', { count, max: gas.perHourCount });
}

/** Refuse EVM fees above their ceilings. */
export function checkEvmFees(policy: EvmPolicy, { fees }: EvmRequest): void {
  refuseAbove('fee_above_ceiling', BigInt(fees.gasLimit), String(policy.gasLimitMax));
  refuseAbove('fee_above_ceiling', BigInt(fees.maxFeePerGas), policy.maxFeePerGasMax);
  refuseAbove(
    'fee_above_ceiling',
    BigInt(fees.maxPriorityFeePerGas),
    policy.maxPriorityFeePerGasMax,
  );
  if (BigInt(fees.maxPriorityFeePerGas) > BigInt(fees.maxFeePerGas)) {
    throw new Refused('fee_priority_above_fee');
  }
}

/** Refuse a fee of a transaction of outputs above its ceilings, or below what nodes relay. */
export function checkUtxoFee(policy: UtxoPolicy, feeRaw: bigint, vsize: number): void {
  if (feeRaw < BigInt(vsize)) throw new Refused('fee_too_low', { feeRaw: String(feeRaw), vsize });
  refuseAbove('fee_above_ceiling', feeRaw, String(BigInt(policy.feeRateMax) * BigInt(vsize)));
  refuseAbove('fee_above_ceiling', feeRaw, policy.feePerTransactionRaw);
}

/** Refuse when fees of a rolling day would pass what they may cost; a bump counts what it adds. */
export function checkFeeDay(
  records: Records,
  { network, feePerDayRaw }: NetworkPolicy,
  member: { fees: MemberFees; family: Family | undefined; atMs: number },
): void {
  const added = BigInt(member.fees.feeRaw) - BigInt(member.family?.fees.feeRaw ?? '0');
  const { sumRaw } = records.window(`fee:${network}`).read(member.atMs - DAY_MS);
  refuseAbove('cap_fee_day', sumRaw + added, feePerDayRaw);
}
