import { EXIT, Refusal } from '@isobath/server/operator';

/**
 * Read a time an operator wrote.
 *
 * @param option - the option's name, for the refusal.
 * @returns UTC milliseconds.
 * @errors Refusal 64.
 */
export function parseTime(option: string, text: string): number {
  const atMs = /^\+\d+$/.test(text) ? Date.now() + Number(text.slice(1)) * 1_000 : Date.parse(text);
  if (Number.isFinite(atMs)) return atMs;
  const line = `--${option} ${text} is neither like 2030-01-31T12:00:00Z nor +60`;
  throw new Refusal(EXIT.usage, line);
}
