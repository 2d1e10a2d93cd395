// The life of one order: its picture, and every moment of it in words, as they happened. Fills of
// one instant are one line. Not the facts of the order (OrderDetail.tsx), which it is a part of.
import { cutZeros, formatDecimal, parseDecimal } from '@isobath/core/math';
import {
  ErrorState,
  Moment,
  Price,
  Skeleton,
  showPercent,
  Timeline,
  useNow,
  useUi,
} from '@isobath/ui';
import type { OrderMoment, OrderRow } from '@isobath/wire';
import type { ReactNode } from 'react';
import { type Translate, useTexts } from '../../../base/texts.tsx';
import type { Digits } from '../market/market.ts';
import { isOpenOrder } from '../live/own-store.ts';
import { endWord, groupMoments } from './life-shape.ts';
import { LifeChart } from './LifeChart.tsx';
import { LotAmount } from './LotAmount.tsx';
import { readAverage, readFilledPercent, stateWord } from './order-rows.ts';
import { useOrderLife } from './use-order-life.ts';
import './order-life.css';

interface LineProps {
  readonly group: readonly OrderMoment[];
  readonly order: OrderRow;
  readonly digits: Digits | undefined;
}

/** Decimals of any asset at most. */
const mostDecimals = 18;

function addTexts(texts: readonly string[]): string {
  const sum = texts.reduce((units, text) => units + parseDecimal(text, mostDecimals), 0n);
  return cutZeros(formatDecimal(sum, mostDecimals));
}

/** Fills of one instant: how much at which price, on average, and how many there were. */
function FillLine({ group, order, digits }: LineProps) {
  const sums = {
    executedQuantity: addTexts(group.map((moment) => moment.quantity)),
    executedQuote: addTexts(group.map((moment) => moment.quoteAmount)),
  };
  const [first] = group;
  const decimals = digits?.priceDecimals ?? first?.price.split('.')[1]?.length ?? 0;
  return (
    <>
      <LotAmount
        digits={digits}
        unit={order.symbol.split('_')[0]?.toUpperCase()}
        value={sums.executedQuantity}
      />
      {' · '}
      <Price decimals={decimals} value={readAverage(sums, decimals)} />
      {group.length > 1 ? ` · ×${group.length}` : null}
    </>
  );
}

/** What belongs to a moment beside its name. */
function MomentLine({ group, order, digits }: LineProps) {
  const [moment] = group;
  if (moment === undefined) return null;
  if (moment.kind === 'filled') return <FillLine digits={digits} group={group} order={order} />;
  if (moment.kind === 'triggered') {
    return <Price decimals={digits?.priceDecimals} value={order.stopPrice} />;
  }
  if (!/[1-9]/.test(moment.quantity)) return null;
  const unit = order.symbol.split('_')[0]?.toUpperCase();
  return <LotAmount digits={digits} unit={unit} value={moment.quantity} />;
}

const sadEnds = new Set(['triggerRejected', 'balanceExhausted']);

function nameMoment(moment: OrderMoment, order: OrderRow, t: Translate<'spot'>): ReactNode {
  if (moment.kind !== 'closed') return t(`story.${moment.kind}`);
  return t(`end.${endWord(order)}` as Parameters<typeof t>[0]);
}

function LifeList(props: {
  order: OrderRow;
  digits: Digits | undefined;
  moments: readonly OrderMoment[];
}) {
  const { order, digits, moments } = props;
  const t = useTexts('spot');
  const lines = groupMoments(moments).map((group, index) => {
    const moment = group[0] as OrderMoment;
    const isSad = moment.kind === 'closed' && sadEnds.has(order.closeReason);
    return {
      key: `${index} ${moment.kind}`,
      title: nameMoment(moment, order, t),
      text: <MomentLine digits={digits} group={group} order={order} />,
      time: <Moment atMs={moment.at} form="seconds" />,
      state: isSad ? ('failed' as const) : ('done' as const),
    };
  });
  const now = { key: 'now', title: t(stateWord(order)), state: 'now' as const };
  return (
    <Timeline
      label={t('story.label')}
      moments={moments.at(-1)?.kind === 'closed' ? lines : [...lines, now]}
    />
  );
}

/** The picture and the moments; they come by a call of their own, and again with every change. */
export function OrderLife(props: { order: OrderRow; digits: Digits | undefined }) {
  const { order, digits } = props;
  const t = useTexts('spot');
  const { life, hasFailed, retry } = useOrderLife(order);
  const nowMs = useNow();
  const { locale } = useUi();
  if (life === null) {
    if (hasFailed) return <ErrorState onRetry={retry} size="small" title={t('story.failed')} />;
    return <Skeleton height="96px" width="100%" />;
  }
  const last = life.moments.at(-1);
  const isOpen = isOpenOrder(life.order);
  const endMs = isOpen ? Math.max(nowMs ?? 0, last?.at ?? 0) : (last?.at ?? 0);
  const state = t(stateWord(life.order));
  const share = readFilledPercent(life.order);
  const filled = showPercent(share, { locale, isSigned: false, standing: 'own', decimals: 0 });
  const label = `${t('story.label')}: ${state}, ${filled}`;
  return (
    <section aria-label={t('story.label')} className="life">
      <LifeChart endMs={endMs} label={label} moments={life.moments} order={life.order} />
      <LifeList digits={digits} moments={life.moments} order={life.order} />
      {life.isWhole ? null : <p className="life-note">{t('story.cut')}</p>}
    </section>
  );
}
