import { EXIT, Refusal } from '@isobath/server/operator';

/**
 * Read a time an operator wrote.
 *
 * @param option - the option's name, for the refusal.
 * @returns UTC milliseconds.
 * @errors Refusal 64.
 */
export function parseTime(option: string, text: string): number {
  const atMs = readTime(text);
  if (Number.isFinite(atMs)) return atMs;
  const line = `--${option} ${text} is none of 2030-01-31T12:00:00Z, +60 and UTC milliseconds`;
  throw new Refusal(EXIT.usage, line);
}

function readTime(text: string): number {
  if (/^\+\d+$/.test(text)) return Date.now() + Number(text.slice(1)) * 1_000;
  // As every answer says times; a year alone is shorter.
  if (/^\d{12,14}$/.test(text)) return Number(text);
  return /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
}
