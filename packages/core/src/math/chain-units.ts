// Between a chain's raw units and the ledger's units, and what a withdrawal costs: whole numbers
// alone. A chain has 0 to 36 decimals, the ledger's coin its scale; either may be the finer one.
// Not here: sizes and fees of transactions (the signer's package).
// Used by custody's process, by the product of deposits and withdrawals, and by its pages.

const PPM = 1_000_000n;

/** Decimals of a coin on its chain, and in the ledger. */
export interface UnitScale {
  readonly decimals: number;
  readonly scale: number;
}

const powerOf = (exponent: number) => 10n ** BigInt(Math.max(0, exponent));

/** How many raw units one unit has, 1 where the ledger is as fine or finer. */
export function calculateRawPerUnit({ decimals, scale }: UnitScale): bigint {
  return powerOf(decimals - scale);
}

/** How many units one raw unit has, 1 where the chain is as fine or finer. */
export function calculateUnitsPerRaw({ decimals, scale }: UnitScale): bigint {
  return powerOf(scale - decimals);
}

/** Units of an amount on its chain; what is finer than a unit is cut off. */
export function cutToUnits(raw: bigint, of: UnitScale): bigint {
  return (raw * calculateUnitsPerRaw(of)) / calculateRawPerUnit(of);
}

/** What was ever received of a coin, and what of it was credited. */
export interface Received {
  readonly totalRaw: bigint;
  readonly creditedUnits: bigint;
}

/** What a receipt adds, and what all of it leaves over. */
export interface Credit extends Received {
  readonly units: bigint;
  /** Less than one unit; stays outside the ledger. */
  readonly residueRaw: bigint;
}

/**
 * Count what was received: floor of all that ever came, less what was credited before. So many
 * small receipts are worth what one large one is.
 * @example two of 9,007,199,254,740,993 wei at scale 10 give 90,071,992, then 90,071,993
 */
export function creditReceived(before: Received, raw: bigint, of: UnitScale): Credit {
  const totalRaw = before.totalRaw + raw;
  const creditedUnits = cutToUnits(totalRaw, of);
  const creditedRaw = (creditedUnits * calculateRawPerUnit(of)) / calculateUnitsPerRaw(of);
  return {
    totalRaw,
    creditedUnits,
    units: creditedUnits - before.creditedUnits,
    residueRaw: totalRaw - creditedRaw,
  };
}

/** Raw units of an amount; undefined where its chain cannot send it exactly. */
export function toWholeRaw(units: bigint, of: UnitScale): bigint | undefined {
  const unitsPerRaw = calculateUnitsPerRaw(of);
  return units % unitsPerRaw === 0n ? (units / unitsPerRaw) * calculateRawPerUnit(of) : undefined;
}

/** Decimals that a person may type of what is sent. */
export function readSendDecimals({ decimals, scale }: UnitScale): number {
  return Math.min(decimals, scale);
}

/** What a network takes for a withdrawal. */
export interface WithdrawFee {
  readonly feeUnits: bigint;
  /** Millionths of what is received. */
  readonly feePpm: number;
}

/** What becomes of an amount: `receivesUnits` and `feeUnits` leave the account, the rest stays. */
export interface WithdrawSplit {
  readonly receivesUnits: bigint;
  readonly receivesRaw: bigint;
  readonly feeUnits: bigint;
  /** Of an amount with its fee inside: what no whole raw unit takes. */
  readonly leftUnits: bigint;
}

/**
 * Split an amount into what is received and the fee. Outside: all of it is received. Inside: the
 * largest whole number of raw units that fits together with its fee.
 * @returns undefined where nothing would be received, or an amount is not of whole raw units.
 */
export function splitWithdrawal(
  amountUnits: bigint,
  { isFeeInside, feeUnits, feePpm }: WithdrawFee & { readonly isFeeInside: boolean },
  of: UnitScale,
): WithdrawSplit | undefined {
  const ppm = BigInt(feePpm);
  const calculateFee = (units: bigint) => feeUnits + (units * ppm + PPM - 1n) / PPM;
  const solvedUnits = ((amountUnits - feeUnits) * PPM) / (PPM + ppm);
  const receivesUnits = isFeeInside
    ? solvedUnits - (solvedUnits % calculateUnitsPerRaw(of))
    : amountUnits;
  const receivesRaw = toWholeRaw(receivesUnits, of);
  if (receivesRaw === undefined || receivesUnits <= 0n) return undefined;
  const paidUnits = calculateFee(receivesUnits);
  const leftUnits = isFeeInside ? amountUnits - receivesUnits - paidUnits : 0n;
  return { receivesUnits, receivesRaw, feeUnits: paidUnits, leftUnits };
}

/** Units of all gas that was ever paid, less what was booked: a part of a unit counts as one. */
export function calculateGasUnits(paid: Received, of: UnitScale): bigint {
  const unitsPerRaw = calculateUnitsPerRaw(of);
  const rawPerUnit = calculateRawPerUnit(of);
  return (paid.totalRaw * unitsPerRaw + rawPerUnit - 1n) / rawPerUnit - paid.creditedUnits;
}
