import { languageTagOf } from '@isobath/texts';
import { useLocale } from '../../../base/texts.tsx';

/** The language of numbers and dates on this page, as Intl names it. */
export function useLanguageTag(): string {
  return languageTagOf(useLocale());
}
