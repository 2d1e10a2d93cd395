// A price as the market writes it, with the tint of a change. Not for inputs: those show it in
// full.
import { useEffect, useRef } from 'react';
import { useUi } from '../words/UiProvider.tsx';
import { compareDecimals, type DecimalText, parseDecimal } from './decimal.ts';
import { formatPrice } from './format.ts';
import { type Direction, NumberText } from './NumberText.tsx';

const flashEveryMs = 500;

/**
 * Show a price.
 *
 * @param props - value: null for unknown, and so is zero: no price is, and a market has none
 *   before its first trade; decimals: the market's; isFlashing: tint on change, at
 *   most twice a second and never for calm readers; direction: colours the digits.
 */
export function Price(props: {
  value: DecimalText | null | undefined;
  decimals?: number | undefined;
  unit?: string | undefined;
  direction?: Direction | undefined;
  hasArrow?: boolean | undefined;
  isFlashing?: boolean | undefined;
  className?: string | undefined;
}) {
  const { locale, isCalm } = useUi();
  const given = props.value ?? null;
  const value = given !== null && /[1-9]/.test(given) ? given : null;
  const flash = useFlash(value, props.isFlashing === true && isCalm !== true);
  const parts = value === null ? null : formatPrice(value, { locale, decimals: props.decimals });
  const className = [props.isFlashing ? 'ui-flash' : '', props.className ?? ''].join(' ').trim();
  return (
    <NumberText
      className={className}
      direction={props.direction}
      hasArrow={props.hasArrow}
      parts={parts}
      ref={flash}
      unit={props.unit}
    />
  );
}

/** Mark an element with data-flash when a price changes, without drawing the component again. */
function useFlash(value: DecimalText | null, isOn: boolean) {
  const element = useRef<HTMLSpanElement>(null);
  const last = useRef({ value, atMs: 0, turn: 0 });
  useEffect(() => {
    const before = last.current.value;
    last.current.value = value;
    if (!isOn || before === null || value === null || !element.current) return;
    const from = parseDecimal(before);
    const to = parseDecimal(value);
    const order = from && to ? compareDecimals(to, from) : 0;
    const nowMs = performance.now();
    if (order === 0 || nowMs - last.current.atMs < flashEveryMs) return;
    last.current.atMs = nowMs;
    last.current.turn = 1 - last.current.turn;
    element.current.dataset['flash'] = `${order > 0 ? 'up' : 'down'}-${last.current.turn}`;
  }, [value, isOn]);
  return element;
}
