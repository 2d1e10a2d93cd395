/**
 * The standard words that components say by themselves; the application brings them translated.
 * Everything else a component says comes through its own props.
 */
export type UiWords = {
  close: string;
  retry: string;
  copy: string;
  copied: string;
  clear: string;
  clearAll: string;
  search: string;
  recent: string;
  noMatches: string;
  loading: string;
  sending: string;
  increase: string;
  decrease: string;
  max: string;
  showPassword: string;
  hidePassword: string;
  columns: string;
  sortBy: string;
  rowActions: string;
  fold: string;
  unfold: string;
  resize: string;
  previous: string;
  next: string;
  more: string;
  hiddenAmount: string;
  opensNewWindow: string;
  notifications: string;
  dragToClose: string;
  noRowsMatch: string;
  bids: string;
  asks: string;
  /** Bar of a lost network, with the time of the data: "Offline - showing data from 12:04:31". */
  offlineSince: (time: string) => string;
  liveAgain: string;
  /** Stale feed: "Last update 7 s ago". */
  staleFor: (seconds: number) => string;
  /** Countdown mark of days: "d". */
  dayMark: string;
  /** Code of an error in small text: "Code 10008". */
  errorCode: (code: string) => string;
  /** Faults of fields when a form is sent. */
  mustBeFilled: string;
  mustBeTicked: string;
  /** A text with more characters than are taken, all of which stand there. */
  tooLong: (max: number, count: number) => string;
  notAnEmail: string;
  /** Faults of a number; the example has the language's marks: "1,234.55". */
  numberUnreadable: (example: string) => string;
  numberMarks: (example: string) => string;
  /** More decimals than allowed, which may be none. */
  numberDecimals: (most: number) => string;
  numberIncomplete: string;
  numberSign: string;
  /** Out of the range of a field, or left empty where there must be one. */
  numberRange: (min: string, max: string) => string;
};
