// How this browser shows things to a person: language, currency, looks, and what asks first.
// Kept in the browser, the language with the account too; each change shows at once.
import { type AnyLocale, localeNames, readLocale } from '@isobath/texts';
import { configurationRoutes } from '@isobath/wire';
import { Percent, Segmented, Select, showPercent, Switch, useUi } from '@isobath/ui';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { browserClient } from '../../../base/client.ts';
import { changeLanguage } from '../../../base/language.ts';
import { currencySetting } from '../../../base/money.ts';
import { useSetting } from '../../../base/settings.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { type LookName, type LookValue, readLook, writeLook } from '../../../base/theme.ts';
import { confirmSetting, largeSetting, largeShares } from '../../../base/trade/confirm.ts';
import { termHintsSetting } from '../../../base/trade/Term.tsx';

function watchLooks(onChange: () => void): () => void {
  window.addEventListener('isobath-look', onChange);
  return () => window.removeEventListener('isobath-look', onChange);
}

/** A look as the page wears it, and wearing another. */
function useLook<TName extends LookName>(name: TName, first: LookValue<TName>) {
  const value = useSyncExternalStore(
    watchLooks,
    () => readLook(name),
    () => first,
  );
  return [value, (next: LookValue<TName>) => writeLook(name, next)] as const;
}

interface Offered {
  readonly languages: readonly AnyLocale[];
  readonly currencies: readonly string[];
}

/** Languages and currencies of the installation. */
function useOffered(): Offered {
  const [offered, setOffered] = useState<Offered>({ languages: [], currencies: [] });
  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    const client = browserClient();
    Promise.all([
      client.call(configurationRoutes.locales, { signal }),
      client.call(configurationRoutes.currencies, { signal }),
    ])
      .then(([locales, currencies]) =>
        setOffered({
          languages: locales.flatMap(({ value }) => readLocale(value) ?? []),
          currencies: currencies.map(({ currencyCode }) => currencyCode),
        }),
      )
      .catch(() => {});
    return () => leave.abort();
  }, []);
  return offered;
}

/** The present choice is offered before the lists are there, and when they lack it. */
function withPresent<TValue extends string>(
  values: readonly TValue[],
  present: TValue,
): readonly TValue[] {
  return values.includes(present) ? values : [present, ...values];
}

/** The section. */
export function PreferencesSection() {
  const t = useTexts('account');
  const locale = useLocale();
  const { pathname, search, hash } = useLocation();
  const { languages, currencies } = useOffered();
  const [currency, setCurrency] = useSetting(currencySetting);
  const [hasHints, setHints] = useSetting(termHintsSetting);
  return (
    <div className="account-section">
      <div className="settings-pair">
        <Select
          label={t('settings.language')}
          onChange={(next) => {
            const address = `${pathname}${search}${hash}`;
            void changeLanguage(next, { isSignedIn: true, address });
          }}
          options={withPresent(languages, locale).map((value) => ({
            value,
            label: localeNames[value],
          }))}
          value={locale}
        />
        <Select
          label={t('settings.currency')}
          onChange={setCurrency}
          options={withPresent(currencies, currency).map((value) => ({ value, label: value }))}
          value={currency}
        />
      </div>
      <Looks />
      <Room />
      <Switch isOn={hasHints} label={t('settings.hints')} onChange={setHints} />
      <Confirms />
    </div>
  );
}

function Row(props: { label: string; children: ReactNode }) {
  return (
    <div className="account-row">
      <span>{props.label}</span>
      {props.children}
    </div>
  );
}

function Looks() {
  const t = useTexts('account');
  const showShare = useShareText();
  const [theme, setTheme] = useLook('theme', 'dark');
  const [palette, setPalette] = useLook('palette', 'classic');
  const [orientation, setOrientation] = useLook('orientation', 'normal');
  const [fontScale, setFontScale] = useLook('font-scale', '100');
  return (
    <>
      <Row label={t('settings.theme')}>
        <Segmented
          label={t('settings.theme')}
          onChange={setTheme}
          options={(['dark', 'light', 'system'] as const).map((value) => ({
            value,
            label: t(`settings.theme.${value}`),
          }))}
          value={theme}
        />
      </Row>
      <Row label={t('settings.fontScale')}>
        <Segmented
          label={t('settings.fontScale')}
          onChange={setFontScale}
          options={(['90', '100', '110', '125'] as const).map((value) => ({
            value,
            label: showShare(value),
          }))}
          value={fontScale}
        />
      </Row>
      <Row label={t('settings.palette')}>
        <Segmented
          label={t('settings.palette')}
          onChange={setPalette}
          options={(['classic', 'clear'] as const).map((value) => ({
            value,
            label: t(`settings.palette.${value}`),
          }))}
          value={palette}
        />
      </Row>
      <div className="settings-sample">
        <Switch
          isOn={orientation === 'swap'}
          label={t('settings.swap')}
          onChange={(isOn) => setOrientation(isOn ? 'swap' : 'normal')}
        />
        <span aria-hidden="true" className="settings-colours">
          <Percent hasArrow value="1.25" />
          <Percent hasArrow value="-1.25" />
        </span>
      </div>
    </>
  );
}

/** How close things stand, and whether anything moves for its own sake. */
function Room() {
  const t = useTexts('account');
  const [density, setDensity] = useLook('density', 'auto');
  const [motion, setMotion] = useLook('motion', 'full');
  return (
    <>
      <Row label={t('settings.density')}>
        <Segmented
          label={t('settings.density')}
          onChange={setDensity}
          options={(['auto', 'comfortable', 'compact', 'dense'] as const).map((value) => ({
            value,
            label: t(`settings.density.${value}`),
          }))}
          value={density}
        />
      </Row>
      <Row label={t('settings.motion')}>
        <Segmented
          label={t('settings.motion')}
          onChange={setMotion}
          options={(['full', 'calm'] as const).map((value) => ({
            value,
            label: t(`settings.motion.${value}`),
          }))}
          value={motion}
        />
      </Row>
    </>
  );
}

function Confirms() {
  const t = useTexts('account');
  const [confirms, setConfirms] = useSetting(confirmSetting);
  return (
    <fieldset className="settings-confirms">
      <legend>{t('settings.confirm')}</legend>
      {(['market', 'limit', 'stop'] as const).map((kind) => (
        <Switch
          isOn={confirms[kind]}
          key={kind}
          label={t(`settings.confirm.${kind}`)}
          onChange={(isOn) => setConfirms({ ...confirms, [kind]: isOn })}
        />
      ))}
      <Large />
    </fieldset>
  );
}

/** Writes whole percents as the language does. */
function useShareText(): (percent: string) => string {
  const { locale } = useUi();
  return (percent) => showPercent(percent, { locale, isSigned: false, decimals: 0 });
}

/** Which share of what somebody has makes an order a large one, that asks whatever its kind. */
function Large() {
  const t = useTexts('account');
  const showShare = useShareText();
  const [percent, setPercent] = useSetting(largeSetting);
  return (
    <Row label={t('settings.confirm.large')}>
      <Segmented
        label={t('settings.confirm.large')}
        onChange={(value) => setPercent(Number(value) as typeof percent)}
        options={largeShares.map((share) => ({
          value: String(share),
          label: share === 0 ? t('settings.confirm.never') : showShare(String(share)),
        }))}
        value={String(percent)}
      />
    </Row>
  );
}
