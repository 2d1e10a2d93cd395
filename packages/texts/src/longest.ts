// The longest text of all languages for each key, so that a layout that holds it holds every
// language. Not for people: outside production only.
import type { Catalogue } from './translate.ts';

const padShare = 1.4;
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u;

/** Width in halves of a CJK character: what a text needs on a line. */
export function measureText(text: string): number {
  let width = 0;
  for (const character of text) width += wide.test(character) ? 2 : 1;
  return width;
}

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
