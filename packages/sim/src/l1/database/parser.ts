// Reads the statements the project sends, so that the simulated database does what their text says
// and not what somebody thinks they say. A small part of SQL; the rest is refused loudly.
// Used by session.ts.
import {
  calculate,
  call,
  cast,
  compare,
  choose,
  type Environment,
  type Expression,
  isAmong,
  isComparison,
  isNoneOf,
  readColumn,
  type Row,
} from './expression.ts';
import { SqlError } from './error.ts';
import { readTokens, type Token } from './lexer.ts';
import { rememberRows } from './query.ts';
import type {
  Assignments,
  Control,
  Insert,
  Item,
  Parsed,
  Select,
  Source,
  Update,
  With,
} from './statement.ts';

const reserved = new Set([
  'where',
  'set',
  'order',
  'limit',
  'for',
  'from',
  'values',
  'select',
  'on',
]);

const controls: readonly (readonly [Control['kind'], readonly string[]])[] = [
  ['commit', ['commit']],
  ['rollback', ['rollback']],
  ['asynchronous local', ['set', 'local', 'synchronous_commit', '=', 'off']],
  ['asynchronous', ['set', 'synchronous_commit', '=', 'off']],
];

class Parser {
  readonly #tokens: Token[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = readTokens(text);
  }

  get #next(): Token {
    return this.#tokens[this.#at] as Token;
  }

  #fail(): never {
    const rest = this.#tokens.slice(this.#at, this.#at + 8).map((token) => token.text);
    throw new SqlError('42601', `syntax error at: ${rest.join(' ')}`);
  }

  #has(...words: readonly string[]): boolean {
    const isThere = words.every((word, index) => {
      const token = this.#tokens[this.#at + index];
      return token?.text === word && token.kind !== 'text';
    });
    if (isThere) this.#at += words.length;
    return isThere;
  }

  #need(...words: readonly string[]): void {
    if (!this.#has(...words)) this.#fail();
  }

  #name(): string {
    const token = this.#next;
    if (token.kind !== 'name') this.#fail();
    this.#at += 1;
    return token.text;
  }

  #list<TItem>(read: () => TItem): TItem[] {
    const items = [read()];
    while (this.#has(',')) items.push(read());
    return items;
  }

  read(): Parsed {
    const parsed = this.#statement();
    this.#has(';');
    if (this.#next.kind !== 'end') this.#fail();
    return parsed;
  }

  #statement(): Parsed {
    if (this.#has('with')) return this.#with();
    if (this.#has('select')) return this.#select();
    if (this.#has('insert', 'into')) return this.#insert();
    if (this.#has('update')) return this.#update();
    if (this.#has('delete', 'from')) {
      const table = this.#name();
      return { kind: 'delete', table, where: this.#where() };
    }
    if (this.#has('declare')) {
      this.#name();
      this.#need('no', 'scroll', 'cursor', 'for', 'select');
      return { kind: 'declare', select: this.#select() };
    }
    if (this.#has('fetch')) {
      const count = Number(this.#next.text);
      this.#at += 1;
      this.#need('from');
      this.#name();
      return { kind: 'fetch', count };
    }
    return this.#control();
  }

  #control(): Control {
    for (const [kind, words] of controls) if (this.#has(...words)) return { kind };
    this.#need('begin');
    this.#has('isolation', 'level', 'repeatable', 'read');
    this.#has('read', 'only');
    return { kind: 'begin' };
  }

  #with(): With {
    const parts = this.#list((): readonly [string, Parsed] => {
      const name = this.#name();
      this.#need('as', '(');
      const part = this.#statement();
      this.#need(')');
      return [name, part];
    });
    return { kind: 'with', parts, main: this.#statement() };
  }

  #where(): Expression | undefined {
    return this.#has('where') ? this.#expression() : undefined;
  }

  #source(): { table: string; source: Source } {
    if (this.#has('unnest', '(')) return { table: '', source: this.#unnest() };
    const table = this.#name();
    const alias = this.#alias() ?? table;
    return { table, source: { alias, read: ({ runtime }) => runtime.scan(table) } };
  }

  #alias(): string | undefined {
    if (this.#has('as')) return this.#name();
    const { kind, text } = this.#next;
    return kind === 'name' && !reserved.has(text) ? this.#name() : undefined;
  }

  #unnest(): Source {
    const lists = this.#list(() => this.#expression());
    this.#need(')', 'as');
    const alias = this.#name();
    this.#need('(');
    const names = this.#list(() => this.#name());
    this.#need(')');
    const read = (environment: Environment): Row[] => {
      const columns = lists.map((list) => list(environment) as unknown[]);
      return (columns[0] as unknown[]).map((_, index) =>
        Object.fromEntries(names.map((name, place) => [name, columns[place]?.[index] ?? null])),
      );
    };
    return { alias, read };
  }

  #items(): Item[] {
    return this.#list((): Item => {
      const start = this.#next.text;
      if (this.#has('max', '(')) {
        const value = this.#expression();
        this.#need(')');
        return { name: 'max', value, aggregate: 'max' };
      }
      if (this.#has('count', '(', '*', ')')) {
        return { name: 'count', value: () => 1, aggregate: 'count' };
      }
      const value = this.#expression();
      const isColumn = this.#tokens[this.#at - 1]?.kind === 'name';
      const last = this.#tokens[this.#at - 1]?.text ?? start;
      const alias = this.#has('as') ? this.#name() : undefined;
      return { name: alias ?? (isColumn ? last : start), value, aggregate: undefined };
    });
  }

  #select(): Select {
    const items = this.#items();
    const found = this.#has('from') ? this.#list(() => this.#source()) : [];
    const where = this.#where();
    const by = this.#has('order', 'by') ? this.#expression() : undefined;
    const isDescending = this.#has('desc');
    const limit = this.#has('limit') ? this.#expression() : undefined;
    return {
      kind: 'select',
      items,
      sources: found.map(({ source }) => source),
      where,
      order: by === undefined ? undefined : { by, isDescending },
      limit,
      isForUpdate: this.#has('for', 'update'),
      table: found[0]?.table ?? '',
    };
  }

  #insert(): Insert {
    const table = this.#name();
    this.#need('(');
    const columns = this.#list(() => this.#name());
    this.#need(')');
    let values: Expression[] | undefined;
    let select: Select | undefined;
    if (this.#has('values', '(')) {
      values = this.#list(() => this.#expression());
      this.#need(')');
    } else {
      this.#need('select');
      select = this.#select();
    }
    return { kind: 'insert', table, columns, values, select, conflict: this.#conflict() };
  }

  #conflict(): Insert['conflict'] {
    if (!this.#has('on', 'conflict')) return undefined;
    if (this.#has('(')) {
      this.#list(() => this.#name());
      this.#need(')');
    }
    if (this.#has('do', 'nothing')) return { assignments: undefined, where: undefined };
    this.#need('do', 'update', 'set');
    const assignments = this.#assignments();
    return { assignments, where: this.#where() };
  }

  #assignments(): Assignments {
    return this.#list((): readonly [string, Expression] => {
      const column = this.#name();
      this.#need('=');
      return [column, this.#expression()];
    });
  }

  #update(): Update {
    const table = this.#name();
    const alias = this.#alias() ?? table;
    this.#need('set');
    const assignments = this.#assignments();
    const sources = this.#has('from') ? this.#list(() => this.#source().source) : [];
    const where = this.#where();
    const returning = this.#has('returning') ? this.#items() : [];
    return { kind: 'update', table, alias, assignments, sources, where, returning };
  }

  #expression(): Expression {
    let left = this.#conjunction();
    while (this.#has('or')) {
      const [one, other] = [left, this.#conjunction()];
      left = (environment) => one(environment) === true || other(environment) === true;
    }
    return left;
  }

  #conjunction(): Expression {
    let left = this.#negation();
    while (this.#has('and')) {
      const [one, other] = [left, this.#negation()];
      left = (environment) => one(environment) === true && other(environment) === true;
    }
    return left;
  }

  #negation(): Expression {
    if (!this.#has('not')) return this.#comparison();
    const inner = this.#negation();
    return (environment) => inner(environment) === false;
  }

  #comparison(): Expression {
    const left = this.#sum();
    if (this.#has('<>', 'all', '(')) {
      const list = this.#sum();
      this.#need(')');
      return isNoneOf(left, list);
    }
    const isNot = this.#has('not', 'in');
    if (isNot || this.#has('in')) return this.#among(left, isNot);
    const { text, kind } = this.#next;
    if (kind !== 'sign' || !isComparison(text)) return left;
    this.#at += 1;
    return compare(text, left, this.#sum());
  }

  #among(left: Expression, isNot: boolean): Expression {
    this.#need('(', 'select');
    const runOnce = rememberRows(this.#select());
    this.#need(')');
    return isAmong(left, runOnce, isNot);
  }

  #sum(): Expression {
    return this.#leftToRight('+-', () => this.#leftToRight('*/', () => this.#casted()));
  }

  #leftToRight(signs: string, read: () => Expression): Expression {
    let left = read();
    while (this.#next.kind === 'sign' && signs.includes(this.#next.text)) {
      const sign = this.#next.text;
      this.#at += 1;
      left = calculate(sign, left, read());
    }
    return left;
  }

  #casted(): Expression {
    let inner = this.#primary();
    while (this.#has('::')) {
      const type = this.#name();
      inner = cast(this.#has('[]') ? `${type}[]` : type, inner);
    }
    return inner;
  }

  #primary(): Expression {
    const token = this.#next;
    if (this.#has('(')) return this.#parenthesis();
    if (this.#has('case')) return this.#case();
    this.#at += 1;
    if (token.kind === 'number') return () => Number(token.text);
    if (token.kind === 'text') return () => token.text;
    if (token.kind === 'parameter') {
      const place = Number(token.text) - 1;
      return ({ parameters }) => parameters[place];
    }
    if (token.kind !== 'name') this.#fail();
    if (token.text === 'true' || token.text === 'false') return () => token.text === 'true';
    if (token.text === 'null') return () => null;
    if (this.#has('(')) return this.#call(token.text);
    return this.#has('.')
      ? readColumn(this.#name(), token.text)
      : readColumn(token.text, undefined);
  }

  #call(name: string): Expression {
    const given = this.#has(')') ? [] : this.#list(() => this.#expression());
    if (given.length > 0) this.#need(')');
    return call(name, given);
  }

  #parenthesis(): Expression {
    if (this.#has('select')) {
      const runOnce = rememberRows(this.#select());
      this.#need(')');
      return (environment) => Object.values(runOnce(environment)[0] ?? { none: null })[0];
    }
    const inner = this.#expression();
    this.#need(')');
    return inner;
  }

  #case(): Expression {
    const subject = this.#has('when') ? undefined : this.#expression();
    if (subject !== undefined) this.#need('when');
    const branches: [Expression, Expression][] = [];
    do {
      const when = this.#expression();
      this.#need('then');
      branches.push([when, this.#expression()]);
    } while (this.#has('when'));
    this.#need('else');
    const other = this.#expression();
    this.#need('end');
    return choose(subject, branches, other);
  }
}

const parsedByText = new Map<string, Parsed>();

/**
 * Read a statement; the same text is read once.
 *
 * @errors SqlError for what this small SQL does not know.
 */
export function parse(text: string): Parsed {
  let parsed = parsedByText.get(text);
  if (parsed === undefined) {
    parsed = new Parser(text).read();
    parsedByText.set(text, parsed);
  }
  return parsed;
}
