// Cold storage at the desk: what is there, and asking for another cold address or other levels.
// Called by the edge; what two agreed to is carried out by cold-works.ts.
import { formatDecimal } from '@isobath/core/math';
import { coldDeskRoutes, type DeskLimits } from '@isobath/wire';
import type { Approvals } from '../../../base/approvals/index.ts';
import type { Database } from '../../../base/db/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import { type RouteHandler, serve } from '../../../base/product/index.ts';
import { operatorOf } from '../of-call.ts';
import { checkColdAddress, readLimits } from './cold-works.ts';

/** What it stands on. */
export interface ColdParts {
  readonly database: Database;
  readonly markets: MarketRegistry;
  readonly approvals: () => Pick<Approvals, 'make'>;
  readonly readNowMs: () => number;
}

/** SQL: the request of a kind about the row `own` that waits for another operator. */
const waiting = (kind: string, isOne: string) => `coalesce((SELECT max(approval_id)
    FROM approvals WHERE kind = '${kind}' AND state = 'pending' AND expires_at > $1
      AND (payload::jsonb ->> 'networkId')::int = own.network_id ${isOne}), 0)::int8
      AS approval_id`;

/** Lists of the signer's policy that hold; nothing before it was asked. */
const POLICY = `
  SELECT (one ->> 'network')::int AS network_id, one FROM signer_states,
    jsonb_array_elements(policy -> 'networks') AS one`;

async function readAddresses({ database, readNowMs }: ColdParts) {
  const rows = await database.query<{
    network_id: number;
    name: string;
    address: string;
    is_in_policy: boolean;
    approval_id: number;
  }>(
    `WITH listed AS (${POLICY})
     SELECT network_id, name, coalesce(address, '') AS address,
       coalesce(one -> 'coldAddresses' ? address, false) AS is_in_policy,
       ${waiting('cold.address', '')}
     FROM networks AS own LEFT JOIN cold_addresses USING (network_id)
       LEFT JOIN listed USING (network_id) ORDER BY network_id`,
    [new Date(readNowMs())],
  );
  return rows.map((row) => ({
    networkId: row.network_id,
    network: row.name,
    address: row.address,
    isInPolicy: row.is_in_policy,
    approvalId: row.approval_id,
  }));
}

interface UnitsRow {
  readonly network: string;
  readonly asset_id: number;
  readonly units: string;
}

function showUnits({ network, asset_id: assetId, units }: UnitsRow, { coinById }: MarketRegistry) {
  const coin = coinById(assetId);
  const amount = formatDecimal(BigInt(units), coin?.scale ?? 0);
  return { network, coin: coin?.shortName ?? '', amount };
}

async function readRefills({ database, markets }: ColdParts) {
  const rows = await database.query<UnitsRow & { refill_id: number; asked_at_ms: number }>(
    `SELECT refill_id, name AS network, asset_id, units::text, asked_at_ms
     FROM cold_refills JOIN networks USING (network_id) WHERE over_at_ms = 0 ORDER BY refill_id`,
  );
  return rows.map((row) => ({
    refillId: row.refill_id,
    ...showUnits(row, markets),
    askedAt: row.asked_at_ms,
  }));
}

async function readMoves({ database, markets }: ColdParts) {
  const rows = await database.query<
    UnitsRow & { send_id: number; state: string; txid: string; made_at_ms: number }
  >(
    `SELECT send_id, name AS network, own.asset_id, own.units::text, own.state, own.made_at_ms,
       coalesce((SELECT txid FROM chain_sends AS sends WHERE sends.send_id = own.send_id), '')
         AS txid
     FROM cold_moves AS own JOIN networks USING (network_id) ORDER BY send_id DESC LIMIT 20`,
  );
  return rows.map((row) => ({
    sendId: row.send_id,
    ...showUnits(row, markets),
    state: row.state,
    txHash: row.txid,
    madeAt: row.made_at_ms,
  }));
}

interface Caps {
  readonly perTransactionRaw: string;
  readonly perHourRaw: string;
  readonly perDayRaw: string;
  readonly approveAboveRaw: string;
  readonly perHourCount: number;
}

function showCaps(caps: Caps | null, decimals: number): DeskLimits['caps'] {
  if (caps === null) return null;
  const say = (raw: string) => formatDecimal(BigInt(raw), decimals);
  return {
    transaction: say(caps.perTransactionRaw),
    hour: say(caps.perHourRaw),
    day: say(caps.perDayRaw),
    approveAbove: say(caps.approveAboveRaw),
    hourCount: caps.perHourCount,
  };
}

interface LimitsRow {
  readonly network_id: number;
  readonly network: string;
  readonly asset_id: number;
  readonly decimals: number;
  readonly low: string | null;
  readonly target: string | null;
  readonly high: string | null;
  readonly hour_floor: string;
  readonly day_floor: string;
  readonly caps: Caps | null;
  readonly approval_id: number;
}

async function readAllLimits({ database, markets, readNowMs }: ColdParts): Promise<DeskLimits[]> {
  const rows = await database.query<LimitsRow>(
    `WITH listed AS (${POLICY})
     SELECT own.network_id, name AS network, own.asset_id, own.decimals,
       hot_low_units::text AS low, hot_target_units::text AS target, hot_high_units::text AS high,
       breaker_hour_units::text AS hour_floor, breaker_day_units::text AS day_floor,
       (SELECT asset FROM jsonb_array_elements(one -> 'assets') AS asset
         WHERE lower(coalesce(asset ->> 'token', '')) = own.contract LIMIT 1) AS caps,
       ${waiting('cold.limits', "AND (payload::jsonb ->> 'coinId')::int = own.asset_id")}
     FROM network_assets AS own JOIN networks USING (network_id)
       LEFT JOIN listed USING (network_id) ORDER BY own.network_id, own.asset_id`,
    [new Date(readNowMs())],
  );
  return rows.map((row) => {
    const coin = markets.coinById(row.asset_id);
    const say = (units: string) => formatDecimal(BigInt(units), coin?.scale ?? 0);
    const sayLevel = (units: string | null) => (units === null ? '' : say(units));
    return {
      networkId: row.network_id,
      network: row.network,
      coinId: row.asset_id,
      coin: coin?.shortName ?? '',
      low: sayLevel(row.low),
      target: sayLevel(row.target),
      high: sayLevel(row.high),
      hourFloor: say(row.hour_floor),
      dayFloor: say(row.day_floor),
      caps: showCaps(row.caps, row.decimals),
      approvalId: row.approval_id,
    };
  });
}

/** Handlers of cold storage. */
export function createColdDesk(parts: ColdParts): RouteHandler[] {
  const { database, markets, approvals } = parts;
  return [
    serve(coldDeskRoutes.readCold, async () => ({
      addresses: await readAddresses(parts),
      refills: await readRefills(parts),
      moves: await readMoves(parts),
      limits: await readAllLimits(parts),
    })),
    serve(coldDeskRoutes.setColdAddress, async (call) => {
      const { networkId, reason } = call.body;
      const address = await checkColdAddress(database, networkId, call.body.address);
      const asked = { kind: 'cold.address', payload: { networkId, address }, reason } as const;
      return { approvalId: await approvals().make(operatorOf(call), asked) };
    }),
    serve(coldDeskRoutes.setLimits, async (call) => {
      const { reason, ...limits } = call.body;
      await readLimits(database, markets, limits);
      const asked = { kind: 'cold.limits', payload: limits, reason } as const;
      return { approvalId: await approvals().make(operatorOf(call), asked) };
    }),
  ];
}
