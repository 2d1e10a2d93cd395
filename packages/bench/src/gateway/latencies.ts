/** Durations of one kind, in milliseconds. */
export interface Latencies {
  add(ms: number): void;
  readonly count: number;
  /** Everything that was added. */
  list(): readonly number[];
  /** @param share - such as 0.99; NaN when nothing was added. */
  read(share: number): number;
}

/** The three figures every latency is told by, in milliseconds. */
export interface Quantiles {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
}

/** Collect durations. */
export function collectLatencies(): Latencies {
  const values: number[] = [];
  let isSorted = true;
  return {
    add(ms) {
      values.push(ms);
      isSorted = false;
    },
    list: () => values,
    get count() {
      return values.length;
    },
    read(share) {
      if (!isSorted) values.sort((one, other) => one - other);
      isSorted = true;
      const at = Math.min(values.length - 1, Math.floor(values.length * share));
      return values[at] ?? Number.NaN;
    },
  };
}

/** p50, p99 and p99.9 of what was collected, to a thousandth of a millisecond. */
export function readQuantiles(latencies: Latencies): Quantiles {
  const read = (share: number) => Math.round(latencies.read(share) * 1_000) / 1_000;
  return { count: latencies.count, p50: read(0.5), p99: read(0.99), p999: read(0.999) };
}
