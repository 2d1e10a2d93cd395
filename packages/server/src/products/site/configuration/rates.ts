// What one USDT is worth: in currencies as the operator fixed it, in BTC and ETH at last prices.
import { formatDecimal, parseDecimal } from '@isobath/core/math';
import type { CurrencyRate } from '@isobath/wire';
import type { Session } from '../../../base/db/index.ts';

/** Last price of a coin in USDT as text, undefined while no market has made one. */
export type ReadUsdtPrice = (shortName: string) => string | undefined;

const COINS = ['BTC', 'ETH'] as const;
const SCALE = 12;

function invert(price: string): string | undefined {
  const units = parseDecimal(price, SCALE);
  if (units === 0n) return undefined;
  return formatDecimal(10n ** BigInt(2 * SCALE) / units, SCALE);
}

/** What one USDT is worth in a currency of daily life; undefined when it is not offered. */
export async function readCurrencyRate(
  session: Session,
  currencyCode: string,
): Promise<string | undefined> {
  const rows = await session.query<{ rate: string }>(
    'SELECT round(rate, 12) AS rate FROM currencies WHERE is_offered AND currency_code = $1',
    [currencyCode],
  );
  return rows[0]?.rate;
}

/** Read all rates. */
export async function readRates(
  session: Session,
  readUsdtPrice: ReadUsdtPrice,
  nowMs: number,
): Promise<CurrencyRate[]> {
  const rows = await session.query<{ currency_code: string; rate: string; rate_at: Date }>(
    'SELECT currency_code, rate, rate_at FROM currencies WHERE is_offered ORDER BY id',
  );
  const rates: CurrencyRate[] = [
    { currencyCode: 'USDT', rate: '1', asOf: nowMs, source: 'market' },
  ];
  for (const shortName of COINS) {
    const price = readUsdtPrice(shortName);
    const rate = price === undefined ? undefined : invert(price);
    if (rate === undefined) continue;
    rates.push({ currencyCode: shortName, rate, asOf: nowMs, source: 'market' });
  }
  for (const row of rows) {
    const asOf = row.rate_at.getTime();
    rates.push({ currencyCode: row.currency_code, rate: row.rate, asOf, source: 'operator' });
  }
  return rates;
}
