// The form of a price alert. Not the list of alerts (Alerts.tsx).
import { ApiError } from '@isobath/sdk';
import { alertWindows, inboxRoutes, type MarketInfo, type PriceAlert } from '@isobath/wire';
import { Banner, Button, isRefused, NumberField, SearchSelect, Select } from '@isobath/ui';
import { type FormEvent, useState } from 'react';
import { browserClient } from '../../base/client.ts';
import type { AlertRequest } from '../../base/layers.ts';
import { useTexts } from '../../base/texts.tsx';

const TYPES = ['1', '2', '3', '4'] as const;
const REPEATS = ['once', 'daily', 'always'] as const;
const WINDOWS = alertWindows.map(String) as ('5' | '30' | '60' | '1440')[];
const PERCENT_STEP = '0.1';

const isMissing = (value: string) => value === '' || isRefused(value);

/** The market that was wished for, else the first one. */
function chooseFirst(markets: readonly MarketInfo[], request: AlertRequest | undefined): string {
  const wished = markets.find(({ symbol }) => symbol === request?.symbol) ?? markets[0];
  return wished?.symbol ?? '';
}

/** Make an alert. */
export function AlertForm(props: {
  markets: readonly MarketInfo[];
  onAdded: (alert: PriceAlert) => void;
  /** What it begins with; without it the first market. */
  request?: AlertRequest | undefined;
}) {
  const t = useTexts('inbox');
  const [symbol, setSymbol] = useState(() => chooseFirst(props.markets, props.request));
  const [type, setType] = useState<(typeof TYPES)[number]>('1');
  const [value, setValue] = useState('');
  const [minutes, setMinutes] = useState<(typeof WINDOWS)[number]>('60');
  const [repeat, setRepeat] = useState<(typeof REPEATS)[number]>('once');
  const [refusal, setRefusal] = useState('');
  const [isRunning, setRunning] = useState(false);
  const market = props.markets.find((each) => each.symbol === symbol);
  const isMove = type === '3';
  const needsValue = type !== '4';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setRunning(true);
    setRefusal('');
    const body = {
      symbol,
      alertType: Number(type),
      alertValue: needsValue ? value : '0',
      windowMinutes: (isMove ? Number(minutes) : 0) as PriceAlert['windowMinutes'],
      repeat,
    };
    try {
      props.onAdded(await browserClient().call(inboxRoutes.addAlert, { body }));
      setValue('');
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.message : t('failed'));
    }
    setRunning(false);
  };
  return (
    <form className="inbox-alert-form" onSubmit={(event) => void submit(event)}>
      <SearchSelect
        label={t('alerts.market')}
        onChange={setSymbol}
        options={props.markets.map((each) => ({
          value: each.symbol,
          label: each.symbol.toUpperCase().replace('_', '/'),
        }))}
        value={symbol}
      />
      <Select
        label={t('alerts.type')}
        onChange={setType}
        options={TYPES.map((each) => ({ value: each, label: t(`alerts.type.${each}`) }))}
        value={type}
      />
      {needsValue ? (
        <NumberField
          label={isMove ? t('alerts.percent') : t('alerts.price')}
          onChange={setValue}
          step={isMove ? PERCENT_STEP : (market?.tickSize ?? '1')}
          unit={isMove ? '%' : (market?.buySymbol ?? '')}
          value={value}
        />
      ) : null}
      {isMove ? (
        <Select
          label={t('alerts.window')}
          onChange={setMinutes}
          options={WINDOWS.map((each) => ({ value: each, label: t(`alerts.window.${each}`) }))}
          value={minutes}
        />
      ) : null}
      <Select
        label={t('alerts.repeat')}
        onChange={setRepeat}
        options={REPEATS.map((each) => ({ value: each, label: t(`alerts.repeat.${each}`) }))}
        value={repeat}
      />
      {refusal === '' ? null : <Banner tone="danger">{refusal}</Banner>}
      <Button
        isPending={isRunning}
        type="submit"
        variant="primary"
        whyDisabled={needsValue && isMissing(value) ? t('alerts.needsValue') : undefined}
      >
        {t('alerts.add')}
      </Button>
    </form>
  );
}
