import { writeNumber } from '@isobath/texts';
import type { MessageRow } from '@isobath/wire';
import { type NotificationFacts, readKind } from '../../base/notifications/index.ts';

/** Gives a message's sentence: language, key in the `inbox` texts, values. */
export type TranslateNotification = (
  locale: string,
  key: string,
  facts: NotificationFacts,
) => string;

/** A stored message. */
export interface NotificationRecord {
  readonly notice_id: number;
  readonly kind: string;
  readonly module_code: number;
  readonly submodule_code: number;
  readonly facts: NotificationFacts;
  readonly at_ms: number;
  readonly is_read: boolean;
}

const FALLBACK = 'en_US';

/** Facts that are numbers: in a sentence they are written as the reader's language does. */
const NUMBERS = [
  'amount',
  'executed',
  'quantity',
  'average',
  'alertValue',
  'currentPrice',
  'changeMove',
];

/** Facts that programs read as numbers; amounts stay text. */
const WHOLE_NUMBERS: ReadonlySet<string> = new Set(['alertType', 'event', 'marketPeriod']);

/** Facts in one language: `title.de_DE` becomes `title`, English where there is no other. */
function readFacts(facts: NotificationFacts, locale: string): NotificationFacts {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(facts)) {
    const [stem = '', language] = name.split('.');
    const isElsewhere = language === FALLBACK && facts[`${stem}.${locale}`] !== undefined;
    if (language === undefined) shown[name] = value;
    else if (language === locale || (language === FALLBACK && !isElsewhere)) shown[stem] = value;
  }
  return shown;
}

/** Facts as they stand in a sentence. */
function writeFacts(facts: NotificationFacts, locale: string): NotificationFacts {
  const written: Record<string, string> = { ...facts };
  for (const name of NUMBERS) {
    const value = facts[name];
    if (value !== undefined) written[name] = writeNumber(value, locale);
  }
  return written;
}

/** A message in the reader's language. */
export function showMessage(
  row: NotificationRecord,
  locale: string,
  translate: TranslateNotification,
): MessageRow {
  const kind = readKind(row.kind);
  const facts = readFacts(row.facts, locale);
  const jumpLink = kind?.readLink(facts) ?? '';
  const words = kind?.words ?? row.kind;
  const values = writeFacts(facts, locale);
  return {
    id: String(row.notice_id),
    title: translate(locale, `notice.${words}.title`, values),
    content: translate(locale, `notice.${words}.content`, values),
    createdTime: row.at_ms,
    read: row.is_read,
    hasLink: jumpLink !== '',
    bizType: kind?.bizType ?? 0,
    moduleCode: row.module_code,
    submoduleCode: row.submodule_code,
    jumpLink,
    supportCode: facts['supportCode'] ?? '',
    dataJson: JSON.stringify(facts, (name, value: unknown) =>
      WHOLE_NUMBERS.has(name) ? Number(value) : value,
    ),
  };
}
