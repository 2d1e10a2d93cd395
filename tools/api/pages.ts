// The reference as pages: one per product, one list of all calls, one table of refusals.
// Not here: the machine-readable form (openapi.ts).
// Used by tools/make-api-docs.ts.

import { type Route, routes } from '@isobath/wire';
import { listBinanceRefusals } from './binance-refusals.ts';
import { examples } from './examples.ts';
import { listRefusals, type Refusal, refusalsOf } from './refusals.ts';
import { type Field, listFields, readSchema, showType } from './shapes.ts';

const made = '<!-- Written by tools/make-api-docs.ts from packages/wire: npm run generate. -->';

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function showFields(fields: readonly Field[], hasRequired: boolean): string[] {
  if (fields.length === 0) return [];
  const head = hasRequired
    ? ['| field | what | needed |', '| --- | --- | --- |']
    : ['| field | what |', '| --- | --- |'];
  const rows = fields.map(({ name, what, isRequired }) => {
    const cells = [`\`${name}\``, escapeCell(what)];
    if (hasRequired) cells.push(isRequired ? 'yes' : '');
    return `| ${cells.join(' | ')} |`;
  });
  return [...head, ...rows, ''];
}

function showAnswer(route: Route): string[] {
  const schema = readSchema(route.answer, 'output');
  const fields = listFields(schema);
  const what = route.isBare ? 'The answer, without envelope' : 'Answer (`data`)';
  if (fields.length === 0) {
    const isEmpty = schema.type === 'object' && schema.additionalProperties !== undefined;
    return [`${what}: ${isEmpty ? 'an object' : showType(schema)}.`, ''];
  }
  return [`${what}: ${showType(schema)}.`, '', ...showFields(fields, false)];
}

function showExample(id: string, { method, path }: Route): string[] {
  const example = examples[id];
  if (example === undefined || Object.keys(example).length === 0) return [];
  const pairs = Object.entries(example).map(([name, value]) => `${name}=${value}`);
  return [`Example: \`${method} ${path}?${pairs.join('&')}\``, ''];
}

function listCodes(route: Route): string {
  return [...new Set(listBinanceRefusals(route).map(({ code }) => code))].join(', ');
}

function showRoute(product: string, name: string, route: Route): string[] {
  const query = route.query === undefined ? [] : listFields(readSchema(route.query, 'input'));
  const body = route.body === undefined ? [] : listFields(readSchema(route.body, 'input'));
  const words = refusalsOf(route).map((word) => `\`${word}\``);
  if (route.rate === 'order') words.push('rejects of the engine');
  return [
    `## ${name}`,
    '',
    `\`${route.method} ${route.path}\``,
    '',
    `${route.summary} Role: ${route.role}. Limit: ${route.rate}.`,
    '',
    ...(query.length > 0 ? ['Query:', '', ...showFields(query, true)] : []),
    ...(body.length > 0 ? ['Body (JSON):', '', ...showFields(body, true)] : []),
    ...showExample(`${product}.${name}`, route),
    ...showAnswer(route),
    route.binance === undefined
      ? `Refusals: ${words.join(', ')}.`
      : `Refusals (\`{code, msg}\`): ${listCodes(route)}.`,
    '',
  ];
}

/** The page of one product. */
export function makeProductPage(product: string, owned: Readonly<Record<string, Route>>): string {
  const parts = Object.entries(owned).flatMap(([name, route]) => showRoute(product, name, route));
  return [`# ${product}`, '', made, '', ...parts].join('\n').trimEnd().concat('\n');
}

/** The list of all calls. */
export function makeIndexPage(): string {
  const rows = Object.entries(routes).flatMap(([product, owned]) =>
    Object.entries<Route>(owned).map(
      ([name, { method, path, role, rate }]) =>
        `| \`${method} ${path}\` | [${product}.${name}](${product}.md) | ${role} | ${rate} |`,
    ),
  );
  return [
    '# Calls',
    '',
    made,
    '',
    'Calls of `/api`, `/sapi`, `/fapi` and `/dapi` speak the trading dialect:',
    '[bring your bot](../guide/trading-api.md).',
    'Every other answer is `{code, message, data}`; `code` 200 is success, any other stands in',
    '[errors](../errors.md), with `{reject, facts, fields?}`. Headers: `x-request-id` always,',
    '`x-seq` where a command was journaled, `x-locale` to choose the language of `message`. A call',
    'that is not GET carries `x-requested-with: isobath`; one that must not happen twice carries',
    '`idempotency-key`. With `x-account`, an account number, a call that comes with the session of',
    "another account is a guest's. The same list for machines: [openapi.json](openapi.json).",
    '',
    '| call | product | role | limit |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function showRefusal({ code, word, status, meaning, facts }: Refusal): string {
  const named = facts.map((fact) => `\`${fact}\``).join(' ');
  return `| ${code} | \`${word}\` | ${status} | ${escapeCell(meaning)} | ${named} |`;
}

/** The table of every refusal. */
export function makeErrorsPage(root: string): string {
  const { edge, core } = listRefusals(root);
  const head = ['| code | word | HTTP | meaning | facts |', '| --- | --- | --- | --- | --- |'];
  return [
    '# Refusals',
    '',
    made,
    '',
    'A refusal is a code and a word, with the whole numbers that caused it as `facts`. Words never',
    'change; `message` says it in the language of the caller.',
    '',
    '## Of the edge and the products',
    '',
    ...head,
    ...edge.map(showRefusal),
    '',
    '## Of the engine',
    '',
    'In the order of checking; the rules stand in [rules/core.md](rules/core.md) and',
    '[rules/spot.md](rules/spot.md).',
    '',
    ...head,
    ...core.map(showRefusal),
    '',
  ].join('\n');
}
