// Whether the sum of all balances of each coin is still zero, asked of the engine coin by coin, one
// a second: a coin's sum is zero at every moment, so coins need not be asked at the same one. Only
// looks and tells; `verify` proves it from the journal. Kept by the edge's process for /metrics.
import type { MarketRegistry } from '../base/market/index.ts';
import type { EngineClient } from '../engine/index.ts';

/** What was found of one coin. */
export interface CoinDifference {
  readonly asset: string;
  /** Base units; anything but 0 means that money was made or lost. */
  readonly units: bigint;
}

/** The running look. */
export interface Reconciliation {
  readonly list: () => readonly CoinDifference[];
  /** Seconds since the coin that was looked at longest ago; Infinity before all were. */
  readonly readAge: () => number;
  /** Look at the next coin. */
  look(): Promise<void>;
  close(): void;
}

interface Found {
  readonly units: bigint;
  readonly atMs: number;
}

const LOOK_EVERY_MS = 1_000;

/** Begin to look. */
export function createReconciliation(parts: {
  readonly engine: Pick<EngineClient, 'ask' | 'isConnected'>;
  readonly markets: Pick<MarketRegistry, 'listCoins'>;
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
}): Reconciliation {
  const { engine, markets, readNowMs, report } = parts;
  const found = new Map<string, Found>();
  let turn = 0;
  let isLooking = false;

  async function look(): Promise<void> {
    const coins = markets.listCoins();
    if (isLooking || coins.length === 0 || !engine.isConnected) return;
    isLooking = true;
    turn = (turn + 1) % coins.length;
    const { coinId, shortName } = coins[turn];
    try {
      const answer = await engine.ask<{ isKnown: boolean; units: string }>('total', {
        assetId: coinId,
      });
      if (answer.isKnown) {
        found.set(shortName, { units: BigInt(answer.units), atMs: readNowMs() });
      }
    } finally {
      isLooking = false;
    }
  }

  const timer = setInterval(() => void look().catch(report), LOOK_EVERY_MS);
  timer.unref();
  return {
    list: () => [...found].map(([asset, { units }]) => ({ asset, units })),
    readAge() {
      const seen = markets.listCoins().map(({ shortName }) => found.get(shortName)?.atMs ?? 0);
      const oldestMs = Math.min(...seen);
      return oldestMs > 0 && seen.length > 0 ? (readNowMs() - oldestMs) / 1_000 : Infinity;
    },
    look,
    close: () => clearInterval(timer),
  };
}
