// Everything about one order or one fill: what a narrow table leaves out stands here.
// Not a form: changing is OrderEdit's. Opened by a press on a row.
import { Amount, Button, Dialog, KeyValue, Moment, Price, Tag } from '@isobath/ui';
import type { FillRow, OrderRow } from '@isobath/wire';
import type { ReactNode } from 'react';
import { type Say, useTexts } from '../../../base/texts.tsx';
import type { Digits } from '../market/market.ts';
import { LotAmount } from './LotAmount.tsx';
import { readAverage, readFilledPercent, showPair } from './order-rows.ts';
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
  t: Say<'spot'>,
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
    order.trailingDeltaBps > 0 ? line('trails', `${order.trailingDeltaBps / 100}%`) : null,
    isSet(order.activationPrice) ? line('activation', price(order.activationPrice)) : null,
    isByQuote
      ? line('amount', <Amount unit={quote} value={order.quoteAmount} />)
      : line('size', size(order.quantity)),
    isSet(order.visibleQuantity) ? line('visible', size(order.visibleQuantity)) : null,
    line(
      'filled',
      <span>
        {size(order.executedQuantity)} {readFilledPercent(order)}%
      </span>,
    ),
    isSet(order.executedQuantity)
      ? line('average', <AveragePrice digits={digits} order={order} unit={quote} />)
      : null,
    line('value', <Amount unit={quote} value={order.executedQuote} />),
    isSet(order.preventedQuantity) ? line('prevented', size(order.preventedQuantity)) : null,
  ];
}

function lifeLines(order: OrderRow, t: Say<'spot'>): readonly (Line | null)[] {
  const line = (key: string, value: ReactNode): Line => ({
    key,
    label: t(`detail.${key}` as Parameters<typeof t>[0]),
    value,
  });
  const life = order.timeInForce === 'POST_ONLY' ? t('form.postOnly') : null;
  return [
    line('status', t(`status.${order.status}`)),
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

/** All facts of an order, its fills as far as they are at hand, and what can be done with it. */
export function OrderDetail(props: {
  order: OrderRow;
  digits: Digits | undefined;
  fills: readonly FillRow[];
  onClose: () => void;
  onEdit?: (() => void) | undefined;
  onCancel?: (() => void) | undefined;
}) {
  const { order, digits } = props;
  const t = useTexts('spot');
  const fills = props.fills.filter((fill) => fill.orderId === order.orderId);
  const [base = ''] = order.symbol.toUpperCase().split('_');
  return (
    <Dialog
      foot={
        props.onCancel === undefined ? undefined : (
          <>
            <Button onClick={props.onCancel} variant="quiet">
              {t('orders.cancel')}
            </Button>
            {props.onEdit === undefined ? null : (
              <Button onClick={props.onEdit}>{t('orders.edit')}</Button>
            )}
          </>
        )
      }
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      size="small"
      title={`${t(order.side === 'buy' ? 'orders.buy' : 'orders.sell')} ${showPair(order.symbol)}`}
    >
      <div className="order-detail">
        <p className="order-detail-kind">
          <Tag>{t(`kind.${order.type}`)}</Tag>
          {order.listId === '0' ? null : <Tag>{t('detail.inList')}</Tag>}
        </p>
        <KeyValue facts={listLines(moneyLines(order, digits, t))} />
        <KeyValue facts={listLines(lifeLines(order, t))} />
        {fills.length === 0 ? null : (
          <KeyValue
            facts={fills.map((fill) => ({
              key: fill.tradeId,
              label: <Moment atMs={fill.at} />,
              value: (
                <span>
                  <LotAmount digits={digits} unit={base} value={fill.quantity} />
                  {' · '}
                  <Price decimals={digits?.priceDecimals} value={fill.price} />
                </span>
              ),
            }))}
          />
        )}
      </div>
    </Dialog>
  );
}

/** All facts of a fill. */
export function FillDetail(props: {
  fill: FillRow;
  digits: Digits | undefined;
  onClose: () => void;
}) {
  const { fill, digits } = props;
  const t = useTexts('spot');
  const [base = '', quote = ''] = fill.symbol.toUpperCase().split('_');
  return (
    <Dialog
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
            value: fill.isMaker ? t('orders.maker') : t('orders.taker'),
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
            value: <Amount unit={quote} value={fill.quoteAmount} />,
          },
          {
            key: 'fee',
            label: t('orders.fee'),
            value: <Amount standing="cost" unit={fill.feeAsset.toUpperCase()} value={fill.fee} />,
          },
          { key: 'trade', label: t('detail.trade'), value: fill.tradeId },
          { key: 'order', label: t('detail.number'), value: fill.orderId },
        ]}
      />
    </Dialog>
  );
}
