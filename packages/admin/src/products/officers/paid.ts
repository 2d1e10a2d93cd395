// What a payment pays, as pages write amounts. Used by OfficersPage.tsx.
import { formatAmount, joinParts } from '@isobath/ui';

/** "11999 USDT" as pages write it; the dialog has the signer's own words. */
export function writePaid(line: string, locale: string): string {
  const [amount = '', ...unit] = line.split(' ');
  const decimals = amount.split('.')[1]?.length ?? 0;
  const parts = formatAmount(amount, { locale, decimals });
  return parts === null ? line : `${joinParts(parts)}\u00a0${unit.join(' ')}`;
}
