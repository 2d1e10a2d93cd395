// Reads the statements the project sends, so that the simulated database does what their text says
// and not what somebody thinks they say. A small part of SQL; the rest is refused loudly.
// Used by session.ts.
import type { Environment, Expression, Row } from './expression.ts';
import { ExpressionReader } from './expression-reader.ts';
import { joinUsing, readRecords, runSelect } from './query.ts';
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
  'cross',
  'inner',
  'join',
  'left',
  'using',
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
  ['isolated', ['set', 'transaction', 'isolation', 'level', 'repeatable', 'read', 'read', 'only']],
];

class Parser extends ExpressionReader {
  read(): Parsed {
    const parsed = this.#statement();
    this.has(';');
    if (this.next.kind !== 'end') this.fail();
    return parsed;
  }

  #statement(): Parsed {
    if (this.has('with')) return this.#with();
    if (this.has('select')) return this.select();
    if (this.has('insert', 'into')) return this.#insert();
    if (this.has('update')) return this.#update();
    if (this.has('delete', 'from')) {
      const table = this.name();
      return { kind: 'delete', table, where: this.#where() };
    }
    if (this.has('declare')) {
      this.name();
      this.need('no', 'scroll', 'cursor', 'for', 'select');
      return { kind: 'declare', select: this.select() };
    }
    if (this.has('fetch')) {
      const count = Number(this.next.text);
      this.at += 1;
      this.need('from');
      this.name();
      return { kind: 'fetch', count };
    }
    return this.#control();
  }

  #control(): Control {
    for (const [kind, words] of controls) if (this.has(...words)) return { kind };
    this.need('begin');
    this.has('isolation', 'level', 'repeatable', 'read');
    this.has('read', 'only');
    return { kind: 'begin' };
  }

  #with(): With {
    const parts = this.list((): readonly [string, Parsed] => {
      const name = this.name();
      this.need('as', '(');
      const part = this.#statement();
      this.need(')');
      return [name, part];
    });
    return { kind: 'with', parts, main: this.#statement() };
  }

  #where(): Expression | undefined {
    return this.has('where') ? this.expression() : undefined;
  }

  /** What rows are taken from, with everything that is joined to it. */
  #sources(): { table: string; source: Source }[] {
    return this.list(() => {
      const found = [this.#source()];
      for (let next = this.#joined(); next !== undefined; next = this.#joined()) found.push(next);
      return found;
    }).flat();
  }

  #joined(): { table: string; source: Source } | undefined {
    if (this.has('cross', 'join', 'lateral')) return this.#source();
    const isLeft = this.has('left', 'join');
    if (!isLeft && !this.has('join')) return undefined;
    const { table, source } = this.#source();
    this.need('using', '(');
    const column = this.name();
    this.need(')');
    return { table, source: joinUsing({ table, source, column, isLeft }) };
  }

  #source(): { table: string; source: Source } {
    if (this.has('unnest', '(')) return { table: '', source: this.#unnest() };
    if (this.has('jsonb_populate_recordset', '(')) return { table: '', source: this.#populate() };
    if (this.has('jsonb_to_recordset', '(')) return { table: '', source: this.#records() };
    if (this.has('(', 'select')) {
      const select = this.select();
      this.need(')');
      const read = (environment: Environment) => runSelect(select, environment);
      return { table: '', source: { alias: this.#alias() ?? '', read } };
    }
    const table = this.name();
    const alias = this.#alias() ?? table;
    return { table, source: { alias, read: ({ runtime }) => runtime.scan(table) } };
  }

  /** Rows of a table's shape, as JSON writes them. */
  #populate(): Source {
    this.need('null', '::');
    this.name();
    this.need(',');
    const text = this.expression();
    this.need(')');
    const alias = this.#alias() ?? 'jsonb_populate_recordset';
    return { alias, read: (environment) => readRecords(text(environment)) };
  }

  /** Rows of the columns that are named with it. */
  #records(): Source {
    const text = this.expression();
    this.need(')');
    const alias = this.#alias() as string;
    this.need('(');
    this.list(() => `${this.name()} ${this.name()}`);
    this.need(')');
    return { alias, read: (environment) => readRecords(text(environment)) };
  }

  #alias(): string | undefined {
    if (this.has('as')) return this.name();
    const { kind, text } = this.next;
    return kind === 'name' && !reserved.has(text) ? this.name() : undefined;
  }

  #unnest(): Source {
    const lists = this.list(() => this.expression());
    this.need(')');
    const alias = this.#alias() ?? 'unnest';
    const isNamed = this.has('(');
    const names = isNamed ? this.list(() => this.name()) : lists.map((_, at) => `unnest_${at}`);
    if (isNamed) this.need(')');
    const read = (environment: Environment): Row[] => {
      const columns = lists.map((list) => list(environment) as unknown[]);
      return (columns[0] as unknown[]).map((_, index) =>
        Object.fromEntries(names.map((name, place) => [name, columns[place]?.[index] ?? null])),
      );
    };
    return { alias, read };
  }

  #items(): Item[] {
    return this.list((): Item => {
      const start = this.next.text;
      if (this.has('*')) return { name: '*', value: () => null, of: '' };
      if (this.tokens[this.at + 1]?.text === '.' && this.tokens[this.at + 2]?.text === '*') {
        this.at += 3;
        return { name: '*', value: () => null, of: start };
      }
      const peak = this.has('max', '(') ? 'max' : this.has('min', '(') ? 'min' : undefined;
      if (peak !== undefined) {
        const value = this.expression();
        this.need(')');
        return { name: this.#outputName() ?? peak, value, aggregate: peak };
      }
      if (this.has('count', '(', '*', ')')) {
        return { name: this.#outputName() ?? 'count', value: () => 1, aggregate: 'count' };
      }
      const value = this.expression();
      const isColumn = this.tokens[this.at - 1]?.kind === 'name';
      const last = this.tokens[this.at - 1]?.text ?? start;
      return { name: this.#outputName() ?? (isColumn ? last : start), value };
    });
  }

  #outputName(): string | undefined {
    return this.has('as') ? this.name() : undefined;
  }

  protected select(): Select {
    const isDistinct = this.has('distinct');
    const items = this.next.text === 'from' ? [] : this.#items();
    const found = this.has('from') ? this.#sources() : [];
    const where = this.#where();
    const order = this.has('order', 'by')
      ? this.list(() => ({ by: this.expression(), isDescending: this.has('desc') }))
      : [];
    const limit = this.has('limit') ? this.expression() : undefined;
    return {
      kind: 'select',
      isDistinct,
      items,
      sources: found.map(({ source }) => source),
      where,
      order,
      limit,
      isForUpdate: this.has('for', 'update'),
      table: found[0]?.table ?? '',
    };
  }

  #insert(): Insert {
    const table = this.name();
    const columns = this.has('(') ? this.list(() => this.name()) : undefined;
    if (columns !== undefined) this.need(')');
    let values: Expression[] | undefined;
    let select: Select | undefined;
    if (this.has('values', '(')) {
      values = this.list(() => this.expression());
      this.need(')');
    } else {
      this.need('select');
      select = this.select();
    }
    return { kind: 'insert', table, columns, values, select, conflict: this.#conflict() };
  }

  #conflict(): Insert['conflict'] {
    if (!this.has('on', 'conflict')) return undefined;
    if (this.has('(')) {
      this.list(() => this.name());
      this.need(')');
    }
    if (this.has('do', 'nothing')) return { assignments: undefined, where: undefined };
    this.need('do', 'update', 'set');
    const assignments = this.#assignments();
    return { assignments, where: this.#where() };
  }

  #assignments(): Assignments {
    return this.list((): readonly [string, Expression] => {
      const column = this.name();
      this.need('=');
      return [column, this.expression()];
    });
  }

  #update(): Update {
    const table = this.name();
    const alias = this.#alias() ?? table;
    this.need('set');
    const assignments = this.#assignments();
    const sources = this.has('from') ? this.#sources().map(({ source }) => source) : [];
    const where = this.#where();
    const returning = this.has('returning') ? this.#items() : [];
    return { kind: 'update', table, alias, assignments, sources, where, returning };
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
