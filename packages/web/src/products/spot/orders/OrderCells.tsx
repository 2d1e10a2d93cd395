// Cells that say the terms of an open order, wherever open orders stand in rows. Price and size can
// be changed in their place (CellEdit.tsx).
import { Amount, Moment, Money, Percent, Price } from '@isobath/ui';
import type { OrderRow } from '@isobath/wire';
import { useTexts } from '../../../base/texts.tsx';
import { type Digits, showWhole } from '../market/market.ts';
import { CellEdit } from './CellEdit.tsx';
import { LotAmount } from './LotAmount.tsx';
import { type OpenRow, readFilledPercent, readTotal, shortLives } from './order-rows.ts';

interface CellProps {
  readonly row: OpenRow;
  readonly digits: Digits | undefined;
}

/** The limit price, or that there is none. */
export function PriceCell({ row, digits }: CellProps) {
  const t = useTexts('spot');
  const isSet = /[1-9]/.test(row.order.price);
  if (!isSet) return t('orders.market');
  return (
    <CellEdit digits={digits} label={t('orders.price')} name="price" row={row}>
      <Price decimals={digits?.priceDecimals} value={row.order.price} />
    </CellEdit>
  );
}

/** The size, in base or in quote. @param props - isBare: the pair beside it says the coin. */
export function SizeCell({ row, digits, isBare }: CellProps & { isBare?: boolean | undefined }) {
  const t = useTexts('spot');
  const { order } = row;
  const isByQuote = !/[1-9]/.test(order.quantity);
  const [base = '', quote = ''] = order.symbol.toUpperCase().split('_');
  const value = isByQuote ? order.quoteAmount : order.quantity;
  if (isByQuote) return <Amount isOwn unit={quote} value={value} />;
  return (
    <CellEdit digits={digits} label={t('orders.size')} name="quantity" row={row}>
      <LotAmount digits={digits} value={value} {...(isBare ? {} : { unit: base })} />
    </CellEdit>
  );
}

const quoteOf = (order: OrderRow) => order.symbol.toUpperCase().split('_')[1] ?? '';

/** What it is worth in quote. @param props - hasUnit: nothing beside it says the coin. */
export function TotalCell(props: { order: OrderRow; hasUnit?: boolean | undefined }) {
  const unit = props.hasUnit ? quoteOf(props.order) : undefined;
  return <Money isOwn isPadded standing="market" unit={unit} value={readTotal(props.order)} />;
}

/** How long it lives, in its short name; the whole of it on hover. */
export function LifeCell({ order }: { order: OrderRow }) {
  const t = useTexts('spot');
  const { timeInForce } = order;
  const whole = timeInForce === 'POST_ONLY' ? t('form.postOnly') : t(`life.${timeInForce}`);
  return (
    <span title={whole}>
      <span aria-hidden="true">{shortLives[timeInForce]}</span>
      <span className="ui-sr">{whole}</span>
    </span>
  );
}

/** Done of asked, in one line. */
export function DoneOfSize({ row, digits }: CellProps) {
  const { order } = row;
  return (
    <span className="order-done">
      <LotAmount digits={digits} value={order.executedQuantity} />
      {' / '}
      <SizeCell digits={digits} row={row} />
    </span>
  );
}

/** Terms of an order in the last line of its card. */
export function TermsLine({ row, digits }: CellProps) {
  const t = useTexts('spot');
  return (
    <span className="order-terms">
      <Moment atMs={row.order.createdAt} form="seconds" />
      <LifeCell order={row.order} />
      <span>
        {t('form.total')} <TotalCell hasUnit order={row.order} />
      </span>
      {hasTrigger(row) ? <TriggerCell digits={digits} row={row} /> : null}
    </span>
  );
}

/** How much of an order has traded. */
export function FilledShare(props: { order: OrderRow; className?: string | undefined }) {
  return (
    <Percent
      className={props.className}
      decimals={0}
      isRate
      standing="own"
      value={readFilledPercent(props.order)}
    />
  );
}

/** How far behind the price an order trails. */
export function TrailShare({ order }: { order: Pick<OrderRow, 'trailingDeltaBps'> }) {
  return <Percent isRate value={showWhole(order.trailingDeltaBps, 2)} />;
}

/** True when there is something to say about when it wakes. */
export const hasTrigger = ({ order, sent }: OpenRow) =>
  sent?.state === 'failed' ||
  order.status === 'PENDING_NEW' ||
  order.trailingDeltaBps > 0 ||
  /[1-9]/.test(order.stopPrice);

/** What an order waits for; of one that could not be sent, why. */
export function TriggerCell({ row, digits }: CellProps) {
  const t = useTexts('spot');
  const { order, sent } = row;
  const isPending = order.status === 'PENDING_NEW';
  const title = isPending ? t('state.order') : undefined;
  if (sent !== null && sent.state === 'failed') {
    return <span className="order-failure">{sent.message}</span>;
  }
  if (order.trailingDeltaBps > 0) {
    return (
      <span title={title}>
        <TrailShare order={order} />{' '}
        <Price decimals={digits?.priceDecimals} value={order.stopPrice} />
      </span>
    );
  }
  const isSet = /[1-9]/.test(order.stopPrice);
  if (!isSet) return isPending ? <span title={title}>{t('status.PENDING_NEW')}</span> : '--';
  const sign = (order.side === 'buy') !== order.type.startsWith('take') ? '≥' : '≤';
  return (
    <span title={title}>
      {sign} <Price decimals={digits?.priceDecimals} value={order.stopPrice} />
    </span>
  );
}
