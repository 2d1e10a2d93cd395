// How the desk words what it is shown of anybody: countries, and what the checks found.
// Called by CaseView.tsx and CompanyPanels.tsx.
import { languageTagOf } from '@isobath/texts';
import { type Fact, Tag } from '@isobath/ui';
import type { ReviewCheck } from '@isobath/wire';
import { readConsoleLocale, type Translate } from '../../base/texts.tsx';

/** The name of a country. */
export const nameCountry = (code: string): string =>
  new Intl.DisplayNames(languageTagOf(readConsoleLocale()), { type: 'region' }).of(code) ?? code;

const checkTones = {
  passed: 'info',
  failed: 'danger',
  unknown: 'outline',
  pending: 'outline',
} as const;

/** What the checks found, each with its number. */
export function listChecks(
  t: Translate<'identity'>,
  checks: readonly ReviewCheck[],
): readonly Fact[] {
  return checks.map(({ check, result, count }) => ({
    key: check,
    label: t(`desk.check.${check}`),
    value: (
      <span className="identity-check">
        {count === 0 ? null : <span className="ui-number">{count}</span>}
        <Tag tone={checkTones[result]}>{t(`desk.result.${result}`)}</Tag>
      </span>
    ),
  }));
}
