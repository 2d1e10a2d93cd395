/** Says a sum of USDT in the unit one likes. */
export interface Unit {
  /** Such as "USDT" or "EUR". */
  readonly code: string;
  /** A change, cut to two decimals; null when nothing prices it. */
  readonly show: (usdt: string) => string | null;
  /** What is owned, with more decimals than are shown; null when nothing prices it. */
  readonly showOwned: (usdt: string) => string | null;
}
