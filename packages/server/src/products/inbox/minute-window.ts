// Highs, lows and closes of the last 24 hours, minute by minute, for one market with alerts.
// Pure. Kept by alert-watch.ts.

/** One minute; prices in ticks. */
export interface Minute {
  readonly openMs: number;
  highTicks: number;
  lowTicks: number;
  closeTicks: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A market's last 24 hours; add in the order of time. */
export class MinuteWindow {
  #minutes: Minute[];

  /** @param minutes - stored ones, oldest first. */
  constructor(minutes: readonly Minute[] = []) {
    this.#minutes = minutes.map((minute) => ({ ...minute }));
  }

  add(atMs: number, priceTicks: number): void {
    const openMs = atMs - (atMs % MINUTE_MS);
    const last = this.#minutes.at(-1);
    if (last === undefined || last.openMs < openMs) {
      const fromMs = openMs - DAY_MS;
      if ((this.#minutes[0]?.openMs ?? openMs) < fromMs) {
        this.#minutes = this.#minutes.filter((minute) => minute.openMs >= fromMs);
      }
      this.#minutes.push({
        openMs,
        highTicks: priceTicks,
        lowTicks: priceTicks,
        closeTicks: priceTicks,
      });
      return;
    }
    last.highTicks = Math.max(last.highTicks, priceTicks);
    last.lowTicks = Math.min(last.lowTicks, priceTicks);
    last.closeTicks = priceTicks;
  }

  /** Last price at or before a time, undefined when that is not known. */
  readClose(atMs: number): number | undefined {
    return this.#minutes.findLast((minute) => minute.openMs + MINUTE_MS <= atMs)?.closeTicks;
  }

  /** Highest and lowest price of the 24 hours before now; undefined with less than an hour. */
  readExtremes(nowMs: number): { highTicks: number; lowTicks: number } | undefined {
    const day = this.#minutes.filter((minute) => minute.openMs >= nowMs - DAY_MS);
    if (day.length === 0 || nowMs - day[0].openMs < 60 * MINUTE_MS) return undefined;
    return {
      highTicks: Math.max(...day.map((minute) => minute.highTicks)),
      lowTicks: Math.min(...day.map((minute) => minute.lowTicks)),
    };
  }
}
