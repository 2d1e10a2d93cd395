// A place in the words of a statement, and what is read there word by word. It knows no grammar.
// Used by expression-reader.ts and parser.ts.
import { SqlError } from './error.ts';
import { readTokens, type Token } from './lexer.ts';

/** Reads words one after the other. */
export class Cursor {
  protected readonly tokens: Token[];
  protected at = 0;

  constructor(text: string) {
    this.tokens = readTokens(text);
  }

  protected get next(): Token {
    return this.tokens[this.at] as Token;
  }

  protected fail(): never {
    const rest = this.tokens.slice(this.at, this.at + 8).map((token) => token.text);
    throw new SqlError('42601', `syntax error at: ${rest.join(' ')}`);
  }

  protected has(...words: readonly string[]): boolean {
    const isThere = words.every((word, index) => {
      const token = this.tokens[this.at + index];
      return token?.text === word && token.kind !== 'text';
    });
    if (isThere) this.at += words.length;
    return isThere;
  }

  protected need(...words: readonly string[]): void {
    if (!this.has(...words)) this.fail();
  }

  protected name(): string {
    const token = this.next;
    if (token.kind !== 'name') this.fail();
    this.at += 1;
    return token.text;
  }

  protected list<TItem>(read: () => TItem): TItem[] {
    const items = [read()];
    while (this.has(',')) items.push(read());
    return items;
  }
}
