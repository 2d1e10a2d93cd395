import { localeNames, locales } from '@isobath/texts';
import { Select } from '@isobath/ui';
import { readConsoleLocale, useTexts, writeConsoleLocale } from '../base/texts.tsx';

/** The console's language. */
export function LanguageChoice() {
  const t = useTexts('admin');
  return (
    <Select
      isBare
      label={t('language')}
      labelPlace="hidden"
      onChange={writeConsoleLocale}
      options={locales.map((value) => ({ value, label: localeNames[value] }))}
      value={readConsoleLocale()}
    />
  );
}
