// Keeps what a page shows as new as the newest step of its reader: it asks at most once a second,
// says when the answer does not come, and goes on asking until it does.
// Not the private channel itself, which says that there is something new. Used by pages of assets
// and by the chart.

const REFRESH_MS = 1_000;
const AGAIN_MS = 2_000;

/** Who asks and who shows. */
export interface RefresherParts<TData> {
  /** Read with `minSeq`; refused while the tables are behind it. */
  readonly load: (minSeq: string) => Promise<TData>;
  readonly show: (data: TData) => void;
  /** Told with true when an answer failed to come, with false when one came after all. */
  readonly sayLate: (isLate: boolean) => void;
}

/** Make one. */
export function createRefresher<TData>({ load, show, sayLate }: RefresherParts<TData>) {
  let newestStep = 0;
  let hasNews = false;
  let isAsking = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    timer = undefined;
    isAsking = true;
    hasNews = false;
    let waitMs = REFRESH_MS;
    try {
      const data = await load(String(newestStep));
      if (isStopped) return;
      show(data);
      sayLate(false);
    } catch {
      if (isStopped) return;
      sayLate(true);
      hasNews = true;
      waitMs = AGAIN_MS;
    }
    isAsking = false;
    if (hasNews) askIn(waitMs);
  }

  function askIn(waitMs: number): void {
    timer ??= setTimeout(() => void ask(), waitMs);
  }

  return {
    /** Something happened up to this step, 0 = it is not known which. */
    report(step: number): void {
      newestStep = Math.max(newestStep, step);
      hasNews = true;
      if (!isAsking) askIn(REFRESH_MS);
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
