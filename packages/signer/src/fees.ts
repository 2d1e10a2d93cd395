// Sizes, dust and fees as numbers alone: the same for who plans a transaction and for who signs it.
// Not here: the ceilings (policy.ts, limits.ts).
// A door of the package: custody plans with it, the signer checks with it.

/** Script of an output that pays to a witness key hash, in bytes. */
export const P2WPKH_SCRIPT_BYTES = 22;

/** What a bump must pay at least: both fields times 9/8, since nodes want a tenth more. */
export function calculateBumpMinimum(oldRaw: bigint): bigint {
  return (oldRaw * 9n + 7n) / 8n;
}

/**
 * Virtual size of a transaction whose inputs are all P2WPKH, in vB, never too small.
 * @param scriptBytes - length of the script of each output.
 * @example calculateVsize(1, [22, 22]) // 141
 */
export function calculateVsize(inputCount: number, scriptBytes: readonly number[]): number {
  // 10.5 + 68 an input + 9 and the script an output, in halves so that no fraction appears.
  const halves =
    21 + 136 * inputCount + scriptBytes.reduce((sum, bytes) => sum + 18 + 2 * bytes, 0);
  return Math.ceil(halves / 2);
}

/** Fee that replaces one that was paid before: the old one and 1 raw unit a vB. */
export function calculateReplacementFee(oldFeeRaw: bigint, vsize: number): bigint {
  return oldFeeRaw + BigInt(vsize);
}

/**
 * Below this an output is not relayed: three times (Bitcoin), or thirty times (Litecoin), what it
 * costs to make and to spend at 1 raw unit a vB.
 * @param script - of the output.
 */
export function calculateDust(script: Uint8Array, chain: 'btc' | 'ltc'): bigint {
  const [version = 0, length = 0] = script;
  const isWitness =
    (version === 0 || (version > 0x50 && version <= 0x60)) && length + 2 === script.length;
  const spendBytes = isWitness ? 67 : 148;
  return BigInt((9 + script.length + spendBytes) * (chain === 'ltc' ? 30 : 3));
}
