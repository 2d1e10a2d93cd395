// A text in lines that are not wider than wished. Arithmetic only: who calls measures.

/** Cut a word that is wider than a line; a sign is never cut. */
function cutWord(word: string, maxPx: number, measure: (text: string) => number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const sign of word) {
    if (part !== '' && measure(part + sign) > maxPx) {
      parts.push(part);
      part = '';
    }
    part += sign;
  }
  return [...parts, part];
}

/**
 * Break a text: at its own breaks, then between words, and through a word that has no room.
 *
 * @param measure - how wide a text is, in pixels.
 */
export function breakLines(
  text: string,
  maxPx: number,
  measure: (text: string) => number,
): string[] {
  const lines: string[] = [];
  for (const row of text.split('\n')) {
    let line: string | null = null;
    for (const word of row.split(' ').flatMap((each) => cutWord(each, maxPx, measure))) {
      const longer: string = line === null ? word : `${line} ${word}`;
      if (line === null || measure(longer) <= maxPx) line = longer;
      else {
        lines.push(line);
        line = word;
      }
    }
    lines.push(line ?? '');
  }
  return lines;
}
