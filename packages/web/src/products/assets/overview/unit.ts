/** Says a sum of USDT in the unit one likes. */
export interface Unit {
  /** Such as "USDT" or "EUR". */
  readonly code: string;
  /** Text with two decimals, null when nothing prices it. */
  readonly show: (usdt: string) => string | null;
}
