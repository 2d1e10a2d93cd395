// Choosing language and currency; both lists come from the installation. Outside production the
// longest-text language is among them, for looking at layouts.
import { type AnyLocale, languageTagOf, localeNames, longestLocale } from '@isobath/texts';
import { readLocale } from '@isobath/texts';
import { configurationRoutes, type CurrencyRow } from '@isobath/wire';
import { Dialog } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { browserClient } from '../../base/client.ts';
import { changeLanguage } from '../../base/language.ts';
import { currencySetting } from '../../base/money.ts';
import { useRootData, useSession } from '../../base/session.ts';
import { useSetting } from '../../base/settings.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import './header.css';

interface Offered {
  readonly languages: readonly { readonly name: string; readonly value: AnyLocale }[];
  readonly currencies: readonly CurrencyRow[];
}

function useOffered(): Offered {
  const { mode } = useRootData();
  const [offered, setOffered] = useState<Offered>({ languages: [], currencies: [] });
  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    const client = browserClient();
    Promise.all([
      client.call(configurationRoutes.locales, { signal }),
      client.call(configurationRoutes.currencies, { signal }),
    ])
      .then(([rows, currencies]) => {
        const languages = rows.flatMap(({ name, value }) => {
          const locale = readLocale(value);
          return locale === null ? [] : [{ name, value: locale }];
        });
        if (mode === 'sandbox') {
          languages.push({ name: localeNames[longestLocale], value: longestLocale });
        }
        setOffered({ languages, currencies });
      })
      .catch(() => {});
    return () => leave.abort();
  }, [mode]);
  return offered;
}

/** The sheet. */
export function LanguageSheet(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const t = useTexts('shell');
  const locale = useLocale();
  const { pathname, search } = useLocation();
  const { languages, currencies } = useOffered();
  const [currency, setCurrency] = useSetting(currencySetting);
  const isSignedIn = useSession() !== null;
  const choose = (next: AnyLocale) =>
    void changeLanguage(next, { isSignedIn, address: `${pathname}${search}` });
  return (
    <Dialog {...props} size="wide" title={t('language.title')}>
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
              props.onOpenChange(false);
            }}
            title={name}
            type="button"
          >
            {currencyCode}
            <span className="choice-sign">{symbol}</span>
          </button>
        ))}
      </div>
    </Dialog>
  );
}
