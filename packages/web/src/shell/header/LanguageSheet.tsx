// Choosing theme, language and currency; the two lists come from the installation. The language of
// longest texts, for looking at layouts, is among them where the gallery's switch asks for it.
import { type AnyLocale, languageTagOf, localeNames, longestLocale } from '@isobath/texts';
import { readLocale } from '@isobath/texts';
import { configurationRoutes, type CurrencyRow } from '@isobath/wire';
import { Dialog, ErrorState } from '@isobath/ui';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useRequested } from '../../base/requested.ts';
import { browserClient } from '../../base/client.ts';
import { changeLanguage } from '../../base/language.ts';
import { currencySetting } from '../../base/money.ts';
import { offersLongestSetting } from '../../base/offers-longest.ts';
import { useRootData, useSession } from '../../base/session.ts';
import { readSetting, useSetting } from '../../base/settings.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { isWeb3Path, usePagePath } from '../../base/page-address.ts';
import { readLook, themes, writeLook } from '../../base/theme.ts';
import './header.css';

interface Offered {
  readonly languages: readonly { readonly name: string; readonly value: AnyLocale }[];
  readonly currencies: readonly CurrencyRow[];
}

async function askOffered(signal: AbortSignal, mode: string): Promise<Offered> {
  const client = browserClient();
  const [rows, currencies] = await Promise.all([
    client.call(configurationRoutes.locales, { signal }),
    client.call(configurationRoutes.currencies, { signal }),
  ]);
  const languages = rows.flatMap(({ name, value }) => {
    const locale = readLocale(value);
    return locale === null ? [] : [{ name, value: locale }];
  });
  if (mode === 'sandbox' && readSetting(offersLongestSetting)) {
    languages.push({ name: localeNames[longestLocale], value: longestLocale });
  }
  return { languages, currencies };
}

const nothingYet: Offered = { languages: [], currencies: [] };

/** The sheet. It opens with its lists in it, so that it has its size from the first picture. */
export function LanguageSheet(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const t = useTexts('shell');
  const { mode } = useRootData();
  const { answer, again } = useRequested((signal) => askOffered(signal, mode), mode);
  const isWeb3 = isWeb3Path(usePagePath());
  const [hasAnswer, setHasAnswer] = useState(false);
  if (answer !== null && !hasAnswer) setHasAnswer(true);
  return (
    <Dialog
      isOpen={props.isOpen && hasAnswer}
      onOpenChange={props.onOpenChange}
      size="wide"
      title={t('language.title')}
    >
      {isWeb3 ? null : <Themes />}
      {answer === 'failed' ? (
        <ErrorState onRetry={again} size="small" title={t('failed.title')} />
      ) : (
        <Lists leave={() => props.onOpenChange(false)} offered={answer ?? nothingYet} />
      )}
    </Dialog>
  );
}

/** Dark, light, or as the device; the wallet is always dark and has no choice. */
function Themes() {
  const t = useTexts('account');
  const [theme, setTheme] = useState(() => readLook('theme'));
  return (
    <>
      <h3 className="choice-head">{t('settings.theme')}</h3>
      <div className="choice-grid">
        {themes.map((value) => (
          <button
            aria-pressed={value === theme}
            className="choice"
            key={value}
            onClick={() => {
              writeLook('theme', value);
              setTheme(value);
            }}
            type="button"
          >
            {t(`settings.theme.${value}`)}
          </button>
        ))}
      </div>
    </>
  );
}

function Lists(props: { offered: Offered; leave: () => void }) {
  const t = useTexts('shell');
  const locale = useLocale();
  const { pathname, search } = useLocation();
  const { languages, currencies } = props.offered;
  const [currency, setCurrency] = useSetting(currencySetting);
  const isSignedIn = useSession() !== null;
  const choose = (next: AnyLocale) =>
    void changeLanguage(next, { isSignedIn, address: `${pathname}${search}` });
  return (
    <>
      <h3 className="choice-head">{t('language')}</h3>
      <div className="choice-grid">
        {languages.map(({ name, value }) => (
          <button
            aria-pressed={value === locale}
            className="choice"
            key={value}
            lang={languageTagOf(value)}
            onClick={() => choose(value)}
            type="button"
          >
            {name}
          </button>
        ))}
      </div>
      <h3 className="choice-head">{t('currency')}</h3>
      <div className="choice-grid">
        {currencies.map(({ currencyCode, symbol, name }) => (
          <button
            aria-pressed={currencyCode === currency}
            className="choice"
            key={currencyCode}
            onClick={() => {
              setCurrency(currencyCode);
              props.leave();
            }}
            title={name}
            type="button"
          >
            {currencyCode}
            <span className="choice-sign">{symbol}</span>
          </button>
        ))}
      </div>
    </>
  );
}
