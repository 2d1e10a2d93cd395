// The order form: side, kind, fields, receipt, one button. Everything a press of it will do stands
// above it in money.
// Not here: sums and checks (preview.ts, checks.ts), sending (use-send.tsx).
import { formatDecimal } from '@isobath/core/math';
import {
  Amount,
  ArrowLeftRight,
  Button,
  ConfirmSheet,
  IconButton,
  Segmented,
  Slider,
  WordSelect,
} from '@isobath/ui';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../../base/texts.tsx';
import { openTransfer } from '../../../base/layers.ts';
import { useLiveState } from '../../../base/live.ts';
import { useRootData } from '../../../base/session.ts';
import { readSetting } from '../../../base/settings.ts';
import { useValue } from '../../../base/value.ts';
import { CalculatorTool } from '../calculator/CalculatorTool.tsx';
import { markOnce } from '../layout/mark-once.ts';
import { useTrade } from '../layout/trade-context.ts';
import { bookSetting } from '../layout/trade-settings.ts';
import { AccountBox } from './AccountBox.tsx';
import { FaucetHint } from './FaucetHint.tsx';
import { FormFields } from './FormFields.tsx';
import { FormOptions } from './FormOptions.tsx';
import { FormReceipt } from './FormReceipt.tsx';
import {
  canSizeByQuote,
  type OrderKind,
  orderKinds,
  readFormShare,
  type ShareFacts,
} from './form-state.ts';
import { LegLines } from './list/LegLines.tsx';
import type { Preview } from './preview.ts';
import { SendSteps } from './SendSteps.tsx';
import { useFree, usePreview } from './use-preview.ts';
import { type SendGate, useSend } from './use-send.tsx';

const mainKinds = ['limit', 'market'] as const;
const otherKinds = orderKinds.filter((kind) => kind !== 'limit' && kind !== 'market');

/** Limit, market, and the rest behind one tab. */
function KindTabs() {
  const { form, dispatch } = useTrade();
  const t = useTexts('spot');
  const isOther = form.kind !== 'limit' && form.kind !== 'market';
  const change = (kind: OrderKind) => {
    // Of size and amount it asks for the one that the book counts in.
    const { unit: sizedBy } = readSetting(bookSetting);
    dispatch({ type: 'change', values: { kind, ...(canSizeByQuote(kind) ? { sizedBy } : {}) } });
  };
  return (
    <div className="form-kinds">
      {mainKinds.map((kind) => (
        <button
          aria-pressed={form.kind === kind}
          className="form-kind"
          key={kind}
          onClick={() => change(kind)}
          type="button"
        >
          {t(`kind.${kind}`)}
        </button>
      ))}
      <WordSelect
        className="form-kind"
        label={t('form.moreKinds')}
        onChange={(kind) => change(kind as OrderKind)}
        options={otherKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        rest={t('form.conditional')}
        value={isOther ? form.kind : ''}
      />
      <span className="form-tool">
        <CalculatorTool />
      </span>
    </div>
  );
}

function Available() {
  const { form, market, own } = useTrade();
  const t = useTexts('spot');
  const shell = useTexts('shell');
  const { baseUnits, quoteUnits } = useFree();
  const isBuy = form.side === 'buy';
  const units = isBuy ? quoteUnits : baseUnits;
  const scale = isBuy ? market.scales.quoteScale : market.scales.baseScale;
  const asset = isBuy ? market.quote : market.base;
  return (
    <p className="form-available">
      <span>{t('form.available')}</span>
      {own === null ? (
        <span className="form-available-value">--</span>
      ) : (
        <span className="form-available-own">
          <Amount
            className="form-available-value"
            isOwn
            unit={asset}
            value={units === null ? null : formatDecimal(units, scale)}
          />
          <IconButton
            icon={<ArrowLeftRight />}
            label={shell('link.transfer')}
            onClick={() => openTransfer({ target: 2, asset })}
            size="small"
          />
        </span>
      )}
    </p>
  );
}

function ShareSlider() {
  const { form, dispatch, market, room } = useTrade();
  const t = useTexts('spot');
  const { baseUnits, quoteUnits } = useFree();
  const readFacts = (): ShareFacts | null => {
    if (baseUnits === null || quoteUnits === null) return null;
    const { asks, bids } = room.book;
    const best = form.side === 'buy' ? asks.pricesTicks[0] : bids.pricesTicks[0];
    return { baseUnits, quoteUnits, priceTicks: best ?? room.last.read() };
  };
  const facts = readFacts();
  const change = (percent: number) => {
    const now = readFacts();
    if (now !== null) dispatch({ type: 'share', percent, ...now });
  };
  return (
    <Slider
      isDisabled={facts === null}
      label={t('form.share')}
      onChange={change}
      value={facts === null ? 0 : readFormShare(market, form, facts)}
    />
  );
}

/** Why the button cannot be pressed now, in the order that matters. */
export function useWhyNot(): string | undefined {
  const { room } = useTrade();
  const t = useTexts('spot');
  const shell = useTexts('shell');
  const { session, region: access } = useRootData();
  const { mode, region } = access;
  const frozen = session?.frozen ?? null;
  const state = useValue(room.state);
  const live = useLiveState();
  if (frozen !== null) return `${shell('frozen.title')}. ${shell(`frozen.cause.${frozen}`)}`;
  if (mode !== 'open') return shell(`region.${mode}`, { region });
  if (live === 'offline') return t('form.offline');
  if (state === 'TRADING' || state === 'AUCTION' || state === 'AUCTION_NO_CANCEL') return undefined;
  return t('form.stateForbids');
}

function SubmitButton(props: { gate: SendGate }) {
  const { form, market, own, loginTo } = useTrade();
  const t = useTexts('spot');
  const whyNot = useWhyNot();
  const variant = form.side;
  const label = t(form.side === 'buy' ? 'form.buy' : 'form.sell', { asset: market.base });
  if (own === null) {
    return (
      <div className="form-guest">
        <Button isFull render={<Link to={loginTo} />} size="large" variant="primary">
          {t('form.signIn')}
        </Button>
      </div>
    );
  }
  return (
    <Button
      isFull
      isPending={props.gate.isPending}
      onClick={props.gate.press}
      size="large"
      variant={variant}
      {...(whyNot === undefined ? {} : { whyDisabled: whyNot })}
    >
      {label}
    </Button>
  );
}

/** The question before an order is sent, over the page. */
export function SendQuestionSheet(props: { gate: SendGate; preview: Preview | null }) {
  const { form, market } = useTrade();
  const t = useTexts('spot');
  const { gate } = props;
  return (
    <ConfirmSheet
      cancelLabel={t('confirm.back')}
      confirmLabel={t(form.side === 'buy' ? 'form.buy' : 'form.sell', { asset: market.base })}
      isOpen={gate.question !== null}
      onConfirm={gate.confirm}
      onOpenChange={(isOpen) => {
        if (!isOpen) gate.back();
      }}
      title={t(`confirm.${form.side}`, { kind: t(`kind.${form.kind}`), asset: market.base })}
      {...(gate.question?.text === undefined ? {} : { text: gate.question.text })}
      {...(gate.question?.typed === undefined ? {} : { typed: gate.question.typed })}
      variant={form.side}
    >
      <LegLines />
      <FormReceipt preview={props.preview} />
      {gate.question?.body}
    </ConfirmSheet>
  );
}

/**
 * The form, on desktops a panel and on phones the body of a sheet.
 *
 * @param props - onClose: it stands in a sheet, whose steps take its place.
 */
export function OrderForm(props: { onClose?: () => void }) {
  const { form, dispatch } = useTrade();
  const t = useTexts('spot');
  const { preview, errors } = usePreview();
  const [isTouched, setTouched] = useState(false);
  const hasSteps = props.onClose !== undefined;
  const gate = useSend({ preview, errors, hasSteps, onTouch: setTouched });
  useEffect(() => markOnce('isobath-form-ready'), []);
  if (props.onClose !== undefined && gate.step.name !== 'edit') {
    return <SendSteps gate={gate} onClose={props.onClose} preview={preview} />;
  }
  const shown = errors.filter(
    (error) => isTouched || (!error.word.endsWith('_missing') && error.word !== 'expiry_past'),
  );
  const sides = [
    { value: 'buy', label: t('orders.buy') },
    { value: 'sell', label: t('orders.sell') },
  ] as const;
  return (
    <form
      className="form"
      data-density="compact"
      onSubmit={(event) => {
        event.preventDefault();
        gate.press();
      }}
    >
      <Segmented
        hasSides
        isFull
        label={t('form.side')}
        onChange={(side) => dispatch({ type: 'change', values: { side } })}
        options={sides}
        value={form.side}
      />
      <KindTabs />
      <Available />
      <FormFields errors={shown} />
      <ShareSlider />
      <FormOptions errors={shown} />
      <FormReceipt preview={preview} />
      <SubmitButton gate={gate} />
      <FaucetHint />
      <AccountBox />
      <SendQuestionSheet gate={gate} preview={preview} />
    </form>
  );
}
