// Which refusals a route can give, and the table of all of them.
// Not here: their words in other languages (texts).
// Used by pages.ts and openapi.ts.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rejects } from '@isobath/core';
import { type ErrorRow, errors, type Route } from '@isobath/wire';

/** One refusal as documents show it; `facts` are the whole numbers it carries. */
export interface Refusal {
  readonly word: string;
  readonly code: number;
  readonly status: number;
  readonly meaning: string;
  readonly facts: readonly string[];
}

function readTexts(root: string): Record<string, string> {
  const path = join(root, 'packages/texts/src/en_US/errors.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {};
}

/** Every refusal there is: those of the edge and the products, then the rejects of the core. */
export function listRefusals(root: string): { edge: Refusal[]; core: Refusal[] } {
  const texts = readTexts(root);
  const edge = Object.entries<ErrorRow>(errors).map(([word, row]) => ({ word, ...row, facts: [] }));
  const core = Object.entries(rejects).map(([word, [code, ...facts]]) => ({
    word,
    code,
    status: 200,
    meaning: texts[word] ?? word.replaceAll('_', ' '),
    facts,
  }));
  return { edge, core };
}

/** The words a call of this route can be refused with, by what the route asks for. */
export function refusalsOf(route: Route): string[] {
  const isWrite = route.method !== 'GET';
  const words = ['rate_limited', 'internal'];
  if (route.role !== 'public') words.push('not_signed_in');
  if (route.role === 'operator') words.push('forbidden');
  if (route.path.includes('/sandbox/')) words.push('sandbox_only');
  if (route.query !== undefined || route.body !== undefined) words.push('invalid');
  if (isWrite) words.push('csrf', 'malformed_json', 'unsupported_media', 'too_large');
  if (route.rate === 'order') words.push('halted', 'cancel_only', 'outcome_unknown', 'disk_full');
  if (route.rate === 'order') words.push('key_reused');
  return words;
}
