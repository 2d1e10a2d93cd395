// The words of pages: what the kit gives, under the name that every part of the site knows.
export {
  LocaleContext,
  TextsAwayError,
  type Translate,
  useLocale,
  useTexts,
} from '@isobath/kit';
