// Reads the expressions of statements. Queries inside them are read by whoever reads statements.
// Used by parser.ts.
import { Cursor } from './cursor.ts';
import {
  calculate,
  call,
  cast,
  choose,
  compare,
  type Expression,
  isAmong,
  isComparison,
  isNoneOf,
  readColumn,
} from './expression.ts';
import { rememberRows, runValues } from './query.ts';
import type { Select } from './statement.ts';

/** Reads expressions. */
export abstract class ExpressionReader extends Cursor {
  /** A query behind its first word. */
  protected abstract select(): Select;

  protected expression(): Expression {
    let left = this.#conjunction();
    while (this.has('or')) {
      const [one, other] = [left, this.#conjunction()];
      left = (environment) => one(environment) === true || other(environment) === true;
    }
    return left;
  }

  #conjunction(): Expression {
    let left = this.#negation();
    while (this.has('and')) {
      const [one, other] = [left, this.#negation()];
      left = (environment) => one(environment) === true && other(environment) === true;
    }
    return left;
  }

  #negation(): Expression {
    if (this.has('exists', '(', 'select')) {
      const select = this.select();
      this.need(')');
      return (environment) => runValues({ ...select, limit: () => 1 }, environment).length > 0;
    }
    if (!this.has('not')) return this.#comparison();
    const inner = this.#negation();
    return (environment) => inner(environment) === false;
  }

  #comparison(): Expression {
    const left = this.#sum();
    if (this.has('<>', 'all', '(')) {
      const list = this.#sum();
      this.need(')');
      return isNoneOf(left, list);
    }
    if (this.has('=', 'any', '(')) {
      const list = this.#sum();
      this.need(')');
      const isNone = isNoneOf(left, list);
      return (environment) => isNone(environment) === false;
    }
    if (this.has('is')) {
      const isNegated = this.has('not');
      this.need('null');
      return (environment) => ((left(environment) ?? null) === null) !== isNegated;
    }
    const isNot = this.has('not', 'in');
    if (isNot || this.has('in')) return this.#among(left, isNot);
    const { text, kind } = this.next;
    if (kind !== 'sign' || !isComparison(text)) return left;
    this.at += 1;
    return compare(text, left, this.#sum());
  }

  #among(left: Expression, isNot: boolean): Expression {
    this.need('(', 'select');
    const runOnce = rememberRows(this.select());
    this.need(')');
    return isAmong(left, runOnce, isNot);
  }

  #sum(): Expression {
    return this.#leftToRight('+-', () => this.#leftToRight('*/', () => this.#casted()));
  }

  #leftToRight(signs: string, read: () => Expression): Expression {
    let left = read();
    while (this.next.kind === 'sign' && signs.includes(this.next.text)) {
      const sign = this.next.text;
      this.at += 1;
      left = calculate(sign, left, read());
    }
    return left;
  }

  #casted(): Expression {
    let inner = this.#primary();
    while (this.has('::')) {
      const type = this.name();
      inner = cast(this.has('[]') ? `${type}[]` : type, inner);
    }
    // Texts are compared byte by byte here, as that collation does.
    if (this.has('collate')) this.need('C');
    return inner;
  }

  #primary(): Expression {
    const token = this.next;
    if (this.has('(')) return this.#parenthesis();
    if (this.has('case')) return this.#case();
    this.at += 1;
    if (token.kind === 'number') return () => Number(token.text);
    if (token.kind === 'text') return () => token.text;
    if (token.kind === 'parameter') {
      const place = Number(token.text) - 1;
      return ({ parameters }) => parameters[place];
    }
    if (token.kind !== 'name') this.fail();
    if (token.text === 'true' || token.text === 'false') return () => token.text === 'true';
    if (token.text === 'null') return () => null;
    if (this.has('(')) return this.#call(token.text);
    return this.has('.') ? readColumn(this.name(), token.text) : readColumn(token.text, undefined);
  }

  #call(name: string): Expression {
    const given = this.has(')') ? [] : this.list(() => this.expression());
    if (given.length > 0) this.need(')');
    return call(name, given);
  }

  #parenthesis(): Expression {
    if (this.has('select')) {
      const runOnce = rememberRows(this.select());
      this.need(')');
      return (environment) => Object.values(runOnce(environment)[0] ?? { none: null })[0];
    }
    const inner = this.expression();
    this.need(')');
    return inner;
  }

  #case(): Expression {
    const subject = this.has('when') ? undefined : this.expression();
    if (subject !== undefined) this.need('when');
    const branches: [Expression, Expression][] = [];
    do {
      const when = this.expression();
      this.need('then');
      branches.push([when, this.expression()]);
    } while (this.has('when'));
    this.need('else');
    const other = this.expression();
    this.need('end');
    return choose(subject, branches, other);
  }
}
