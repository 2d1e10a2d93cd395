// The receipt before sending: what it costs, what is received, the fee, all in money.
// Not the sums (preview.ts). Has always the same number of lines, so that nothing moves.
import { cutZeros, formatDecimal } from '@isobath/core/math';
import {
  Amount,
  Money,
  Percent,
  Price,
  Receipt,
  type ReceiptLine,
  showPercent,
  type Standing,
  useUi,
} from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';
import { Term } from '../../../base/trade/Term.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { showWhole } from '../market/market.ts';
import { isMarketKind } from './form-state.ts';
import { changeBalance, type Preview, readGuardBps } from './preview.ts';
import { useFree } from './use-preview.ts';

const unknown = '--';
const notificationPpm = 30_000;
const dangerPpm = 100_000;

/** How much attention a market impact deserves. */
export function readImpact(impactPpm: number): 'warn' | 'danger' | undefined {
  if (impactPpm >= dangerPpm) return 'danger';
  return impactPpm >= notificationPpm ? 'warn' : undefined;
}

/** What is free of the asset that the order gives, before and after it. */
function useBalanceLine(preview: Preview | null): ReceiptLine {
  const { market, form } = useTrade();
  const t = useTexts('spot');
  const free = useFree();
  const isBuy = form.side === 'buy';
  const asset = isBuy ? market.quote : market.base;
  const scale = isBuy ? market.scales.quoteScale : market.scales.baseScale;
  const change = changeBalance(form.side, preview, { market, ...free });
  const label = t('receipt.balance', { asset });
  if (change === null) return { key: 'balance', label, after: unknown };
  // Cut: a balance never looks larger than it is.
  const show = (units: bigint) => {
    const value = formatDecimal(units, scale);
    if (isBuy) return <Money isOwn standing="own" value={value} />;
    return <Amount decimals={market.lotDecimals} isOwn standing="own" value={value} />;
  };
  return {
    key: 'balance',
    label,
    before: show(change.beforeUnits),
    after: show(change.afterUnits),
    isSame: change.beforeUnits === change.afterUnits,
  };
}

/** Writes a rate without zeros at its end. */
function useRateText(): (percent: string) => string {
  const { locale } = useUi();
  return (percent) => {
    const decimals = (cutZeros(percent).split('.')[1] ?? '').length;
    return showPercent(percent, { locale, isSigned: false, decimals });
  };
}

/** The price that no fill is worse than, where something says it, and how far it may slip. */
function useWorstLine(preview: Preview | null): ReceiptLine {
  const { market, form } = useTrade();
  const t = useTexts('spot');
  const showRate = useRateText();
  const guard = isMarketKind(form.kind) ? showRate(showWhole(readGuardBps(form, market), 2)) : '';
  const { ticks = 0, from = 'limit' } = preview?.worst ?? {};
  const isMoving = from === 'best' && ticks > 0;
  const name = t(isMoving ? 'receipt.worstNow' : 'receipt.worst', { guard }).trim();
  const label = <Term name={name} word="guard" />;
  if (from === 'trigger') return { key: 'worst', label, after: t('receipt.atTrigger') };
  if (ticks === 0) return { key: 'worst', label, after: unknown };
  const value = showWhole(ticks, market.priceDecimals);
  const after = <Price decimals={market.priceDecimals} unit={market.quote} value={value} />;
  return { key: 'worst', label, after };
}

/** Lines of money for an order. */
export function FormReceipt({ preview }: { preview: Preview | null }) {
  const { market, form } = useTrade();
  const t = useTexts('spot');
  const balance = useBalanceLine(preview);
  const worst = useWorstLine(preview);
  const showRate = useRateText();
  const { baseScale, quoteScale } = market.scales;
  const isBuy = form.side === 'buy';
  // Quote to the cent, base to the unit: what is paid is rounded up, what comes in down.
  const quote = (units: bigint, standing: Standing) => (
    <Money standing={standing} unit={market.quote} value={formatDecimal(units, quoteScale)} />
  );
  const base = (units: bigint) => (
    <Amount decimals={baseScale} unit={market.base} value={formatDecimal(units, baseScale)} />
  );
  const gain = (units: bigint, standing: Standing) =>
    isBuy ? base(units) : quote(units, standing);
  const most = preview?.atMostUnits ?? null;
  const mostLabel =
    preview?.isMostMoving === true ? (
      <Term name={t('receipt.mostNow')} word="guard" />
    ) : (
      t(isBuy ? 'receipt.paysMost' : 'receipt.sellsMost')
    );
  const average = (found: Preview) => (
    <Price
      decimals={market.priceDecimals}
      unit={market.quote}
      value={showWhole(
        Number((found.averageTenThousandthTicks + (isBuy ? 9999n : 0n)) / 10_000n),
        market.priceDecimals,
      )}
    />
  );
  const rate = preview === null ? '' : showRate(showWhole(preview.feeRatePpm, 4));
  const lines: ReceiptLine[] = [
    {
      key: 'average',
      label: t('receipt.average'),
      after: preview === null ? unknown : average(preview),
    },
    worst,
    {
      key: 'impact',
      label: <Term name={t('receipt.impact')} word="impact" />,
      after:
        preview === null ? unknown : <Percent isRate value={showWhole(preview.impactPpm, 4)} />,
      tone: preview === null ? undefined : readImpact(preview.impactPpm),
    },
    {
      key: 'value',
      label: isBuy ? t('receipt.pays') : t('receipt.sells'),
      after: preview === null ? unknown : quote(preview.valueUnits, isBuy ? 'cost' : 'own'),
    },
    {
      key: 'most',
      label: mostLabel,
      after: most === null ? unknown : isBuy ? quote(most, 'cost') : base(most),
    },
    {
      key: 'fee',
      label: <Term name={t('receipt.fee', { rate }).trim()} word="fee" />,
      after: preview === null ? unknown : gain(preview.feeUnits, 'cost'),
    },
    balance,
    {
      key: 'receives',
      label: t('receipt.receives'),
      after: preview === null ? unknown : gain(preview.receivesUnits, 'own'),
      isTotal: true,
    },
  ];
  return <Receipt label={t('receipt.label')} lines={lines} />;
}
