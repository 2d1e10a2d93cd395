// Turns an answer into lines for people. Not used with `--json`. Called by main.ts.

import type { OperatorAnswer } from '@isobath/server/operator';

/** Lines of `name value`; lists of alike rows become a table, deeper things stay JSON. */
export function showAnswer(answer: OperatorAnswer): string {
  const names = Object.keys(answer);
  const width = Math.max(0, ...names.map((name) => name.length));
  return names
    .map((name) => {
      const value = answer[name];
      if (isLines(value)) return [name, ...value.map((line) => `  ${line}`)].join('\n');
      if (isTable(value)) return `${name}\n${showTable(value)}`;
      return `${name.padEnd(width)}  ${showValue(value)}`;
    })
    .join('\n');
}

function showValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Sentences, of which each gets a line. */
function isLines(value: unknown): value is string[] {
  const isLine = (one: unknown) => typeof one === 'string' && one.includes(' ');
  return Array.isArray(value) && value.length > 0 && value.every(isLine);
}

function isTable(value: unknown): value is Record<string, unknown>[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
  );
}

function showTable(rows: readonly Record<string, unknown>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns, ...rows.map((row) => columns.map((name) => showValue(row[name] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index].length)));
  return cells
    .map((row) => `  ${row.map((cell, index) => cell.padEnd(widths[index])).join('  ')}`.trimEnd())
    .join('\n');
}
