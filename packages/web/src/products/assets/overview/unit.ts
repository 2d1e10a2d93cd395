/** Says a sum of USDT in the unit one likes. */
export interface Unit {
  /** Such as "USDT" or "EUR". */
  readonly code: string;
  /** With more decimals than are shown; null when nothing prices it. */
  readonly show: (usdt: string) => string | null;
}
