// Buying and selling at market by one press, at a size that each market keeps: a bar below the
// strip, there only for who asked for it. Armed, a press sends; else it asks first as the form
// does. Not a form of its own: preview, checks, question and sending are the form's
// (use-preview.ts, checks.ts, use-send.tsx), which find this bar's order in place of the one that
// is being typed.
import { Button, NumberField, Switch, useToasts } from '@isobath/ui';
import { useMemo } from 'react';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { arm, disarm, useArmed } from '../keys/armed.ts';
import { TradeContext, useTrade } from '../layout/trade-context.ts';
import { quickSetting } from '../layout/trade-settings.ts';
import { useErrorText } from './FormFields.tsx';
import { emptyForm } from './form-state.ts';
import { SendQuestionSheet, useWhyNot } from './OrderForm.tsx';
import { usePreview } from './use-preview.ts';
import { useSend } from './use-send.tsx';

const keep = () => {};

/** The button of one side; finds its order where the form finds the typed one. */
function SideButton() {
  const { form, market } = useTrade();
  const t = useTexts('spot');
  const toasts = useToasts();
  const textOf = useErrorText();
  const whyNot = useWhyNot();
  const { preview, errors } = usePreview();
  const gate = useSend({ preview, errors, hasSteps: false, onTouch: keep });
  const press = () => {
    const [error] = errors;
    if (error === undefined) return gate.press();
    toasts.show({ kind: 'warn', title: textOf(error) });
  };
  return (
    <>
      <Button
        isPending={gate.isPending}
        onClick={press}
        size="small"
        variant={form.side}
        {...(whyNot === undefined ? {} : { whyDisabled: whyNot })}
      >
        {t(form.side === 'buy' ? 'form.buy' : 'form.sell', { asset: market.base })}
      </Button>
      <SendQuestionSheet gate={gate} preview={preview} />
    </>
  );
}

function Side(props: { side: 'buy' | 'sell'; size: string }) {
  const trade = useTrade();
  const { side, size } = props;
  // What was sent is not cleared away: the size stays for the next press.
  const quick = useMemo(
    () => ({
      ...trade,
      form: { ...emptyForm, kind: 'market' as const, side, size },
      dispatch: keep,
    }),
    [trade, side, size],
  );
  return (
    <TradeContext value={quick}>
      <SideButton />
    </TradeContext>
  );
}

/** The bar; nothing for a guest and for who did not ask for it. */
export function QuickOrder() {
  const { market, own } = useTrade();
  const t = useTexts('spot');
  const [quick, setQuick] = useSetting(quickSetting);
  const isArmed = useArmed();
  if (own === null || !quick.isOn) return null;
  const size = quick.sizes[market.symbol] ?? '';
  return (
    <section aria-label={t('quick.label')} className="quick" data-density="compact">
      <h2>{t('quick.label')}</h2>
      <NumberField
        decimals={market.lotDecimals}
        hasSteps
        label={t('form.size')}
        labelPlace="inside"
        min="0"
        onChange={(text) =>
          setQuick({ ...quick, sizes: { ...quick.sizes, [market.symbol]: text } })
        }
        step={market.info.lotSize}
        unit={market.base}
        value={size}
      />
      <Side side="buy" size={size} />
      <Side side="sell" size={size} />
      <Switch
        isOn={isArmed}
        label={t('keys.armSwitch')}
        onChange={(isNow) => (isNow ? arm() : disarm())}
      />
    </section>
  );
}
