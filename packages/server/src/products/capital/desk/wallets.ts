// Hot wallets, what of the chains' comparison with the books, gas, the signer, transactions under
// way, locks of a person, and what of all that wants people. Read only. Called by the edge.
import { formatDecimal } from '@isobath/core/math';
import {
  comparedTerms,
  custodyDeskRoutes,
  type DeskAlarmKind,
  type DeskWallet,
} from '@isobath/wire';
import { readSecurityLock } from '../../../base/credentials/index.ts';
import { CHECK_LATE_MS } from '../../../base/custody/index.ts';
import type { Database } from '../../../base/db/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import { type RouteHandler, serve } from '../../../base/product/index.ts';
import { readOpenSends } from './sends.ts';

/** What it stands on. */
export interface WalletParts {
  readonly database: Database;
  readonly markets: MarketRegistry;
  readonly readNowMs: () => number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface WalletRow {
  readonly network_id: number;
  readonly network: string;
  readonly asset_id: number;
  readonly decimals: number;
  readonly height: number;
  readonly at_ms: number;
  readonly hot_raw: string;
  readonly hot_low: string | null;
  readonly hot_target: string | null;
  readonly hot_high: string | null;
  readonly hot_level: string;
  readonly flight: string;
  readonly flight_count: number;
  readonly terms: Readonly<Record<string, string>>;
  readonly difference: string;
  readonly sending_stop: string;
  readonly signed_hour: string;
  readonly signed_day: string;
}

// A payment is signed once, whatever its transaction offers later: its first send counts.
const WALLETS = `
  SELECT listed.network_id, networks.name AS network, listed.asset_id, listed.decimals,
    coalesce(height, 0)::int8 AS height, coalesce(at_ms, 0)::int8 AS at_ms,
    coalesce(hot_raw, 0)::text AS hot_raw, hot_low_units::text AS hot_low,
    hot_target_units::text AS hot_target, hot_high_units::text AS hot_high,
    coalesce(hot_level, '') AS hot_level, coalesce(terms, '{}') AS terms,
    coalesce(difference, 0)::text AS difference, sending_stop,
    coalesce(flight.units, 0)::text AS flight, coalesce(flight.count, 0)::int AS flight_count,
    coalesce(signed.hour_raw, 0)::text AS signed_hour,
    coalesce(signed.day_raw, 0)::text AS signed_day
  FROM network_assets AS listed JOIN networks USING (network_id)
    LEFT JOIN chain_recons USING (network_id, asset_id)
    LEFT JOIN LATERAL (SELECT sum(receives_units) AS units, count(*) AS count FROM withdrawals
      WHERE (network_id, asset_id) = (listed.network_id, listed.asset_id) AND NOT is_inside
        AND state IN ('queued', 'signing', 'signed', 'sent', 'mined')) AS flight ON true
    LEFT JOIN LATERAL (SELECT sum(receives_raw) AS day_raw,
        sum(receives_raw) FILTER (WHERE made_at_ms > $1) AS hour_raw
      FROM chain_sends AS sends JOIN chain_send_payments USING (send_id)
        JOIN withdrawals AS own USING (withdrawal_id)
      WHERE (own.network_id, own.asset_id) = (listed.network_id, listed.asset_id) AND member = 0
        AND made_at_ms > $2 AND sends.state NOT IN ('planned', 'refused')) AS signed ON true
  ORDER BY listed.network_id, listed.asset_id`;

const termWords: readonly string[] = comparedTerms;

const byWord = (one: string, other: string) =>
  (termWords.indexOf(one) + 1 || termWords.length + 1) -
  (termWords.indexOf(other) + 1 || termWords.length + 1);

function showWallet(row: WalletRow, { coinById }: MarketRegistry): DeskWallet {
  const coin = coinById(row.asset_id);
  const { decimals } = row;
  const scale = coin?.scale ?? 0;
  // Terms are of raw units times units a raw unit: of the finer of both.
  const sayTerm = (value: string) => formatDecimal(BigInt(value), Math.max(decimals, scale));
  const sayRaw = (value: string) => formatDecimal(BigInt(value), decimals);
  const sayUnits = (value: string | null) =>
    value === null ? '' : formatDecimal(BigInt(value), scale);
  const { holdings = '0', ...terms } = row.terms;
  return {
    networkId: row.network_id,
    network: row.network,
    coinId: row.asset_id,
    coin: coin?.shortName ?? '',
    height: row.height,
    comparedAt: row.at_ms,
    hot: sayRaw(row.hot_raw),
    low: sayUnits(row.hot_low),
    target: sayUnits(row.hot_target),
    high: sayUnits(row.hot_high),
    level: row.hot_level,
    inFlight: sayUnits(row.flight),
    inFlightCount: row.flight_count,
    holdings: sayTerm(holdings),
    terms: Object.keys(terms)
      .sort(byWord)
      .map((word) => ({ word, amount: sayTerm(terms[word] ?? '0') })),
    difference: sayTerm(row.difference),
    sendingStop: row.sending_stop,
    signedHour: sayRaw(row.signed_hour),
    signedDay: sayRaw(row.signed_day),
  };
}

interface GasRow {
  readonly network_id: number;
  readonly network: string;
  readonly asset_id: number;
  readonly decimals: number;
  readonly total_raw: string;
  readonly booked_units: string;
  readonly refused_at_ms: number;
  readonly refilled_at_ms: number;
}

async function readGas({ database, markets }: WalletParts) {
  const rows = await database.query<GasRow>(
    `SELECT network_id, networks.name AS network, asset_id, decimals, total_raw::text,
       booked_units::text, refused_at_ms, refilled_at_ms
     FROM gas_books JOIN networks USING (network_id) JOIN network_assets USING (network_id)
     WHERE contract = '' ORDER BY network_id`,
  );
  return rows.map((row) => {
    const coin = markets.coinById(row.asset_id);
    return {
      networkId: row.network_id,
      network: row.network,
      coin: coin?.shortName ?? '',
      paid: formatDecimal(BigInt(row.total_raw), row.decimals),
      booked: formatDecimal(BigInt(row.booked_units), coin?.scale ?? 0),
      shortSince: row.refused_at_ms,
      refilledAt: row.refilled_at_ms,
    };
  });
}

interface SignerRow {
  readonly is_frozen: boolean;
  readonly reasons: string[];
  readonly policy_hash: string;
  readonly officers_count: number;
  readonly at_ms: number;
}

async function readSigner({ database }: WalletParts) {
  const [row] = await database.query<SignerRow>(
    `SELECT is_frozen, reasons, policy_hash, at_ms,
       jsonb_array_length(policy->'officers') AS officers_count FROM signer_states`,
  );
  return {
    toldAt: row?.at_ms ?? 0,
    isFrozen: row?.is_frozen ?? false,
    reasons: row?.reasons ?? [],
    policyHash: row?.policy_hash ?? '',
    officersCount: row?.officers_count ?? 0,
  };
}

// A family is stuck when it has offered more as often as it may and still waits.
const ALARMS = `
  SELECT kind, count::int FROM (
    SELECT 1 AS place, 'network_halted' AS kind, count(*) FROM networks WHERE state = 'halted'
    UNION ALL SELECT 2, 'sending_stop', count(*) FROM network_assets WHERE sending_stop <> ''
    UNION ALL SELECT 3, 'difference', count(*) FROM chain_recons WHERE difference <> 0
    UNION ALL SELECT 4, 'signer_frozen', count(*) FROM signer_states WHERE is_frozen
    UNION ALL SELECT 5, 'gas_short', count(*) FROM gas_books
      WHERE refused_at_ms > 0 OR short_since_ms > 0 OR tank_short_since_ms > 0
    UNION ALL SELECT 6, 'withdrawals_stuck', count(*) FROM chain_sends
      WHERE state = 'sent' AND member >= 8
    UNION ALL SELECT 7, 'deposits_vanished', count(*) FROM deposits
      WHERE vanished_at_ms > 0 AND status <> 7
    UNION ALL SELECT 8, 'deposits_held', count(*) FROM deposits WHERE status = 11
    UNION ALL SELECT 9, 'withdrawals_review', count(*) FROM withdrawals WHERE state = 'review'
    UNION ALL SELECT 10, 'withdrawals_approval', count(*) FROM withdrawals
      WHERE state = 'waiting_approval'
    UNION ALL SELECT 11, 'claims_waiting', count(*) FROM deposit_claims WHERE status = 1
    UNION ALL SELECT 12, 'checks_late', count(*) FROM chain_checks
      WHERE state IN ('new', 'asked') AND made_at_ms <= $1)
    AS counted
  WHERE count > 0 ORDER BY place`;

async function readLocks({ database, markets, readNowMs }: WalletParts, ownerId: number) {
  const nowMs = readNowMs();
  const rows = await database.query<{
    lock_id: number;
    source: string;
    value_units: string;
    until_ms: number;
  }>(
    `SELECT lock_id, source, value_units::text, until_ms FROM withdrawal_locks
     WHERE owner_id = $1 AND until_ms > $2 ORDER BY until_ms, lock_id LIMIT 200`,
    [ownerId, nowMs],
  );
  const scale = markets.coinByName('USDT')?.scale ?? 0;
  return {
    securityUntil: await readSecurityLock(database, ownerId, nowMs),
    locks: rows.map((row) => ({
      lockId: row.lock_id,
      source: row.source,
      value: formatDecimal(BigInt(row.value_units), scale),
      until: row.until_ms,
    })),
  };
}

/** Handlers of custody's pages. */
export function createWalletDesk(parts: WalletParts): RouteHandler[] {
  const { database, markets, readNowMs } = parts;
  return [
    serve(custodyDeskRoutes.listSends, () => readOpenSends(database, markets)),
    serve(custodyDeskRoutes.listWallets, async () => {
      const nowMs = readNowMs();
      const rows = await database.query<WalletRow>(WALLETS, [nowMs - HOUR_MS, nowMs - DAY_MS]);
      return {
        wallets: rows.map((row) => showWallet(row, markets)),
        gas: await readGas(parts),
        signer: await readSigner(parts),
      };
    }),
    serve(custodyDeskRoutes.custodyAlarms, () =>
      database.query<{ kind: DeskAlarmKind; count: number }>(ALARMS, [
        parts.readNowMs() - CHECK_LATE_MS,
      ]),
    ),
    serve(custodyDeskRoutes.readLocks, ({ query: { ownerId } }) => readLocks(parts, ownerId)),
  ];
}
