// Everything about one order or one fill: what a narrow table leaves out stands here.
// Not a form: changing is OrderEdit's. Opened by a press on a row.
import {
  Amount,
  Button,
  Dialog,
  KeyValue,
  Moment,
  Percent,
  Price,
  SideDrawer,
  Tag,
} from '@isobath/ui';
import type { FillRow, OrderRow } from '@isobath/wire';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { type Translate, useLocale, useTexts } from '../../../base/texts.tsx';
import { Term } from '../../../base/trade/Term.tsx';
import { againAddress } from '../form/again.ts';
import { useWidth } from '../layout/use-width.ts';
import { isOpenOrder } from '../live/own-store.ts';
import type { Digits } from '../market/market.ts';
import { LotAmount } from './LotAmount.tsx';
import { OrderLife } from './OrderLife.tsx';
import { FilledShare, TrailShare } from './OrderCells.tsx';
import { readAverage, showPair, stateWord } from './order-rows.ts';
import './order-detail.css';

const isSet = (text: string) => /[1-9]/.test(text);
const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0;

interface Line {
  readonly key: string;
  readonly label: string;
  readonly value: ReactNode;
}

/** Lines that have something to say; null values are left out. */
function listLines(lines: readonly (Line | null)[]): readonly Line[] {
  return lines.filter((line) => line !== null);
}

/** Average price of what has traded. @param props - digits: of the order's market, once known. */
export function AveragePrice(props: {
  order: OrderRow;
  digits: Digits | undefined;
  unit?: string;
}) {
  const { order, digits } = props;
  const decimals =
    digits?.priceDecimals ?? (decimalsOf(order.price) || decimalsOf(order.executedQuote));
  return <Price decimals={decimals} unit={props.unit} value={readAverage(order, decimals)} />;
}

function moneyLines(
  order: OrderRow,
  digits: Digits | undefined,
  t: Translate<'spot'>,
): readonly (Line | null)[] {
  const [base = '', quote = ''] = order.symbol.toUpperCase().split('_');
  const line = (key: string, value: ReactNode): Line => ({
    key,
    label: t(`detail.${key}` as Parameters<typeof t>[0]),
    value,
  });
  const price = (value: string) => (
    <Price decimals={digits?.priceDecimals} unit={quote} value={value} />
  );
  const size = (value: string) => <LotAmount digits={digits} unit={base} value={value} />;
  const isByQuote = !isSet(order.quantity);
  return [
    isSet(order.price) ? line('price', price(order.price)) : null,
    isSet(order.stopPrice) ? line('trigger', price(order.stopPrice)) : null,
    order.trailingDeltaBps > 0 ? line('trails', <TrailShare order={order} />) : null,
    isSet(order.activationPrice) ? line('activation', price(order.activationPrice)) : null,
    isByQuote
      ? line('amount', <Amount isOwn unit={quote} value={order.quoteAmount} />)
      : line('size', size(order.quantity)),
    isSet(order.visibleQuantity) ? line('visible', size(order.visibleQuantity)) : null,
    line(
      'filled',
      <span>
        {size(order.executedQuantity)} <FilledShare order={order} />
      </span>,
    ),
    isSet(order.executedQuantity)
      ? line('average', <AveragePrice digits={digits} order={order} unit={quote} />)
      : null,
    line('value', <Amount isOwn unit={quote} value={order.executedQuote} />),
    isSet(order.preventedQuantity) ? line('prevented', size(order.preventedQuantity)) : null,
  ];
}

function lifeLines(order: OrderRow, t: Translate<'spot'>): readonly (Line | null)[] {
  const line = (key: string, value: ReactNode): Line => ({
    key,
    label: t(`detail.${key}` as Parameters<typeof t>[0]),
    value,
  });
  const life = order.timeInForce === 'POST_ONLY' ? t('form.postOnly') : null;
  return [
    line('status', t(stateWord(order))),
    line('life', life ?? t(`life.${order.timeInForce}` as Parameters<typeof t>[0])),
    order.timeInForce === 'GTD' ? line('ends', <Moment atMs={order.expireAt} />) : null,
    line('prevention', t(`prevention.${order.selfTradePrevention}`)),
    order.listId === '0' ? null : line('list', order.listId),
    line('number', order.orderId),
    order.clientOrderId === '' ? null : line('ownName', order.clientOrderId),
    line('placed', <Moment atMs={order.createdAt} />),
    line('changed', <Moment atMs={order.updatedAt} />),
  ];
}

function Actions(props: {
  order: OrderRow;
  onClose: () => void;
  onEdit?: (() => void) | undefined;
  onCancel?: (() => void) | undefined;
}) {
  const { order, onCancel, onEdit } = props;
  const t = useTexts('spot');
  const locale = useLocale();
  if (!isOpenOrder(order)) {
    return (
      <ButtonLink onClick={props.onClose} to={againAddress(locale, order)}>
        {t('orders.again')}
      </ButtonLink>
    );
  }
  return (
    <>
      {onCancel === undefined ? null : (
        <Button onClick={onCancel} variant="quiet">
          {t('orders.cancel')}
        </Button>
      )}
      {onEdit === undefined ? null : <Button onClick={onEdit}>{t('orders.edit')}</Button>}
    </>
  );
}

/** All facts of an order, its life, and what can be done with it: a drawer, a sheet on a phone. */
export function OrderDetail(props: {
  order: OrderRow;
  digits: Digits | undefined;
  onClose: () => void;
  onEdit?: (() => void) | undefined;
  onCancel?: (() => void) | undefined;
}) {
  const { order, digits } = props;
  const t = useTexts('spot');
  const Layer = useWidth() === 'phone' ? Dialog : SideDrawer;
  const hasActions = !isOpenOrder(order) || (props.onCancel ?? props.onEdit) !== undefined;
  return (
    <Layer
      foot={hasActions ? <Actions {...props} /> : undefined}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      title={`${t(order.side === 'buy' ? 'orders.buy' : 'orders.sell')} ${showPair(order.symbol)}`}
    >
      <div className="order-detail">
        <p className="order-detail-kind">
          <Tag>{t(`kind.${order.type}`)}</Tag>
          {order.listId === '0' ? null : <Tag>{t('detail.inList')}</Tag>}
        </p>
        <OrderLife digits={digits} order={order} />
        <KeyValue facts={listLines(moneyLines(order, digits, t))} />
        <KeyValue facts={listLines(lifeLines(order, t))} />
      </div>
    </Layer>
  );
}

/** What a fee was made with; unknown of fills from before it was kept. */
function feeLines({ feeRate, vipLevel }: FillRow, t: Translate<'spot'>) {
  const rate = <Percent decimals={4} isRate isRatio value={feeRate} />;
  return [
    { key: 'feeRate', label: t('orders.feeRate'), value: rate },
    { key: 'vip', label: t('orders.vip'), value: vipLevel ?? '--' },
  ];
}

/** All facts of a fill. */
export function FillDetail(props: {
  fill: FillRow;
  digits: Digits | undefined;
  onClose: () => void;
}) {
  const { fill, digits } = props;
  const t = useTexts('spot');
  const locale = useLocale();
  const [base = '', quote = ''] = fill.symbol.toUpperCase().split('_');
  return (
    <Dialog
      foot={
        <ButtonLink onClick={props.onClose} to={againAddress(locale, fill)}>
          {t('orders.again')}
        </ButtonLink>
      }
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      size="small"
      title={`${t(fill.side === 'buy' ? 'orders.buy' : 'orders.sell')} ${showPair(fill.symbol)}`}
    >
      <KeyValue
        facts={[
          {
            key: 'time',
            label: t('orders.time'),
            value: <Moment atMs={fill.at} />,
          },
          {
            key: 'role',
            label: t('orders.type'),
            value: fill.isMaker ? (
              <Term name={t('orders.maker')} word="maker" />
            ) : (
              <Term name={t('orders.taker')} word="taker" />
            ),
          },
          {
            key: 'price',
            label: t('orders.price'),
            value: <Price decimals={digits?.priceDecimals} unit={quote} value={fill.price} />,
          },
          {
            key: 'size',
            label: t('orders.size'),
            value: <LotAmount digits={digits} unit={base} value={fill.quantity} />,
          },
          {
            key: 'value',
            label: t('orders.value'),
            value: <Amount isOwn unit={quote} value={fill.quoteAmount} />,
          },
          {
            key: 'fee',
            label: t('orders.fee'),
            value: (
              <Amount isOwn standing="cost" unit={fill.feeAsset.toUpperCase()} value={fill.fee} />
            ),
          },
          ...feeLines(fill, t),
          { key: 'trade', label: t('detail.trade'), value: fill.tradeId },
          { key: 'order', label: t('detail.number'), value: fill.orderId },
        ]}
      />
    </Dialog>
  );
}
