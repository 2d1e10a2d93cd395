// Whether anything of a market is kept in its ticks and lots: orders, and with them trades and
// candles, and people's alerts. Asked before its decimals change, since all of it would be read by
// the new ones. Called by listing and by markets.ts.
import type { Platform } from '../../../base/modules/index.ts';
import { EXIT, Refusal } from '../../../base/process/exit.ts';
import { waitUntil } from '../../../base/process/wait.ts';

const WITHIN_MS = 10_000;

/** Reads it as of what is committed when it is asked. @errors when the tables do not get there. */
export function createMarketPast(
  { database, readDurable, steps }: Pick<Platform, 'database' | 'readDurable' | 'steps'>,
  withinMs: number = WITHIN_MS,
): (instrumentId: number) => Promise<boolean> {
  return async (instrumentId) => {
    const durableSequence = await readDurable();
    const isStored = async () => (await steps.readStored(database)) >= durableSequence;
    if (!(await waitUntil(isStored, withinMs))) {
      throw new Refusal(EXIT.failed, 'The tables are behind the journal: try again in a moment.');
    }
    const [row] = await database.query<{ has_past: boolean }>(
      `SELECT EXISTS (SELECT FROM spot_orders WHERE instrument_id = $1)
         OR EXISTS (SELECT FROM price_alerts WHERE instrument_id = $1) AS has_past`,
      [instrumentId],
    );
    return row?.has_past === true;
  };
}
