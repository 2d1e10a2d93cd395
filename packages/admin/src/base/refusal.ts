import { ApiError } from '@isobath/sdk';
import { describeError } from './use-load.ts';
import type { useTexts } from './texts.tsx';

/** Words of a refused second factor, with the tries that are left. */
export function describeRefusal(error: unknown, t: ReturnType<typeof useTexts<'admin'>>): string {
  const triesLeft = error instanceof ApiError ? Number(error.facts['triesLeft'] ?? 0) : 0;
  const words = describeError(error);
  return triesLeft > 0 ? `${words} ${t('factor.triesLeft', { count: triesLeft })}` : words;
}
