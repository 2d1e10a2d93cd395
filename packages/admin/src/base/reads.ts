// Reads of one page, one after the other: whoever begins anew ends the one that is still under way,
// and whoever leaves ends the last. It shows nothing and keeps no answer. Called by use-load.ts.

/** What came of a read that nobody ended. */
export type ReadOutcome<TData> = { readonly data: TData } | { readonly failure: unknown };

/** The reads of a page. */
export interface Reads<TData> {
  readonly isRunning: () => boolean;
  readonly begin: (load: (signal: AbortSignal) => Promise<TData>) => void;
  readonly end: () => void;
}

/** Make them. @param tell - hears of each that was not ended. */
export function createReads<TData>(report: (outcome: ReadOutcome<TData>) => void): Reads<TData> {
  let running: AbortController | null = null;
  const end = () => {
    running?.abort();
    running = null;
  };
  return {
    isRunning: () => running !== null,
    begin(load) {
      end();
      const own = new AbortController();
      running = own;
      const close = (outcome: ReadOutcome<TData>) => {
        if (running !== own) return;
        running = null;
        report(outcome);
      };
      load(own.signal).then(
        (data) => close({ data }),
        (failure: unknown) => close({ failure }),
      );
    },
    end,
  };
}
