// What buying here and selling there comes to: cost, both fees, break-even, profit; or the price
// that a wanted profit needs, which goes into the form. Opens with what the form says.
// Not the sums (round-trip.ts). Brought when it is opened.
import { formatDecimal } from '@isobath/core/math';
import {
  Amount,
  Button,
  Dialog,
  Money,
  NumberField,
  Percent,
  Price,
  Receipt,
  Segmented,
  type Standing,
} from '@isobath/ui';
import { useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { hasPrice } from '../form/form-state.ts';
import { useTrade } from '../layout/trade-context.ts';
import { readTyped, showWhole } from '../market/market.ts';
import { calculateRoundTrip, findExitTicks, type Purchase, type RoundTrip } from './round-trip.ts';

const modes = ['profit', 'target'] as const;
type Mode = (typeof modes)[number];

/** What is typed. */
interface Typed {
  readonly entry: string;
  readonly size: string;
  readonly exit: string;
  readonly profit: string;
}

/** The form's price is where one buys, or where one sells what one has. */
function useFirst(): Typed {
  const { form, market, room } = useTrade();
  const last = room.last.read();
  const now = last > 0 ? showWhole(last, market.priceDecimals) : '';
  const price = hasPrice(form.kind) && form.price !== '' ? form.price : now;
  const isBuy = form.side === 'buy';
  return { entry: isBuy ? price : now, exit: isBuy ? '' : price, size: form.size, profit: '' };
}

function usePurchase({ entry, size }: Typed): Purchase | null {
  const { market, fees } = useTrade();
  const entryTicks = readTyped(entry, market.priceDecimals) ?? 0n;
  const sizeLots = readTyped(size, market.lotDecimals) ?? 0n;
  if (entryTicks <= 0n || sizeLots <= 0n) return null;
  // Both taken from the book: the dearer way, so nothing is promised that may not come.
  const ppm = Math.max(fees.takerPpm, fees.makerPpm);
  return { entryTicks, sizeLots, entryPpm: ppm, exitPpm: ppm };
}

/** Where the sale stands: as typed, or as the wanted profit needs it; null without either. */
function useExit(purchase: Purchase | null, typed: Typed, mode: Mode): bigint | null {
  const { market } = useTrade();
  if (purchase === null) return null;
  if (mode === 'profit') return readTyped(typed.exit, market.priceDecimals);
  const profitUnits = readTyped(typed.profit, market.scales.quoteScale);
  return profitUnits === null ? null : findExitTicks(purchase, profitUnits, market);
}

function Outcome(props: { purchase: Purchase | null; exitTicks: bigint | null }) {
  const { purchase, exitTicks } = props;
  const { market } = useTrade();
  const t = useTexts('spot');
  const trip: RoundTrip | null =
    purchase === null || exitTicks === null
      ? null
      : calculateRoundTrip(purchase, exitTicks, market);
  const even = purchase === null ? null : findExitTicks(purchase, 0n, market);
  const { baseScale, quoteScale } = market.scales;
  const price = (ticks: bigint | null) => (
    <Price
      decimals={market.priceDecimals}
      unit={market.quote}
      value={ticks === null ? null : showWhole(Number(ticks), market.priceDecimals)}
    />
  );
  const money = (units: bigint | undefined, standing: Standing, isChange = false) => (
    <Money
      isChange={isChange}
      standing={standing}
      unit={market.quote}
      value={units === undefined ? null : formatDecimal(units, quoteScale)}
    />
  );
  const coins = (units: bigint | undefined) => (
    <Amount
      decimals={Math.min(8, baseScale)}
      unit={market.base}
      value={units === undefined ? null : formatDecimal(units, baseScale)}
    />
  );
  const lines = [
    { key: 'cost', label: t('calculator.cost'), after: money(trip?.costUnits, 'cost') },
    { key: 'entryFee', label: t('calculator.entryFee'), after: coins(trip?.entryFeeUnits) },
    { key: 'exitFee', label: t('calculator.exitFee'), after: money(trip?.exitFeeUnits, 'cost') },
    { key: 'proceeds', label: t('calculator.proceeds'), after: money(trip?.proceedsUnits, 'own') },
    { key: 'even', label: t('calculator.even'), after: price(even) },
    { key: 'exit', label: t('calculator.exit'), after: price(exitTicks) },
    {
      key: 'profit',
      label: (
        <>
          {t('calculator.profit')}{' '}
          {trip === null ? null : (
            <Percent standing="own" value={formatDecimal(trip.profitPpm, 4)} />
          )}
        </>
      ),
      after: money(trip?.profitUnits, 'own', true),
      isTotal: true,
    },
  ];
  return <Receipt label={t('calculator.outcome')} lines={lines} />;
}

/** The dialog. */
export function Calculator(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { market, dispatch } = useTrade();
  const t = useTexts('spot');
  const [typed, setTyped] = useState<Typed>(useFirst());
  const [mode, setMode] = useState<Mode>('profit');
  const purchase = usePurchase(typed);
  const exitTicks = useExit(purchase, typed, mode);
  const priceStep = showWhole(1, market.priceDecimals);
  const field = (name: keyof Typed, unit: string, step: string) => (
    <NumberField
      // A profit may be as fine as the coin it is counted in, whatever one step is.
      decimals={name === 'profit' ? Math.min(8, market.scales.quoteScale) : undefined}
      isSigned={name === 'profit'}
      label={t(`calculator.${name}`)}
      onChange={(text) => setTyped({ ...typed, [name]: text })}
      step={step}
      unit={unit}
      value={typed[name]}
    />
  );
  const take = () => {
    if (exitTicks === null) return;
    const price = showWhole(Number(exitTicks), market.priceDecimals);
    const values = {
      kind: 'limit',
      side: 'sell',
      price,
      size: typed.size,
      sizedBy: 'base',
    } as const;
    dispatch({ type: 'change', values });
    props.onOpenChange(false);
  };
  return (
    <Dialog
      foot={
        <Button
          onClick={take}
          variant="primary"
          {...(exitTicks === null ? { whyDisabled: t('calculator.needs') } : {})}
        >
          {t('calculator.take')}
        </Button>
      }
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      size="small"
      text={t('calculator.text')}
      title={t('calculator.title')}
    >
      <div className="calculator">
        <Segmented
          isFull
          label={t('calculator.mode')}
          onChange={setMode}
          options={modes.map((value) => ({ value, label: t(`calculator.mode.${value}`) }))}
          value={mode}
        />
        {field('entry', market.quote, priceStep)}
        {field('size', market.base, showWhole(1, market.lotDecimals))}
        {mode === 'profit'
          ? field('exit', market.quote, priceStep)
          : field('profit', market.quote, '0.01')}
        <Outcome exitTicks={exitTicks} purchase={purchase} />
      </div>
    </Dialog>
  );
}
