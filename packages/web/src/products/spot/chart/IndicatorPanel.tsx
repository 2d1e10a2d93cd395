// The list of indicators: search, on and off, and the parameters of each, which are kept on this
// device for all charts. Not what stands on a chart (saved-chart.ts). Loaded when it is opened.
import { Button, Checkbox, IconButton, NumberField, SearchBox, Settings2 } from '@isobath/ui';
import { useState } from 'react';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useValue } from '../../../base/value.ts';
import { chartSetting, indicatorSetting } from '../layout/trade-settings.ts';
import {
  chooseParameters,
  findIndicators,
  indicators,
  parameterMax,
  readParameters,
} from './indicator-list.ts';
import type { ChartKeeper } from './saved-chart.ts';
import './indicators.css';

/**
 * The parameters of one: in force as they are typed. While one of them cannot be a parameter, those
 * are in force that were there before its field was entered, not what was typed on the way to it.
 */
function Parameters({ name }: { name: string }) {
  const t = useTexts('spot');
  const [kept, setKept] = useSetting(indicatorSetting);
  const now = readParameters(name, kept);
  const [typed, setTyped] = useState(() => now.map(String));
  const [before, setBefore] = useState(now);
  const first = indicators[name]?.parameters ?? [];
  const change = (at: number, text: string) => {
    const next = typed.with(at, text);
    setTyped(next);
    setKept({ ...kept, [name]: chooseParameters(next, before) });
  };
  const reset = () => {
    const { [name]: _own, ...others } = kept;
    setKept(others);
    setTyped(first.map(String));
    setBefore(first);
  };
  return (
    <fieldset className="indicator-parameters">
      <legend className="ui-sr">{t('chart.parameters', { name })}</legend>
      {typed.map((text, at) => (
        <NumberField
          key={at}
          label={t('chart.parameter', { name, number: at + 1 })}
          labelPlace="hidden"
          onChange={(value) => change(at, value)}
          onLeave={() => setBefore(chooseParameters(typed, before))}
          range={{ min: '1', max: String(parameterMax) }}
          step="1"
          value={text}
        />
      ))}
      <Button
        disabled={String(now) === String(first) && String(typed) === String(first)}
        onClick={reset}
        size="small"
        variant="plain"
      >
        {t('chart.defaults')}
      </Button>
    </fieldset>
  );
}

/** The list. */
export function IndicatorPanel(props: { keeper: ChartKeeper; hasFocus: boolean }) {
  const { keeper } = props;
  const t = useTexts('spot');
  const [settings, setSettings] = useSetting(chartSetting);
  const [kept] = useSetting(indicatorSetting);
  const { chart } = useValue(keeper.shown);
  const [text, setText] = useState('');
  const [opened, setOpened] = useState('');
  const turn = (name: string) => {
    const names = chart.indicators.includes(name)
      ? chart.indicators.filter((each) => each !== name)
      : [...chart.indicators, name];
    keeper.change({ indicators: names });
    setSettings({ ...settings, indicators: names });
  };
  const groups = (
    [
      ['price', t('chart.onPrice')],
      ['pane', t('chart.below')],
    ] as const
  ).map(([place, label]) => ({ place, label, names: findIndicators(place, text) }));
  const row = (name: string) => (
    <li key={name}>
      <div className="indicator-row">
        <Checkbox isOn={chart.indicators.includes(name)} label={name} onChange={() => turn(name)} />
        <span className="indicator-values">{readParameters(name, kept).join(', ')}</span>
        <IconButton
          aria-expanded={opened === name}
          icon={<Settings2 />}
          label={t('chart.parameters', { name })}
          onClick={() => setOpened(opened === name ? '' : name)}
          size="small"
        />
      </div>
      {opened === name ? <Parameters name={name} /> : null}
    </li>
  );
  return (
    <div className="indicators" data-density="compact">
      <SearchBox
        hasFocus={props.hasFocus}
        label={t('chart.findIndicator')}
        onChange={setText}
        value={text}
      />
      <div className="indicator-list">
        {groups
          .filter(({ names }) => names.length > 0)
          .map(({ place, label, names }) => (
            <section aria-label={label} key={place}>
              <h3>{label}</h3>
              <ul>{names.map(row)}</ul>
            </section>
          ))}
        {groups.every(({ names }) => names.length === 0) ? (
          <p className="picker-none">{t('chart.noIndicator')}</p>
        ) : null}
      </div>
    </div>
  );
}
