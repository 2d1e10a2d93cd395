// How large a file may be: said at once beside the field, before the server would refuse it.
import type { Translate } from './texts.tsx';

const KB = 1024;

/** Words for a file that the server would not take; null for one that it takes. */
export function describeTooLarge(
  t: Translate<'admin'>,
  file: File,
  bytesMax: number,
): string | null {
  if (file.size <= bytesMax) return null;
  return t('tooLarge', { size: Math.ceil(file.size / KB), max: Math.floor(bytesMax / KB) });
}
