// The fields of each kind of order, with steppers, chips, and what is wrong beside each.
// Not the options below them (FormOptions.tsx).
import {
  type FieldError,
  formatMoney,
  joinParts,
  localiseDecimal,
  NumberField,
  Select,
} from '@isobath/ui';
import { measureText } from '@isobath/texts';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { bookSetting } from '../layout/trade-settings.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { showWhole } from '../market/market.ts';
import { type FaultyField, type FormError, showBps } from './checks.ts';
import {
  canSizeByQuote,
  followKinds,
  type FormField,
  hasPrice,
  hasStop,
  hasTarget,
  isTrailing,
} from './form-state.ts';
import { hasRisk } from './risk.ts';
import { useEquity } from './use-preview.ts';
import { findWaitingLimit } from './waiting-limit.ts';

/** The words of an error, its numbers written as everywhere else. */
export function useErrorText(): (error: FormError) => string {
  const t = useTexts('spot');
  const locale = useLanguageTag();
  return ({ word, values }) => {
    const shown = Object.entries(values).map(([name, value]) => [name, group(value, locale)]);
    return t(`check.${word}` as Parameters<typeof t>[0], Object.fromEntries(shown));
  };
}

const group = (value: string, locale: string) => joinParts(localiseDecimal(value, { locale }));

/** Errors by field, as the fields take them, with the press that mends. */
export function useFieldErrors(
  errors: readonly FormError[],
): (field: FaultyField) => FieldError | null {
  const { dispatch } = useTrade();
  const t = useTexts('spot');
  const textOf = useErrorText();
  const locale = useLanguageTag();
  return (field) => {
    const error = errors.find((each) => each.field === field);
    if (error === undefined) return null;
    const { repair } = error;
    const text = textOf(error);
    if (repair === undefined || field === 'riskPercent') return { text };
    return {
      text,
      repair: {
        label: t('check.use', { value: group(repair, locale) }),
        onApply: () => dispatch({ type: 'type', field, text: repair }),
      },
    };
  };
}

/** How wide a label may be inside its field, beside number, unit and steps. */
const labelMost = { phone: 10, small: 14, large: 20 } as const;
const stepsRoom = 6;

/** Where a label stands: in its field, or above it when its words would be cut there. */
export function useLabelPlace(): (label: string, hasSteps: boolean) => 'inside' | 'above' {
  const { width } = useTrade();
  return (label, hasSteps) => {
    // A phone shows no steps.
    const room = hasSteps || width === 'phone' ? 0 : stepsRoom;
    return measureText(label) > labelMost[width] + room ? 'above' : 'inside';
  };
}

const longPrice = 9;
/** Letters of a label and two chips that stand beside a price. */
const chipWordsMax = 14;
/** Chips beside a price that takes the room of the steps as well. */
const chipsOfLong = { phone: 0, small: 1, large: 2 } as const;

/** What to say of a limit that waits behind its trigger; null of any other. */
export function useLimitWarning(): (value: string | null) => string | null {
  const t = useTexts('spot');
  const locale = useLanguageTag();
  return (value) => (value === null ? null : t('form.limitWaits', { value: group(value, locale) }));
}

type PriceFieldName = 'price' | 'stopPrice' | 'stopLimitPrice' | 'targetPrice' | 'activationPrice';

function PriceField(props: {
  field: PriceFieldName;
  label: string;
  error: FieldError | null;
  hasChips?: boolean;
}) {
  const { form, dispatch, market, room, width } = useTrade();
  const t = useTexts('spot');
  const set = (text: string) => dispatch({ type: 'type', field: props.field, text });
  const fill = (ticks: number | undefined) => {
    if (ticks !== undefined && ticks > 0) set(showWhole(ticks, market.priceDecimals));
  };
  const { asks, bids } = room.book;
  const middle = () => {
    const ask = asks.pricesTicks[0];
    const bid = bids.pricesTicks[0];
    return ask === undefined || bid === undefined ? undefined : Math.round((ask + bid) / 2);
  };
  // A long price takes the room of steps and chips: numbers are never cut.
  const isLong = form[props.field].length > longPrice;
  const placeOf = useLabelPlace();
  const isBuy = form.side === 'buy';
  const warningOf = useLimitWarning();
  const waiting = findWaitingLimit(form, market);
  const chips = [
    { label: t('form.mid'), onApply: () => fill(middle()) },
    isBuy
      ? { label: t('form.bid'), onApply: () => fill(bids.pricesTicks[0]) }
      : { label: t('form.ask'), onApply: () => fill(asks.pricesTicks[0]) },
  ];
  // Longer words leave room for one: the best price of the own side.
  const words = [props.label, ...chips.map(({ label }) => label)].join('');
  const fitting = words.length > chipWordsMax ? chips.slice(1) : chips;
  const most = isLong ? chipsOfLong[width] : fitting.length;
  const shownChips = fitting.slice(Math.max(0, fitting.length - most));
  return (
    <NumberField
      chips={props.hasChips === true && shownChips.length > 0 ? shownChips : undefined}
      decimals={market.priceDecimals}
      error={props.error}
      hasSteps={!isLong}
      label={props.label}
      labelPlace={placeOf(props.label, true)}
      min="0"
      onChange={set}
      step={showWhole(1, market.priceDecimals)}
      stepFrom={showWhole(room.last.read(), market.priceDecimals)}
      unit={market.quote}
      value={form[props.field]}
      warning={warningOf(waiting?.field === props.field ? waiting.value : null)}
    />
  );
}

/** Size by what may be lost: a share of the equity, between the entry and its stop. */
function RiskField(props: { error: FieldError | null }) {
  const { form, dispatch, market } = useTrade();
  const placeOf = useLabelPlace();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const readEquity = useEquity();
  const type = (text: string) => {
    const equityUnits = readEquity();
    if (equityUnits !== null) dispatch({ type: 'risk', text, equityUnits });
  };
  const loss = form.riskTotal === '' ? null : formatMoney(form.riskTotal, { locale });
  const pair = { base: market.base, quote: market.quote };
  const hint =
    loss === null
      ? t('form.riskHint', pair)
      : t('form.riskLoss', { ...pair, value: joinParts(loss) });
  return (
    <NumberField
      decimals={2}
      error={props.error}
      hasSteps
      hint={hint}
      label={t('form.risk')}
      labelPlace={placeOf(t('form.risk'), true)}
      max="100"
      min="0"
      onChange={type}
      step="0.1"
      unit="%"
      value={form.riskPercent}
    />
  );
}

function SizeFields(props: { errorOf: (field: FormField) => FieldError | null }) {
  const { form, dispatch, market } = useTrade();
  const t = useTexts('spot');
  const [book, setBook] = useSetting(bookSetting);
  const isByQuote = canSizeByQuote(form.kind) && form.sizedBy === 'quote';
  /** The book counts in the same. */
  const change = (sizedBy: 'base' | 'quote') => {
    dispatch({ type: 'change', values: { sizedBy, share: 0 } });
    setBook({ ...book, unit: sizedBy });
  };
  const unit = canSizeByQuote(form.kind) ? (
    <Select
      isBare
      label={t('form.unit')}
      labelPlace="hidden"
      onChange={change}
      options={[
        { value: 'base' as const, label: market.base },
        { value: 'quote' as const, label: market.quote },
      ]}
      size="small"
      value={isByQuote ? 'quote' : 'base'}
    />
  ) : (
    market.base
  );
  const type = (field: 'size' | 'total') => (text: string) =>
    dispatch({ type: 'type', field, text });
  const size = (
    <NumberField
      decimals={market.lotDecimals}
      error={props.errorOf('size')}
      hasSteps
      key="size"
      label={t('form.size')}
      labelPlace="inside"
      min="0"
      onChange={type('size')}
      step={market.info.lotSize}
      unit={unit}
      value={form.size}
    />
  );
  const total = (
    <NumberField
      decimals={Math.min(8, market.scales.quoteScale)}
      error={props.errorOf('total')}
      key="total"
      label={t('form.total')}
      labelPlace="inside"
      min="0"
      onChange={type('total')}
      step={showWhole(1, market.priceDecimals)}
      unit={isByQuote ? unit : market.quote}
      value={form.total}
    />
  );
  if (canSizeByQuote(form.kind)) return isByQuote ? total : size;
  return (
    <>
      {size}
      {total}
    </>
  );
}

function TrailingFields(props: { errorOf: (field: FormField) => FieldError | null }) {
  const { form, dispatch, market } = useTrade();
  const placeOf = useLabelPlace();
  const t = useTexts('spot');
  return (
    <>
      <NumberField
        decimals={2}
        error={props.errorOf('trailingPercent')}
        hasSteps
        label={t('form.trailing')}
        labelPlace={placeOf(t('form.trailing'), true)}
        max={showBps(market.info.trailingDeltaBpsMax)}
        min={showBps(market.info.trailingDeltaBpsMin)}
        onChange={(text) => dispatch({ type: 'type', field: 'trailingPercent', text })}
        step="0.1"
        unit="%"
        value={form.trailingPercent}
      />
      <PriceField
        error={props.errorOf('activationPrice')}
        field="activationPrice"
        label={t('form.activation')}
      />
    </>
  );
}

const followSides = ['other', 'same'] as const;

/** What follows in an OTO: its kind and its side. */
function FollowChoice() {
  const { form, dispatch } = useTrade();
  const t = useTexts('spot');
  const word = (side: 'buy' | 'sell') => t(side === 'buy' ? 'orders.buy' : 'orders.sell');
  const sideOf = (value: 'other' | 'same') =>
    (form.side === 'buy') === (value === 'same') ? 'buy' : 'sell';
  return (
    <div className="form-follow">
      <Select
        isBare
        label={t('form.followSide')}
        labelPlace="hidden"
        onChange={(followSide) => dispatch({ type: 'change', values: { followSide } })}
        options={followSides.map((value) => ({
          value,
          label: t('form.followThen', { side: word(sideOf(value)) }),
        }))}
        size="small"
        value={form.followSide}
      />
      <Select
        isBare
        label={t('form.follow')}
        labelPlace="hidden"
        onChange={(followKind) => dispatch({ type: 'change', values: { followKind } })}
        options={followKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        size="small"
        value={form.followKind}
      />
    </div>
  );
}

/** Fields of what comes after the first order of a list. */
function FollowFields(props: { errorOf: (field: FormField) => FieldError | null }) {
  const { form } = useTrade();
  const t = useTexts('spot');
  const { errorOf } = props;
  return (
    <>
      {form.kind === 'oto' ? <FollowChoice /> : null}
      {hasTarget(form) ? (
        <PriceField error={errorOf('targetPrice')} field="targetPrice" label={t('form.target')} />
      ) : null}
      {form.kind === 'oto' && isTrailing(form) ? <TrailingFields errorOf={errorOf} /> : null}
    </>
  );
}

/** The fields of the chosen kind, in the order they are read. */
export function FormFields(props: { errors: readonly FormError[] }) {
  const { form } = useTrade();
  const t = useTexts('spot');
  const errorOf = useFieldErrors(props.errors);
  const isFollowing = form.kind === 'oto' || form.kind === 'otoco';
  const stop = hasStop(form) ? (
    <PriceField error={errorOf('stopPrice')} field="stopPrice" label={t('form.stop')} />
  ) : null;
  const hasStopLimit = form.kind === 'oco' || form.kind === 'otoco';
  return (
    <div className="form-fields">
      {form.kind.startsWith('o') ? null : stop}
      {hasPrice(form.kind) ? (
        <PriceField error={errorOf('price')} field="price" hasChips label={t('form.price')} />
      ) : null}
      {form.kind === 'trailing_stop' ? <TrailingFields errorOf={errorOf} /> : null}
      <SizeFields errorOf={errorOf} />
      {isFollowing ? <FollowFields errorOf={errorOf} /> : null}
      {form.kind.startsWith('o') ? stop : null}
      {hasStopLimit ? (
        <PriceField
          error={errorOf('stopLimitPrice')}
          field="stopLimitPrice"
          label={t('form.stopLimit')}
        />
      ) : null}
      {hasRisk(form) ? <RiskField error={errorOf('riskPercent')} /> : null}
    </div>
  );
}
