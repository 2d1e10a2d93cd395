import { useUi } from '../words/UiProvider.tsx';
import { readDirection } from './Amount.tsx';
import type { DecimalText } from './decimal.ts';
import { formatPercent, ratioToPercent, type Standing } from './format.ts';
import { NumberText } from './NumberText.tsx';

/**
 * Show a percent: a change wears its sign and direction, a rate (isRate) neither.
 *
 * @param props - value: in percent, or a ratio with isRatio; null for unknown.
 */
export function Percent(props: {
  value: DecimalText | null | undefined;
  isRatio?: boolean | undefined;
  isRate?: boolean | undefined;
  hasArrow?: boolean | undefined;
  standing?: Standing | undefined;
  /** How many decimals; left out, two. */
  decimals?: number | undefined;
  className?: string | undefined;
}) {
  const { locale } = useUi();
  const given = props.value ?? null;
  const value = given !== null && props.isRatio ? ratioToPercent(given) : given;
  const isSigned = props.isRate !== true;
  const parts =
    value === null
      ? null
      : formatPercent(value, {
          locale,
          isSigned,
          standing: props.standing,
          decimals: props.decimals,
        });
  return (
    <NumberText
      className={props.className}
      direction={isSigned && value !== null ? readDirection(value) : undefined}
      hasArrow={props.hasArrow}
      parts={parts}
      unit={parts ? '%' : undefined}
    />
  );
}
