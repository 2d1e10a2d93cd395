// Cuts a statement into words. It knows no grammar. Used by parser.ts.

/** One word of a statement; names and key words are in lower case, quoted names as they are. */
export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'parameter' | 'sign' | 'end';
  readonly text: string;
}

const pattern =
  /\s+|([A-Za-z_]\w*)|"([^"]+)"|(\d+)|'((?:[^']|'')*)'|\$(\d+)|(::|<>|<=|>=|\[\]|[(),.=<>*/+;-])/y;

/**
 * The words of a statement.
 *
 * @errors SyntaxError at a character that begins none.
 */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const found = pattern.exec(text);
    if (found === null) throw new SyntaxError(`cannot read SQL at: ${text.slice(at, at + 40)}`);
    const [, name, exact, number, quoted, parameter, sign] = found;
    if (name !== undefined) tokens.push({ kind: 'name', text: name.toLowerCase() });
    else if (exact !== undefined) tokens.push({ kind: 'name', text: exact });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted });
    else if (parameter !== undefined) tokens.push({ kind: 'parameter', text: parameter });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  tokens.push({ kind: 'end', text: '' });
  return tokens;
}
