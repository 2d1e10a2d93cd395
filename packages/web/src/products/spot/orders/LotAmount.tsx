// The size of an own order or fill with the decimals of its market, so that sizes line up; hidden
// with the other own amounts.
import { Amount } from '@isobath/ui';
import type { Digits } from '../market/market.ts';

/** @param props - digits: undefined while the market is not known: the size stands as it came. */
export function LotAmount(props: {
  value: string | null;
  digits: Digits | undefined;
  unit?: string;
}) {
  const { digits, value } = props;
  const fraction = value?.split('.')[1]?.replace(/0+$/, '') ?? '';
  // A remainder that the house took is smaller than any lot: it is shown in full.
  const isWhole = digits !== undefined && fraction.length <= digits.lotDecimals;
  return (
    <Amount
      decimals={isWhole ? digits.lotDecimals : undefined}
      isOwn
      isPadded={isWhole && /[1-9]/.test(value ?? '')}
      unit={props.unit}
      value={value}
    />
  );
}
