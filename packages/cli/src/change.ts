import { EXIT, Refusal } from '@isobath/server/operator';

/** Read `NAME=VALUE` of a `--set`. @errors Refusal 64 when it is none. */
export function parseChange(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new Refusal(EXIT.usage, `--set ${text} is not like NAME=VALUE`);
}
