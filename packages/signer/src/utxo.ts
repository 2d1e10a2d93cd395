// Builds and signs transactions of outputs: P2WPKH inputs that may be replaced, payments first,
// then what is left back to the hot account. What was signed is read back.
// Not here: whether it may be signed (rules.ts, limits.ts); sizes and dust (fees.ts).

import { Transaction } from '@scure/btc-signer';
import { ACCOUNTS, readScript, type UtxoFamily } from './addresses.ts';
import { calculateDust, calculateVsize, P2WPKH_SCRIPT_BYTES } from './fees.ts';
import type { Keys } from './keys.ts';
import { Refused } from './refusal.ts';
import type { Signed, UtxoRequest } from './shapes.ts';

/** Tells nodes that a transaction may be replaced (BIP-125). */
const REPLACEABLE = 0xfffffffd;

interface PlannedOutput {
  readonly address: string;
  readonly script: Uint8Array;
  readonly raw: bigint;
}

/** What will be signed: all that rules about fees ask for. */
export interface UtxoPlan {
  readonly outputs: readonly PlannedOutput[];
  readonly changeOutput: Signed['changeOutput'];
  readonly feeRaw: bigint;
  readonly vsize: number;
}

/** What came out: bytes and hash in hex. */
export interface UtxoSigned {
  readonly raw: string;
  readonly txid: string;
}

function planOutput(family: UtxoFamily, address: string, raw: bigint): PlannedOutput {
  const script = readScript(family, address);
  if (script === undefined) throw new Refused('address_invalid', { to: address });
  const dust = calculateDust(script, family.startsWith('ltc') ? 'ltc' : 'btc');
  if (raw < dust) throw new Refused('amount_dust', { to: address, dust: String(dust) });
  return { address, script, raw };
}

/**
 * Lay out a transaction: change below dust goes to the fee.
 * @throws Refused when inputs do not cover it, or an output is dust.
 */
export function planUtxo(keys: Keys, family: UtxoFamily, request: UtxoRequest): UtxoPlan {
  const payments = request.outputs.map(({ to, raw }) => planOutput(family, to, BigInt(raw)));
  const sum = (rows: readonly { readonly raw: bigint | string }[]) =>
    rows.reduce((total, { raw }) => total + BigInt(raw), 0n);
  const leftRaw = sum(request.inputs) - sum(payments) - BigInt(request.fees.feeRaw);
  if (leftRaw < 0n) throw new Refused('inputs_short', { missingRaw: String(-leftRaw) });
  const place = { account: ACCOUNTS.hot, change: 1, index: request.from.index } as const;
  const back = keys.readAddress(family, place);
  const backScript = readScript(family, back) ?? new Uint8Array(P2WPKH_SCRIPT_BYTES);
  const isBack = leftRaw >= calculateDust(backScript, family.startsWith('ltc') ? 'ltc' : 'btc');
  const outputs = isBack ? [...payments, planOutput(family, back, leftRaw)] : payments;
  if (outputs.length === 0) throw new Refused('inputs_short', { missingRaw: '1' });
  return {
    outputs,
    changeOutput: isBack ? { address: back, raw: String(leftRaw), vout: payments.length } : null,
    feeRaw: sum(request.inputs) - sum(outputs),
    vsize: calculateVsize(
      request.inputs.length,
      outputs.map(({ script }) => script.length),
    ),
  };
}

/** Sign a plan that was found good. */
export function signUtxo(
  keys: Keys,
  family: UtxoFamily,
  { request, plan }: { readonly request: UtxoRequest; readonly plan: UtxoPlan },
): UtxoSigned {
  const transaction = new Transaction({ version: 2, lockTime: 0 });
  const children = request.inputs.map((input) => {
    const child = keys.readChild(family, input);
    const script = readScript(family, child.address) ?? new Uint8Array();
    transaction.addInput({
      txid: input.txid,
      index: input.vout,
      witnessUtxo: { script, amount: BigInt(input.raw) },
      sequence: REPLACEABLE,
    });
    return child;
  });
  for (const { script, raw } of plan.outputs) transaction.addOutput({ script, amount: raw });
  for (const [at, { privateKey }] of children.entries()) transaction.signIdx(privateKey, at);
  transaction.finalize();
  checkSigned(transaction.hex, request, plan);
  return { raw: transaction.hex, txid: transaction.id };
}

function checkSigned(hex: string, request: UtxoRequest, plan: UtxoPlan): void {
  const read = Transaction.fromRaw(Buffer.from(hex, 'hex'), { allowUnknownOutputs: true });
  const isSame =
    read.inputsLength === request.inputs.length &&
    read.outputsLength === plan.outputs.length &&
    plan.outputs.every(({ script, raw }, at) => {
      const output = read.getOutput(at);
      return output.amount === raw && Buffer.from(output.script ?? []).equals(script);
    });
  if (!isSame) throw new Error('what was signed is not what was asked');
}
