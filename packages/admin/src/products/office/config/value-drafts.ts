// Between a value as JSON and the one text that a person edits, so that a change is seen by
// comparing texts. Not a check: the server alone says what may be set. Called by the forms.
import type { WebValueForm } from '@isobath/wire';

const minuteMs = 60_000;

/** A moment as the field for date and time has it, in the operator's zone. */
function showLocal(atMs: number): string {
  const local = new Date(atMs - new Date(atMs).getTimezoneOffset() * minuteMs);
  return local.toISOString().slice(0, 16);
}

const listLines = (draft: string) =>
  draft
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function showRow(row: unknown, parts: readonly string[]): string {
  const values = parts.map((part) => String((row as Record<string, unknown> | null)?.[part] ?? ''));
  return values.join(' | ').replace(/[ |]+$/, '');
}

/** The named parts of a line; the last part takes whatever bars are left. */
function parseRow(line: string, parts: Readonly<Record<string, 'text' | 'number'>>): object {
  const names = Object.keys(parts);
  const words = line.split('|').map((word) => word.trim());
  return Object.fromEntries(
    names.map((name, place) => {
      const isLast = place === names.length - 1;
      const word = isLast ? words.slice(place).join(' | ') : (words[place] ?? '');
      // What is no whole number goes as it is, for the server to object to.
      const isNumber = parts[name] === 'number' && /^\d{1,15}$/.test(word);
      return [name, isNumber ? Number(word) : word];
    }),
  );
}

/** What a person edits. @param json - the value as it is kept; a malformed one becomes empty. */
export function showDraft(form: WebValueForm, json: string): string {
  const value: unknown = JSON.parse(json);
  const list = Array.isArray(value) ? value : [];
  switch (form.kind) {
    case 'lines':
      return list.join('\n');
    case 'order':
      return list.join(',');
    case 'rows':
      return list.map((row) => showRow(row, Object.keys(form.parts))).join('\n');
    case 'brand':
      return json;
    case 'time':
      return typeof value === 'number' && value > 0 ? showLocal(value) : '';
    default:
      return String(value);
  }
}

/** The value of a draft as JSON. */
export function parseDraft(form: WebValueForm, draft: string): string {
  switch (form.kind) {
    case 'switch':
      return draft === 'true' ? 'true' : 'false';
    case 'choice':
      return String(Number(draft));
    case 'order':
      return `[${draft}]`;
    case 'lines':
      return JSON.stringify(listLines(draft));
    case 'rows':
      return JSON.stringify(listLines(draft).map((line) => parseRow(line, form.parts)));
    case 'brand':
      return draft;
    case 'time':
      return JSON.stringify(draft === '' ? 0 : new Date(draft).getTime());
    default:
      return JSON.stringify(draft.trim());
  }
}

/** Put a choice at a place of an order; one that stands elsewhere changes places. */
export function placeChoice(draft: string, place: number, choice: string): string {
  const chosen = draft === '' ? [] : draft.split(',');
  const next = [...chosen];
  const before = chosen.indexOf(choice);
  if (before !== -1) next[before] = chosen[place] ?? '';
  next[place] = choice;
  return next.filter((each) => each !== '').join(',');
}
