// Price alerts as people keep them: rows in the database and their words on the wire.
// When one fires is decided in alert-watch.ts.
import { formatDecimal, parseDecimal } from '@isobath/core/math';
import { alertTypes, type PriceAlert } from '@isobath/wire';
import type { Database, Session } from '../../base/db/index.ts';
import type { Market, MarketRegistry } from '../../base/market/index.ts';
import { refuse, refuseField } from '../../base/product/index.ts';

/** A stored alert. */
export interface AlertRecord {
  readonly alert_id: number;
  readonly owner_id: number;
  readonly instrument_id: number;
  readonly alert_type: number;
  readonly price_ticks: number;
  readonly move_bps: number;
  readonly window_minutes: number;
  readonly repeat: 'once' | 'daily' | 'always';
  readonly created_at_ms: number;
  fired_at_ms: number;
}

/** What a person asks for. */
export type AlertTerms = Pick<
  PriceAlert,
  'symbol' | 'alertType' | 'alertValue' | 'windowMinutes' | 'repeat'
>;

/** Alerts of people. */
export interface Alerts {
  list(ownerId: number): Promise<AlertRecord[]>;
  listAll(): Promise<AlertRecord[]>;
  /** @errors a refusal that names the bad field, or too many. */
  add(ownerId: number, terms: AlertTerms): Promise<AlertRecord>;
  remove(ownerId: number, alertId: string): Promise<boolean>;
  /** Note that it fired. @returns false when somebody else did, or it is gone. */
  markFired(session: Session, alert: AlertRecord, atMs: number): Promise<boolean>;
  show(alert: AlertRecord): PriceAlert | undefined;
}

const ALERTS_MAX = 50;
const MARKET_ALERTS_MAX = 10;
/** A move below a tenth of a per cent is noise, one above 1000 % a mistake. */
const MOVE_BPS = { min: 10, max: 100_000 };
const BPS_DECIMALS = 2;

/** Whether it may fire again at all. */
export function isAlertActive(alert: AlertRecord): boolean {
  return alert.repeat !== 'once' || alert.fired_at_ms === 0;
}

function parseValue(text: string, decimals: number): bigint {
  if (/[1-9]/.test((text.split('.')[1] ?? '').slice(decimals))) {
    throw refuseField('alertValue', 'decimals');
  }
  return parseDecimal(text, decimals);
}

/** The numbers of an alert's terms, zero where its type has none. */
function readNumbers(terms: AlertTerms, market: Market) {
  const none = { price_ticks: 0, move_bps: 0, window_minutes: 0 };
  if (terms.alertType === alertTypes.extreme) return none;
  if (terms.alertType === alertTypes.move) {
    if (terms.windowMinutes === 0) throw refuseField('windowMinutes', 'missing');
    const bps = parseValue(terms.alertValue, BPS_DECIMALS);
    if (bps < BigInt(MOVE_BPS.min) || bps > BigInt(MOVE_BPS.max)) {
      throw refuseField('alertValue', 'range');
    }
    return { ...none, move_bps: Number(bps), window_minutes: terms.windowMinutes };
  }
  const ticks = parseValue(terms.alertValue, market.priceDecimals);
  if (ticks < BigInt(market.priceTicksMin) || ticks > BigInt(market.priceTicksMax)) {
    throw refuseField('alertValue', 'range');
  }
  return { ...none, price_ticks: Number(ticks) };
}

/** Open the alerts of a database. */
export function createAlerts(
  database: Database,
  markets: MarketRegistry,
  readNowMs: () => number,
): Alerts {
  const list = (ownerId: number) =>
    database.query<AlertRecord>(
      'SELECT * FROM price_alerts WHERE owner_id = $1 ORDER BY alert_id DESC',
      [ownerId],
    );

  function showValue(alert: AlertRecord, market: Market): string {
    if (alert.alert_type === alertTypes.extreme) return '0';
    return alert.alert_type === alertTypes.move
      ? formatDecimal(BigInt(alert.move_bps), BPS_DECIMALS)
      : formatDecimal(BigInt(alert.price_ticks), market.priceDecimals);
  }

  return {
    list,
    listAll: () => database.query<AlertRecord>('SELECT * FROM price_alerts'),
    async add(ownerId, terms) {
      const market = markets.marketBySymbol(terms.symbol);
      if (market === undefined) throw refuseField('symbol', 'unknown');
      const numbers = readNumbers(terms, market);
      return database.transaction(async (session) => {
        // One at a time a person, so that two requests cannot pass the limit together.
        await session.query('SELECT pg_advisory_xact_lock($1::bigint)', [ownerId]);
        const own = await session.query<{ instrument_id: number }>(
          'SELECT instrument_id FROM price_alerts WHERE owner_id = $1',
          [ownerId],
        );
        const here = own.filter((row) => row.instrument_id === market.instrumentId);
        if (own.length >= ALERTS_MAX) throw refuse('limit_reached', { max: String(ALERTS_MAX) });
        if (here.length >= MARKET_ALERTS_MAX) {
          throw refuse('limit_reached', { max: String(MARKET_ALERTS_MAX) });
        }
        const rows = await session.query<AlertRecord>(
          `INSERT INTO price_alerts (owner_id, instrument_id, alert_type, price_ticks, move_bps,
             window_minutes, repeat, created_at_ms)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING *`,
          [
            ownerId,
            market.instrumentId,
            terms.alertType,
            numbers.price_ticks,
            numbers.move_bps,
            numbers.window_minutes,
            terms.repeat,
            readNowMs(),
          ],
        );
        return rows[0];
      });
    },
    async remove(ownerId, alertId) {
      const count = await database.execute(
        'DELETE FROM price_alerts WHERE owner_id = $1 AND alert_id = $2',
        [ownerId, alertId],
      );
      return count > 0;
    },
    async markFired(session, alert, atMs) {
      const count = await session.execute(
        'UPDATE price_alerts SET fired_at_ms = $2 WHERE alert_id = $1 AND fired_at_ms < $2',
        [alert.alert_id, atMs],
      );
      return count > 0;
    },
    show(alert) {
      const market = markets.marketById(alert.instrument_id);
      if (market === undefined) return undefined;
      return {
        id: String(alert.alert_id),
        symbol: market.symbol,
        alertType: alert.alert_type,
        alertValue: showValue(alert, market),
        windowMinutes: alert.window_minutes as PriceAlert['windowMinutes'],
        repeat: alert.repeat,
        createdTime: alert.created_at_ms,
        firedTime: alert.fired_at_ms,
        isActive: isAlertActive(alert),
      };
    },
  };
}
