// What fewer orders need: time in force, post-only, iceberg, self-trade prevention, slippage, and
// which orders ask before they go. It checks nothing (checks.ts).
import {
  Checkbox,
  joinParts,
  localiseDecimal,
  NumberField,
  Select,
  Tag,
  TextField,
} from '@isobath/ui';
import { useState } from 'react';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { confirmSetting } from '../../../base/trade/confirm.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { type FormError, showBps } from './checks.ts';
import { useFieldErrors, useLabelPlace } from './FormFields.tsx';
import { canSlip, type FormTimeInForce, hasLife, isMarketKind } from './form-state.ts';

/** Which switch of the confirm settings an order falls under. */
export function confirmGroup(kind: string): 'market' | 'limit' | 'stop' {
  return kind === 'market' || kind === 'limit' ? kind : 'stop';
}

function ConfirmChips() {
  const { form } = useTrade();
  const t = useTexts('spot');
  const [confirms, setConfirms] = useSetting(confirmSetting);
  const group = confirmGroup(form.kind);
  return (
    <div className="form-confirm">
      <Checkbox
        isOn={confirms[group]}
        label={t('form.askFirst')}
        onChange={(isOn) => setConfirms({ ...confirms, [group]: isOn })}
      />
      {confirms[group] || group === 'limit' ? null : <Tag tone="warn">{t('form.sendsAtOnce')}</Tag>}
    </div>
  );
}

function LifeFields(props: { errors: readonly FormError[] }) {
  const { form, dispatch, width } = useTrade();
  const t = useTexts('spot');
  const errorOf = useFieldErrors(props.errors);
  const isDormant = form.kind !== 'limit';
  const choices: readonly FormTimeInForce[] =
    isDormant && isMarketKind(form.kind) ? ['GTC', 'GTD'] : ['GTC', 'IOC', 'FOK', 'GTD'];
  if (!hasLife(form.kind)) return null;
  return (
    <>
      <div className="form-life">
        <Select
          isBare
          label={t('form.life')}
          labelPlace="hidden"
          onChange={(timeInForce) =>
            dispatch({ type: 'change', values: { timeInForce, isPostOnly: false } })
          }
          options={choices.map((value) => ({ value, label: t(`life.${value}`) }))}
          size="small"
          value={choices.includes(form.timeInForce) ? form.timeInForce : 'GTC'}
        />
        {form.kind === 'limit' ? (
          <Checkbox
            isOn={form.isPostOnly}
            label={t('form.postOnly')}
            onChange={(isPostOnly) =>
              dispatch({ type: 'change', values: { isPostOnly, timeInForce: 'GTC' } })
            }
          />
        ) : null}
      </div>
      {form.timeInForce === 'GTD' ? (
        <TextField
          error={errorOf('expireAt')}
          input={{ type: 'datetime-local' }}
          label={t('form.expireAt')}
          labelPlace={width === 'phone' ? 'above' : 'inside'}
          onChange={(text) => dispatch({ type: 'type', field: 'expireAt', text })}
          value={form.expireAt}
        />
      ) : null}
    </>
  );
}

function RareFields(props: { errors: readonly FormError[] }) {
  const { form, dispatch, market } = useTrade();
  const t = useTexts('spot');
  const errorOf = useFieldErrors(props.errors);
  const placeOf = useLabelPlace();
  const locale = useLanguageTag();
  const guard = showBps(market.info.marketGuardBps);
  const shownGuard = joinParts(localiseDecimal(guard, { locale }));
  const modes = market.info.selfTradePreventionModes;
  return (
    <div className="form-fields">
      {form.kind === 'limit' ? (
        <NumberField
          decimals={market.lotDecimals}
          error={errorOf('visibleSize')}
          label={t('form.visible')}
          labelPlace={placeOf(t('form.visible'), false)}
          onChange={(text) => dispatch({ type: 'type', field: 'visibleSize', text })}
          step={market.info.lotSize}
          unit={market.base}
          value={form.visibleSize}
        />
      ) : null}
      {canSlip(form) ? (
        <NumberField
          decimals={2}
          error={errorOf('slippagePercent')}
          hint={t('form.slippageHint', { value: shownGuard })}
          label={t('form.slippage')}
          labelPlace={placeOf(t('form.slippage'), false)}
          max={guard}
          onChange={(text) => dispatch({ type: 'type', field: 'slippagePercent', text })}
          step="0.1"
          unit="%"
          value={form.slippagePercent}
        />
      ) : null}
      {modes.length > 1 ? (
        <Select
          label={t('form.prevention')}
          onChange={(selfTradePrevention) =>
            dispatch({ type: 'change', values: { selfTradePrevention } })
          }
          options={modes.map((value) => ({
            value,
            label: t(`prevention.${value}` as Parameters<typeof t>[0]),
          }))}
          value={form.selfTradePrevention || market.info.selfTradePreventionDefault}
        />
      ) : null}
      <ConfirmChips />
    </div>
  );
}

/** Life of the order in one line, the rest behind a fold. */
export function FormOptions(props: { errors: readonly FormError[] }) {
  const t = useTexts('spot');
  const [isOpen, setOpen] = useState(false);
  const mustOpen = props.errors.some((error) =>
    ['visibleSize', 'slippagePercent'].includes(error.field),
  );
  return (
    <div className="form-options">
      <LifeFields errors={props.errors} />
      <details onToggle={(event) => setOpen(event.currentTarget.open)} open={isOpen || mustOpen}>
        <summary>{t('form.more')}</summary>
        <RareFields errors={props.errors} />
      </details>
    </div>
  );
}
