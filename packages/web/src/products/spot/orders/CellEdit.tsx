// A price or a size of an open order, changed in its row: a press makes it a field, Enter sends,
// Escape leaves it as it was.
// Not the sheet with all fields (OrderEdit.tsx), which phones and lines on the chart open.
import { cutZeros } from '@isobath/core/math';
import { NumberField } from '@isobath/ui';
import type { OrderRow } from '@isobath/wire';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useWidth } from '../layout/use-width.ts';
import { sendChange } from '../live/send.ts';
import { type Digits, showWhole } from '../market/market.ts';
import { isGone, readChange } from './OrderEdit.tsx';
import { canChange, type OpenRow } from './order-rows.ts';
import { useOutcome } from './use-outcome.ts';
import './order-cells.css';

type CellName = 'price' | 'quantity';

function CellField(props: {
  order: OrderRow;
  name: CellName;
  label: string;
  decimals: number;
  onDone: () => void;
}) {
  const { order, name, onDone } = props;
  const describe = useOutcome();
  const room = useRef<HTMLSpanElement>(null);
  const [text, setText] = useState(cutZeros(order[name]));
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    const input = room.current?.querySelector('input');
    if (isPending) return;
    input?.focus();
    input?.select();
  }, [isPending]);
  const t = useTexts('spot');
  const [isRefusing, setRefusing] = useState(false);
  const send = async () => {
    // What the order has cannot become nothing: the field stays and says so.
    if (isGone(order, name, text)) return setRefusing(true);
    const { price, stopPrice, quantity } = order;
    const change = readChange(order, { price, stopPrice, quantity, [name]: text });
    if (change === null) return onDone();
    setPending(true);
    const outcome = await sendChange(browserClient(), order, change);
    setPending(false);
    describe(outcome);
    // Refused, what was typed stays to be mended.
    if (outcome.kind === 'accepted') onDone();
  };
  return (
    <span
      className="order-cell-field"
      onBlur={() => {
        if (!isPending) onDone();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone();
      }}
      ref={room}
      role="presentation"
    >
      <NumberField
        decimals={props.decimals}
        error={isRefusing && isGone(order, name, text) ? t('check.zero') : null}
        isDisabled={isPending}
        label={props.label}
        labelPlace="hidden"
        onChange={setText}
        onEnter={() => void send()}
        step={showWhole(1, props.decimals)}
        value={text}
      />
    </span>
  );
}

/** The value of a cell, which a press makes a field where the order can be changed. */
export function CellEdit(props: {
  row: OpenRow;
  name: CellName;
  label: string;
  digits: Digits | undefined;
  children: ReactNode;
}) {
  const { row, name, digits } = props;
  const isPhone = useWidth() === 'phone';
  const t = useTexts('spot');
  const [isOpen, setOpen] = useState(false);
  const isFixed = isPhone || row.sent !== null || !canChange(row.order);
  if (isFixed || digits === undefined || !/[1-9]/.test(row.order[name])) return props.children;
  if (isOpen) {
    return (
      <CellField
        decimals={name === 'price' ? digits.priceDecimals : digits.lotDecimals}
        label={props.label}
        name={name}
        onDone={() => setOpen(false)}
        order={row.order}
      />
    );
  }
  return (
    <button
      className="order-cell"
      onClick={() => setOpen(true)}
      title={t('orders.editCell')}
      type="button"
    >
      {props.children}
    </button>
  );
}
