// What a refused call says to the operator.
import { describeFailure } from '@isobath/kit';
import { ApiError } from '@isobath/sdk';
import { readTexts, translate } from '@isobath/texts';
import { readConsoleLocale, type Translate } from './texts.tsx';

/** Words of whatever a call threw. */
export function describeError(error: unknown): string {
  const catalogues = readTexts(readConsoleLocale(), 'kit') ?? [];
  return describeFailure(error, (key, values) => translate(catalogues, key, values));
}

/** Words of a refused second factor, with the tries that are left. */
export function describeRefusal(error: unknown, t: Translate<'admin'>): string {
  const triesLeft = error instanceof ApiError ? Number(error.facts['triesLeft'] ?? 0) : 0;
  const words = describeError(error);
  return triesLeft > 0 ? `${words} ${t('factor.triesLeft', { count: triesLeft })}` : words;
}
