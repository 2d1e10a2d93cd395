// Changing an open order where it stands: a smaller size keeps its place in the queue, anything
// else replaces the order in one step; the sheet says which.
// Not the drag on the chart (chart/order-lines.ts), which sends the same change.
import { cutZeros } from '@isobath/core/math';
import { Button, Dialog, isRefused, NumberField } from '@isobath/ui';
import type { OrderRow } from '@isobath/wire';
import { useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useLimitWarning } from '../form/FormFields.tsx';
import { readWaitingLimit } from '../form/waiting-limit.ts';
import { type OrderChange, sendChange } from '../live/send.ts';
import { type Digits, readTyped, showWhole } from '../market/market.ts';
import { showPair } from './order-rows.ts';
import { useOutcome } from './use-outcome.ts';

const isSet = (text: string) => /[1-9]/.test(text);
/** Steps of a market that is not known yet. */
const unknownDecimals = 8;

/** Whether something was typed that is no number. */
const hasRefused = (typed: Required<OrderChange>) => Object.values(typed).some(isRefused);

/** Whether a value that the order has was made a nought, or taken away. */
export const isGone = (order: OrderRow, name: keyof OrderChange, text: string) =>
  isSet(order[name]) && !isSet(text) && !isRefused(text);

/** What differs between an order and what was typed; null when nothing does or can be sent. */
export function readChange(
  order: OrderRow,
  typed: Required<OrderChange>,
): (OrderChange & { isSmaller: boolean }) | null {
  const differs = (name: keyof OrderChange) =>
    isSet(order[name]) && cutZeros(order[name]) !== cutZeros(typed[name]) && isSet(typed[name]);
  const change: OrderChange = {
    ...(differs('price') ? { price: typed.price } : {}),
    ...(differs('stopPrice') ? { stopPrice: typed.stopPrice } : {}),
    ...(differs('quantity') ? { quantity: typed.quantity } : {}),
  };
  if (hasRefused(typed) || Object.keys(change).length === 0) return null;
  const decimals = 18;
  const next = readTyped(typed.quantity, decimals) ?? 0n;
  const now = readTyped(order.quantity, decimals) ?? 0n;
  const isSizeOnly = change.price === undefined && change.stopPrice === undefined;
  return { ...change, isSmaller: isSizeOnly && next < now && !isSet(order.visibleQuantity) };
}

/** The fields of an order, and what a press will do to it. */
export function OrderEdit(props: {
  order: OrderRow;
  /** Of the order's market, once known. */
  digits: Digits | undefined;
  onClose: () => void;
}) {
  const { order, digits } = props;
  const t = useTexts('spot');
  const describe = useOutcome();
  const [typed, setTyped] = useState<Required<OrderChange>>({
    price: cutZeros(order.price),
    stopPrice: cutZeros(order.stopPrice),
    quantity: cutZeros(order.quantity),
  });
  const [isPending, setPending] = useState(false);
  const tick = showWhole(1, digits?.priceDecimals ?? unknownDecimals);
  const lot = showWhole(1, digits?.lotDecimals ?? unknownDecimals);
  const [base, quote] = showPair(order.symbol).split('/');
  const goneOf = (name: keyof OrderChange) => isGone(order, name, typed[name]);
  const isAnyGone = goneOf('price') || goneOf('stopPrice') || goneOf('quantity');
  const isWaiting = hasRefused(typed) || isAnyGone;
  const change = isWaiting ? null : readChange(order, typed);
  const warningOf = useLimitWarning();
  // What was triggered is in the book and waits there as it was asked to.
  const waiting = order.isDormant ? readWaitingLimit({ side: order.side, ...typed }) : null;
  const why = t(isWaiting ? 'check.number_missing' : 'edit.nothing');
  const send = async () => {
    if (change === null) return;
    setPending(true);
    describe(await sendChange(browserClient(), order, change));
    setPending(false);
    props.onClose();
  };
  const field = (name: keyof OrderChange, label: string, step: string) =>
    isSet(order[name]) && !(name === 'stopPrice' && order.trailingDeltaBps > 0) ? (
      <NumberField
        error={goneOf(name) ? t('check.zero') : null}
        hasSteps
        label={label}
        labelPlace="inside"
        min="0"
        onChange={(text) => setTyped({ ...typed, [name]: text })}
        onEnter={() => void send()}
        step={step}
        unit={name === 'quantity' ? base : quote}
        value={typed[name]}
        warning={name === 'price' ? warningOf(waiting) : null}
      />
    ) : null;
  return (
    <Dialog
      foot={
        <Button
          isFull
          isPending={isPending}
          onClick={() => void send()}
          variant="primary"
          {...(change === null ? { whyDisabled: why } : {})}
        >
          {change?.isSmaller === true ? t('edit.amend') : t('edit.replace')}
        </Button>
      }
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      size="small"
      text={change?.isSmaller === true ? t('edit.amendText') : t('edit.replaceText')}
      title={t('edit.title', { pair: showPair(order.symbol) })}
    >
      <div className="form-fields">
        {field('price', t('form.price'), tick)}
        {field('stopPrice', t('form.stop'), tick)}
        {field('quantity', t('form.size'), lot)}
      </div>
    </Dialog>
  );
}
