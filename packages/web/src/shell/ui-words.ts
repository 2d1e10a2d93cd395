// The design system's standard words, from the shell's texts.
import type { UiWords } from '@isobath/ui';
import type { Say } from '../base/texts.tsx';

/** Fill the words of ui with the texts of the page's language. */
export function makeUiWords(t: Say<'shell'>): UiWords {
  return {
    close: t('ui.close'),
    retry: t('ui.retry'),
    copy: t('ui.copy'),
    copied: t('ui.copied'),
    clear: t('ui.clear'),
    clearAll: t('ui.clearAll'),
    search: t('ui.search'),
    recent: t('ui.recent'),
    noMatches: t('ui.noMatches'),
    loading: t('ui.loading'),
    sending: t('ui.sending'),
    increase: t('ui.increase'),
    decrease: t('ui.decrease'),
    max: t('ui.max'),
    showPassword: t('ui.showPassword'),
    hidePassword: t('ui.hidePassword'),
    columns: t('ui.columns'),
    sortBy: t('ui.sortBy'),
    rowActions: t('ui.rowActions'),
    fold: t('ui.fold'),
    unfold: t('ui.unfold'),
    resize: t('ui.resize'),
    previous: t('ui.previous'),
    next: t('ui.next'),
    more: t('ui.more'),
    hiddenAmount: t('ui.hiddenAmount'),
    opensNewWindow: t('ui.opensNewWindow'),
    notifications: t('ui.notifications'),
    dragToClose: t('ui.dragToClose'),
    noRowsMatch: t('ui.noRowsMatch'),
    bids: t('ui.bids'),
    asks: t('ui.asks'),
    offlineSince: (time) => t('ui.offlineSince', { time }),
    liveAgain: t('ui.liveAgain'),
    staleFor: (seconds) => t('ui.staleFor', { seconds }),
    dayMark: t('ui.dayMark'),
    errorCode: (code) => t('ui.errorCode', { code }),
    mustBeFilled: t('ui.mustBeFilled'),
    mustBeTicked: t('ui.mustBeTicked'),
    notAnEmail: t('ui.notAnEmail'),
  };
}
