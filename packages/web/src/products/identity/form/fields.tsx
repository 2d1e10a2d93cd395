// Fields that several forms of identity have, tied to a draft, and what may be wrong in them.
// Not files (FileField.tsx) nor the rules of single words (shapes.ts). Called by the forms.
import { languageTagOf } from '@isobath/texts';
import { countries, type IdentityDocument, identityDocuments } from '@isobath/wire';
import { SearchSelect, Select, TextField } from '@isobath/ui';
import { type ComponentProps, useMemo } from 'react';
import { type Translate, useLocale, useTexts } from '../../../base/texts.tsx';
import type { Draft } from './draft.ts';
import type { Judge } from './shapes.ts';
import type { Faults } from './Wizard.tsx';

/** Names of fields; each has its text. */
export type FieldName =
  | 'country'
  | 'documentType'
  | 'documentNumber'
  | 'expiresOn'
  | 'firstName'
  | 'lastName'
  | 'birthDate'
  | 'address'
  | 'city'
  | 'postalCode'
  | 'occupation'
  | 'sourceOfFunds'
  | 'companyName'
  | 'companyNumber'
  | 'companyAddress'
  | 'activity';

/** What a form is drawn from. */
export interface Filling {
  readonly draft: Draft;
  readonly shown: Faults;
}

/** What single fields are drawn from. */
export interface Words {
  readonly draft: Pick<Draft, 'word' | 'setWord'>;
  readonly shown: Faults;
}

/** One line of text of a form. */
export function WordField(
  props: Words & { name: FieldName; hint?: string; input?: ComponentProps<'input'> },
) {
  const t = useTexts('identity');
  const { name, draft, shown } = props;
  return (
    <TextField
      error={shown[name] ?? ''}
      hint={props.hint}
      input={{ name, ...props.input }}
      label={t(`field.${name}`)}
      onChange={(value) => draft.setWord(name, value)}
      value={draft.word(name)}
    />
  );
}

/** A country, by its name in the reader's language. */
export function CountryField({ draft, shown }: Words) {
  const t = useTexts('identity');
  const tag = languageTagOf(useLocale());
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(tag, { type: 'region' });
    return countries
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .toSorted((one, other) => one.label.localeCompare(other.label, tag));
  }, [tag]);
  return (
    <SearchSelect
      error={shown['country'] ?? ''}
      label={t('field.country')}
      onChange={(value) => draft.setWord('country', value)}
      options={options}
      placeholder={t('choose')}
      value={draft.word('country') || null}
    />
  );
}

/** A kind of document. */
export function DocumentTypeField({ draft, shown }: Words) {
  const t = useTexts('identity');
  return (
    <Select
      error={shown['documentType'] ?? ''}
      label={t('field.documentType')}
      onChange={(value) => draft.setWord('documentType', value)}
      options={identityDocuments.map((value) => ({ value, label: t(`document.${value}`) }))}
      placeholder={t('choose')}
      value={(draft.word('documentType') || null) as IdentityDocument | null}
    />
  );
}

/** The name of a country. */
export function nameCountry(code: string, tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'region' }).of(code) ?? code;
}

/** What is wrong with words, each judged as the exchange will. */
export function judgeWords(
  t: Translate<'identity'>,
  draft: Pick<Draft, 'word'>,
  judges: Partial<Record<FieldName, Judge>>,
): Faults {
  const faults: Record<string, string> = {};
  for (const [name, judge] of Object.entries(judges)) {
    const word = draft.word(name);
    if (word.trim() === '') faults[name] = t('missing');
    else if (!judge(word)) faults[name] = t('wrong');
  }
  return faults;
}

/** Which of the files a form needs are not there. */
export function judgeFiles(
  t: Translate<'identity'>,
  draft: Draft,
  names: readonly string[],
): Faults {
  const missing = names.filter((name) => draft.files[name] === undefined);
  return Object.fromEntries(missing.map((name) => [name, t('file.missing')]));
}
