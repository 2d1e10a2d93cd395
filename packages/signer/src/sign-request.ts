// One request to sign, from the first check to the entry of the log; it writes nothing itself.
// Not here: requests that were signed before (signer.ts).

import { hashPayment } from './canonical.ts';
import { signEvm } from './evm.ts';
import { calculateReplacementFee } from './fees.ts';
import type { Keys } from './keys.ts';
import {
  checkEvmFees,
  checkFeeDay,
  checkGasCaps,
  checkUtxoFee,
  checkWithdrawCaps,
} from './limits.ts';
import { Approvals, OFFICERS_NEEDED } from './officers.ts';
import type { AssetPolicy, EvmPolicy, NetworkPolicy, Policy, UtxoPolicy } from './policy.ts';
import type { Family, MemberFees, Records, SignedEntry } from './records.ts';
import { Refused } from './refusal.ts';
import {
  checkFamily,
  checkReceivers,
  checkShape,
  checkSources,
  nameFamily,
  nameOutpoint,
} from './rules.ts';
import type { EvmRequest, Signed, SignRequest, UtxoRequest } from './shapes.ts';
import { planUtxo, signUtxo } from './utxo.ts';

/** A request and all it is judged by. */
export interface SignTask {
  readonly keys: Keys;
  readonly records: Records;
  readonly policy: Policy;
  readonly network: NetworkPolicy;
  readonly asset: AssetPolicy;
  readonly request: SignRequest & { readonly atMs: number };
  readonly bodyHash: string;
}

interface Placed {
  readonly sender: string;
  readonly name: string;
  readonly family: Family | undefined;
}

type Part = Pick<Signed, 'raw' | 'txid' | 'changeOutput'> & { readonly fees: MemberFees };

/**
 * Check and sign.
 * @throws Refused when anything is not as it must be; then nothing was signed.
 */
export async function signRequest(task: SignTask): Promise<SignedEntry> {
  const { records, request, network, asset } = task;
  checkShape(network, request);
  const placed = place(task);
  checkSources(request, placed.family?.request ?? (request.kind as Family['request']));
  checkReceivers(task.keys, network, request);
  checkAmounts(task);
  const counters = await checkApprovals(task);
  const part = 'nonce' in request ? signOnEvm(task, placed) : signOutputs(task, placed);
  const { fees, ...bytes } = part;
  const { requestId } = request;
  return {
    kind: 'signed',
    atMs: request.atMs,
    bodyHash: task.bodyHash,
    network: network.network,
    request: request.kind,
    token: asset.token,
    sender: readSender(request, placed.sender),
    outputs: request.outputs.map(({ paymentId, to, raw }) => ({ paymentId, to, raw })),
    inputs: readInputs(request),
    fees,
    counters,
    signed: { requestId, family: placed.name, feeRaw: fees.feeRaw, ...bytes },
  };

  function place({ keys }: SignTask): Placed {
    const key = { ...request.from, change: 0 } as const;
    const sender = keys.readAddress(network.family, key);
    const name = nameFamily(records, request, sender);
    return { sender, name, family: checkFamily(records, request, { name, sender }) };
  }
}

function readSender(request: SignRequest, address: string): SignedEntry['sender'] {
  if (!('nonce' in request)) return null;
  return { network: request.network, address, nonce: request.nonce };
}

function readInputs(request: SignRequest): SignedEntry['inputs'] {
  if ('nonce' in request) return [];
  return request.inputs.map((input) => ({ outpoint: nameOutpoint(input), raw: input.raw }));
}

/** A bump pays what was counted before; moves to ourselves are bound by their receivers. */
function checkAmounts({ records, network, asset, request }: SignTask): void {
  if (request.kind === 'withdraw') checkWithdrawCaps(records, asset, request);
  if (request.kind !== 'gas') return;
  if (asset.token !== null) throw new Refused('gas_is_no_token');
  if (network.family === 'evm' && 'nonce' in request) checkGasCaps(records, network, request);
}

async function checkApprovals(task: SignTask): Promise<Readonly<Record<string, number>>> {
  const { request, asset, records, policy } = task;
  const heard = new Approvals(records, policy);
  if (request.kind !== 'withdraw') return heard.counters;
  for (const { paymentId, to, raw } of request.outputs) {
    if (BigInt(raw) <= BigInt(asset.approveAboveRaw)) continue;
    const payment = { paymentId, network: request.network, token: asset.token, to, raw };
    const own = request.approvals.filter((one) => one.paymentId === paymentId);
    await heard.check(own, hashPayment(payment), OFFICERS_NEEDED);
  }
  return heard.counters;
}

function signOnEvm({ keys, records, network, request }: SignTask, { family }: Placed): Part {
  const [policy, asked] = [network as EvmPolicy, request as EvmRequest & { readonly atMs: number }];
  checkEvmFees(policy, asked);
  const { gasLimit, maxFeePerGas, maxPriorityFeePerGas } = asked.fees;
  const feeRaw = String(BigInt(gasLimit) * BigInt(maxFeePerGas));
  const fees = { feeRaw, maxFeePerGas, maxPriorityFeePerGas };
  checkFeeDay(records, policy, { fees, family, atMs: asked.atMs });
  const { raw, txid } = build(() => signEvm(keys, policy.chainId, asked));
  return { raw, txid, changeOutput: null, fees };
}

function signOutputs({ keys, records, network, request }: SignTask, { family }: Placed): Part {
  const [policy, asked] = [network as UtxoPolicy, request as UtxoRequest & { atMs: number }];
  const plan = planUtxo(keys, policy.family, asked);
  checkUtxoFee(policy, plan.feeRaw, plan.vsize);
  if (family !== undefined) {
    const minimum = calculateReplacementFee(BigInt(family.fees.feeRaw), plan.vsize);
    if (plan.feeRaw < minimum) throw new Refused('fee_too_low', { minimum: String(minimum) });
  }
  const fees = { feeRaw: String(plan.feeRaw) };
  checkFeeDay(records, policy, { fees, family, atMs: asked.atMs });
  const { raw, txid } = build(() => signUtxo(keys, policy.family, { request: asked, plan }));
  return { raw, txid, changeOutput: plan.changeOutput, fees };
}

/** What a library refuses to build is refused here too; nothing was written yet. */
function build<TSigned>(sign: () => TSigned): TSigned {
  try {
    return sign();
  } catch (error) {
    const because = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
    throw new Refused('not_buildable', { because });
  }
}
