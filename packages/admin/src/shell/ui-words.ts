// The design system's standard words, from the shell's texts.
import type { UiWords } from '@isobath/ui';
import type { Translate } from '../base/texts.tsx';

const plainWords = [
  'close',
  'retry',
  'copy',
  'copied',
  'clear',
  'clearAll',
  'search',
  'recent',
  'noMatches',
  'loading',
  'sending',
  'increase',
  'decrease',
  'max',
  'showPassword',
  'hidePassword',
  'columns',
  'sortBy',
  'rowActions',
  'fold',
  'unfold',
  'resize',
  'previous',
  'next',
  'more',
  'hiddenAmount',
  'opensNewWindow',
  'notifications',
  'dragToClose',
  'noRowsMatch',
  'bids',
  'asks',
  'liveAgain',
  'dayMark',
  'mustBeFilled',
  'mustBeTicked',
  'notAnEmail',
  'numberIncomplete',
  'numberSign',
] as const satisfies readonly (keyof UiWords)[];

type PlainWord = (typeof plainWords)[number];

/** Fill the words of ui with the texts of the console's language. */
export function makeUiWords(t: Translate<'shell'>): UiWords {
  const plain = Object.fromEntries(plainWords.map((word) => [word, t(`ui.${word}`)])) as Record<
    PlainWord,
    string
  >;
  return {
    ...plain,
    offlineSince: (time) => t('ui.offlineSince', { time }),
    staleFor: (seconds) => t('ui.staleFor', { seconds }),
    tooLong: (max, count) => t('ui.tooLong', { max, count }),
    errorCode: (code) => t('ui.errorCode', { code }),
    numberUnreadable: (example) => t('ui.numberUnreadable', { example }),
    numberMarks: (example) => t('ui.numberMarks', { example }),
    numberDecimals: (most) => t(most === 0 ? 'ui.numberWhole' : 'ui.numberDecimals', { most }),
    numberRange: (min, max) => t('ui.numberRange', { min, max }),
  };
}
