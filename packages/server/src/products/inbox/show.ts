import type { MessageRow } from '@isobath/wire';
import { type NoticeFacts, readKind } from '../../base/notices/index.ts';

/** Gives a message's sentence: language, key in the `inbox` texts, values. */
export type SpeakNotice = (locale: string, key: string, facts: NoticeFacts) => string;

/** A stored message. */
export interface NoticeRecord {
  readonly notice_id: number;
  readonly kind: string;
  readonly module_code: number;
  readonly submodule_code: number;
  readonly facts: NoticeFacts;
  readonly at_ms: number;
  readonly is_read: boolean;
}

/** A message in the reader's language. */
export function showMessage(row: NoticeRecord, locale: string, speak: SpeakNotice): MessageRow {
  const kind = readKind(row.kind);
  const jumpLink = kind?.readLink(row.facts) ?? '';
  return {
    id: String(row.notice_id),
    title: speak(locale, `notice.${row.kind}.title`, row.facts),
    content: speak(locale, `notice.${row.kind}.content`, row.facts),
    createdTime: row.at_ms,
    read: row.is_read,
    hasLink: jumpLink !== '',
    bizType: kind?.bizType ?? 0,
    moduleCode: row.module_code,
    submoduleCode: row.submodule_code,
    jumpLink,
    supportCode: '',
    dataJson: JSON.stringify(row.facts),
  };
}
