// Fields of coins, markets and the rest that is listed, in words, and how a change of one looks.
// The fields themselves are wire's list. Used by the listing's pages and by the facts of approvals.
import { localeNames, type TextKey } from '@isobath/texts';
import { KeyValue } from '@isobath/ui';
import type { Translate } from './texts.tsx';

/** Fields that are named by the text of another page. */
const namedElsewhere: Readonly<Record<string, TextKey<'admin'>>> = {
  volumeUsdt: 'tables.volumeUsdt',
  markets: 'page.markets',
};

/** Name of a field. */
export function nameField(t: Translate<'admin'>, field: string): string {
  const [group, locale] = field.split('.');
  if (group !== 'texts') {
    return t(namedElsewhere[field] ?? (`listing.field.${field}` as TextKey<'admin'>));
  }
  const language = localeNames[locale as keyof typeof localeNames] ?? locale;
  return `${t('listing.field.texts')}: ${language}`;
}

/** Whether a value has a rate for each VIP level. */
export const hasLevels = (field: string): boolean => field.endsWith('erPpm');

const listRates = (value: string): readonly string[] => value.split(' ').filter(Boolean);
/** One rate, when all levels have the same. */
const readOneRate = (value: string): string | undefined => {
  const rates = new Set(listRates(value));
  return rates.size === 1 ? [...rates][0] : undefined;
};

/** A value as people read it, in one line: of rates by level, those of the first and last level. */
export function showField(t: Translate<'admin'>, field: string, value: string): string {
  if (value === '') return '--';
  if (field === 'tradeArea') return t(`listing.area.${value}` as TextKey<'admin'>);
  if (field === 'opens') {
    const key = value === 'delisted' ? 'listing.state.DELISTED' : `listing.opens.${value}`;
    return t(key as TextKey<'admin'>);
  }
  if (field === 'logo') return t('listing.field.logo');
  if (hasLevels(field)) {
    const rates = listRates(value);
    return readOneRate(value) ?? `${rates[0] ?? ''} … ${rates.at(-1) ?? ''}`;
  }
  return value;
}

/** What a field was and becomes, in one line; before: "" where there was none. */
export function showFieldChange(
  t: Translate<'admin'>,
  field: string,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  const becomes = showField(t, field, after);
  return before === '' ? becomes : `${showField(t, field, before)} → ${becomes}`;
}

/** The same where there is room: rates that differ by level stand in a list of their own. */
export function FieldChange(props: {
  t: Translate<'admin'>;
  field: string;
  before: string;
  after: string;
}) {
  const { t, field, before, after } = props;
  const isByLevel = [before, after].some((one) => one !== '' && readOneRate(one) === undefined);
  if (hasLevels(field) && isByLevel && after !== '')
    return <Levels after={after} before={before} />;
  return <span className="office-fact">{showFieldChange(t, field, { before, after })}</span>;
}

/** The rate of each VIP level, beside what it was. */
function Levels({ before, after }: { before: string; after: string }) {
  const was = listRates(before);
  return (
    <div className="office-levels">
      <KeyValue
        facts={listRates(after).map((rate, level) => {
          const old = was[level] ?? rate;
          const key = String(level);
          return { key, label: `VIP ${level}`, value: old === rate ? rate : `${old} → ${rate}` };
        })}
        isColumns
      />
    </div>
  );
}
