// The longest text of all languages for each key, so that a layout that holds it holds every
// language. Not for people: outside production only.
import { measureText } from './measure.ts';
import type { Catalogue } from './translate.ts';

const padShare = 1.4;

/** No language has longer words than this in running text. */
const wordMax = 14;

function padText(text: string, width: number): string {
  let padded = text;
  for (let added = 1; measureText(padded) < width; added += 1) {
    padded += added % wordMax === 0 ? ' ' : '~';
  }
  return `[${padded}]`;
}

/**
 * The widest text of each key, padded to en_US plus 40 %, in brackets, placeholders kept.
 *
 * @param catalogues - en_US first, then all others.
 */
export function makeLongest(catalogues: readonly Catalogue[]): Catalogue {
  const [english = {}, ...others] = catalogues;
  const longest: Record<string, string> = {};
  for (const [key, text] of Object.entries(english)) {
    let widest = text;
    for (const other of others) {
      const candidate = other[key];
      if (candidate !== undefined && measureText(candidate) > measureText(widest)) {
        widest = candidate;
      }
    }
    longest[key] = padText(widest, Math.ceil(measureText(text) * padShare));
  }
  return longest;
}
