// Amounts of coins and sums of money; own ones hide themselves when the reader asks.
import { useUi } from '../words/UiProvider.tsx';
import type { DecimalText } from './decimal.ts';
import { formatAmount, formatCompact, formatMoney, readSign, type Standing } from './format.ts';
import { HiddenValue } from './HiddenValue.tsx';
import { type Direction, NumberText } from './NumberText.tsx';
import type { NumberParts } from './parts.ts';

type AmountProps = {
  /** null for unknown, shown as "--". */
  value: DecimalText | null | undefined;
  unit?: string | undefined;
  decimals?: number | undefined;
  /** Keep trailing zeros, for columns. */
  isPadded?: boolean | undefined;
  /** A change: plus sign, and the colour and arrow of its direction. */
  isChange?: boolean | undefined;
  hasArrow?: boolean | undefined;
  /** Belongs to the reader: hidden on request. */
  isOwn?: boolean | undefined;
  /** Which way digits are cut; own amounts down, costs up. */
  standing?: Standing | undefined;
  className?: string | undefined;
};

/** Show an amount of a coin: step decimals when given, otherwise up to eight. */
export function Amount(props: AmountProps) {
  const { locale } = useUi();
  return showNumber(props, (value) =>
    formatAmount(value, {
      locale,
      decimals: props.decimals,
      isPadded: props.isPadded,
      isSigned: props.isChange,
      standing: props.standing,
    }),
  );
}

/** Show a sum of money; isCompact gives 1.23M and belongs to overview tiles only. */
export function Money(props: AmountProps & { isCompact?: boolean | undefined }) {
  const { locale } = useUi();
  return showNumber(props, (value) =>
    props.isCompact
      ? formatCompact(value, { locale })
      : formatMoney(value, {
          locale,
          decimals: props.decimals,
          isPadded: props.isPadded,
          isSigned: props.isChange,
          standing: props.standing,
        }),
  );
}

function showNumber(props: AmountProps, format: (value: DecimalText) => NumberParts | null) {
  if (props.isOwn) {
    return (
      <HiddenValue>
        <Shown {...props} format={format} />
      </HiddenValue>
    );
  }
  return <Shown {...props} format={format} />;
}

function Shown(props: AmountProps & { format: (value: DecimalText) => NumberParts | null }) {
  const value = props.value ?? null;
  const parts = value === null ? null : props.format(value);
  const direction = props.isChange && value !== null ? readDirection(value) : undefined;
  const shown = parts && parts.sign.replace('\u2212', '-') + parts.head.replaceAll(/[^\d.]/g, '');
  const isCut = parts !== null && shown !== parts.plain && props.value !== undefined;
  return (
    <NumberText
      className={props.className}
      direction={direction}
      hasArrow={props.hasArrow}
      parts={parts}
      title={isCut ? parts.plain : undefined}
      unit={props.unit}
    />
  );
}

/** Which colour a change wears; none for zero and for what is no number. */
export function readDirection(value: DecimalText): Direction | undefined {
  const sign = readSign(value);
  if (sign === 0) return undefined;
  return sign > 0 ? 'up' : 'down';
}
