// The converter of the coin page: one line to type, one line of worth that follows the prices.
// Not the reading and the sum (convert.ts).
import { languageTagOf } from '@isobath/texts';
import { Amount, Money, TextField } from '@isobath/ui';
import { useState } from 'react';
import { currencySetting } from '../../../base/money.ts';
import { useSetting } from '../../../base/settings.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { convert, type Prices, readRequest } from './convert.ts';

/** The converter. @param name - of the coin it begins with. */
export function Converter(props: { name: string; prices: Prices }) {
  const t = useTexts('coins');
  const locale = useLocale();
  const [currency] = useSetting(currencySetting);
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? `1 ${props.name} in ${currency}`;
  const request = readRequest(text, languageTagOf(locale), currency);
  const worth = request === null ? null : convert(request, props.prices);
  const isMoney =
    request !== null && !props.prices.rows.some((row) => row.baseCurrency === request.to);
  return (
    <section className="coin-converter">
      <TextField
        input={{ autoComplete: 'off', spellCheck: false }}
        label={t('coin.convert')}
        onChange={setTyped}
        value={text}
      />
      <output aria-live="polite" className="coin-worth">
        {request === null || worth === null ? (
          <span className="market-lead">{t('coin.convertBad')}</span>
        ) : isMoney ? (
          <Money unit={request.to} value={worth} />
        ) : (
          <Amount decimals={8} unit={request.to} value={worth} />
        )}
      </output>
      <p className="market-lead">{t('coin.convertNote')}</p>
    </section>
  );
}
