// What somebody types, read: the words that are searched for, the leverage they add to them, and
// where they stand in a name. Pure.

/** "btc 5x": a contract is meant, and its market is what is searched for. */
const withLeverage = /^(.*\S)\s+(\d{1,3})x$/i;

/** What is meant by what was typed. @returns leverage - such as "5x", null without one. */
export function readRequest(typed: string): { keyword: string; leverage: string | null } {
  const trimmed = typed.trim();
  const found = withLeverage.exec(trimmed);
  if (found === null || Number(found[2]) === 0) return { keyword: trimmed, leverage: null };
  return { keyword: found[1] ?? '', leverage: `${Number(found[2])}x` };
}

/** A piece of a name, and whether it is what was searched for. */
export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Cut a pair where the keyword matches it; "/", "_", "-" and spaces of the keyword do not matter.
 *
 * @returns the pieces of base and quote.
 */
export function markPair(base: string, quote: string, keyword: string): [Piece[], Piece[]] {
  const wanted = keyword.toLowerCase().replaceAll(/[\s/_-]/g, '');
  const from = wanted === '' ? -1 : `${base}${quote}`.toLowerCase().indexOf(wanted);
  const to = from === -1 ? -1 : from + wanted.length;
  const cut = (text: string, start: number): Piece[] => {
    const [left, right] = [from, to].map((at) => Math.min(Math.max(at - start, 0), text.length));
    const pieces = [
      { text: text.slice(0, left), isMatch: false },
      { text: text.slice(left, right), isMatch: true },
      { text: text.slice(right), isMatch: false },
    ];
    return pieces.filter((piece) => piece.text !== '');
  };
  return [cut(base, 0), cut(quote, base.length)];
}
