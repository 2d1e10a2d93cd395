// JSON whose numbers are read as they were written: nodes of the Bitcoin family send amounts as
// numbers, and a float would round them. Not here: what a number means.
// Used by rpc.ts and utxo.ts.

/** A number of a JSON text, as it was written there. */
export class WrittenNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Read JSON; whole numbers that a float holds exactly are numbers, all others stay as written. */
export function parseExactJson(text: string): unknown {
  const revive = (_key: string, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number' || context?.source === undefined) return value;
    const isExact = Number.isSafeInteger(value) && /^-?\d+$/.test(context.source);
    return isExact ? value : new WrittenNumber(context.source);
  };
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown);
}

/**
 * An amount in whole raw units.
 * @param written - as parseExactJson left it: 0.1, 1e-8, 50.
 * @errors when it is no number, or finer than a raw unit.
 * @example toRaw(new WrittenNumber('1e-8'), 8) is 1n.
 */
export function toRaw(written: unknown, decimals: number): bigint {
  const text = written instanceof WrittenNumber ? written.text : String(written);
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) throw new Error(`${text} is no amount`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const shift = decimals + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  if (Math.abs(shift) > 100) throw new Error(`${text} is no amount`);
  const scale = 10n ** BigInt(Math.abs(shift));
  if (shift < 0 && digits % scale !== 0n) throw new Error(`${text} is finer than a raw unit`);
  const raw = shift < 0 ? digits / scale : digits * scale;
  return sign === '' ? raw : -raw;
}
