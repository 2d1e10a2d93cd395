// Contracts, their newest prices, candles of index, mark and premium, and settled funding rates,
// from committed events and nothing else. Run by the projector, with a watermark of its own.
import {
  type ContractDefined,
  type CoreEvent,
  EventKind,
  type FundingRoundOpened,
  MarkFlag,
  type MarksSet,
  type MarketStateChanged,
  MarketState,
} from '@isobath/core';
import type { Session } from '../../base/db/index.ts';
import type { Projection } from '../../base/projections/index.ts';
import { PriceCandles, PriceKind } from './candles.ts';

const INSERT_CONTRACTS = `INSERT INTO contracts
  SELECT * FROM jsonb_populate_recordset(null::contracts, $1)
  ON CONFLICT (instrument_id) DO UPDATE SET
    price_decimals = EXCLUDED.price_decimals, lot_decimals = EXCLUDED.lot_decimals,
    expiry_at_ms = EXCLUDED.expiry_at_ms, mark_clamp_ppm = EXCLUDED.mark_clamp_ppm,
    funding_hours = EXCLUDED.funding_hours, funding_cap_e8 = EXCLUDED.funding_cap_e8,
    impact_notional_units = EXCLUDED.impact_notional_units, state = EXCLUDED.state`;
const INSERT_MARKS = `INSERT INTO contract_marks
  SELECT * FROM jsonb_populate_recordset(null::contract_marks, $1)
  ON CONFLICT (instrument_id) DO UPDATE SET
    at_ms = EXCLUDED.at_ms, index_sub = EXCLUDED.index_sub, snapshot_id = EXCLUDED.snapshot_id,
    p1_sub = EXCLUDED.p1_sub, p2_sub = EXCLUDED.p2_sub, raw_sub = EXCLUDED.raw_sub,
    mark_sub = EXCLUDED.mark_sub, premium_e8 = EXCLUDED.premium_e8,
    predicted_rate_e8 = EXCLUDED.predicted_rate_e8, flags = EXCLUDED.flags`;
const INSERT_CANDLES = `INSERT INTO price_candles
  SELECT * FROM jsonb_populate_recordset(null::price_candles, $1)
  ON CONFLICT (kind, key, span_s, open_ms) DO UPDATE SET
    high = greatest(price_candles.high, EXCLUDED.high),
    low = least(price_candles.low, EXCLUDED.low),
    close = EXCLUDED.close,
    changes_count = price_candles.changes_count + EXCLUDED.changes_count`;
const INSERT_RATES = `INSERT INTO funding_rates
  SELECT * FROM jsonb_populate_recordset(null::funding_rates, $1)`;

interface ContractRecord {
  readonly instrument_id: number;
  readonly index_id: number;
  state: number;
}

function describeContract(event: ContractDefined, state: number, atMs: number) {
  return {
    instrument_id: event.instrumentId,
    index_id: event.indexId,
    instrument_kind: event.instrumentKind,
    settle_asset_id: event.settleAssetId,
    price_decimals: event.priceDecimals,
    lot_decimals: event.lotDecimals,
    expiry_at_ms: event.expiryAtMs,
    mark_clamp_ppm: event.markClampPpm,
    funding_hours: event.fundingHours,
    funding_cap_e8: event.fundingCapE8,
    impact_notional_units: String(event.impactNotionalUnits),
    state,
    defined_at_ms: atMs,
  };
}

function describeMarks(event: MarksSet, atMs: number) {
  return {
    instrument_id: event.instrumentId,
    at_ms: atMs,
    index_sub: event.indexSub,
    snapshot_id: event.snapshotId,
    p1_sub: event.p1Sub,
    p2_sub: event.p2Sub,
    raw_sub: event.rawSub,
    mark_sub: event.markSub,
    premium_e8: event.premiumE8,
    predicted_rate_e8: event.predictedRateE8,
    flags: event.flags,
  };
}

function describeRate(event: FundingRoundOpened) {
  return {
    instrument_id: event.instrumentId,
    funding_at_ms: event.fundingAtMs,
    rate_e8: event.rateE8,
    mark_sub: event.markSub,
    samples_count: event.samplesCount,
    next_funding_at_ms: event.nextFundingAtMs,
  };
}

/** The projection; written at most once a second. */
export function createContractProjection(): Projection {
  const candles = new PriceCandles();
  /** Every contract that is stored or waits, by its number. */
  const known = new Map<number, ContractRecord>();
  let contracts = new Map<number, object>();
  let states = new Map<number, number>();
  let marks = new Map<number, object>();
  let rates: object[] = [];

  function forget(): void {
    candles.clear();
    contracts = new Map();
    states = new Map();
    marks = new Map();
    rates = [];
  }

  function define(event: ContractDefined, atMs: number): void {
    const { instrumentId, indexId } = event;
    const state = known.get(instrumentId)?.state ?? MarketState.preOpen;
    known.set(instrumentId, { instrument_id: instrumentId, index_id: indexId, state });
    contracts.set(instrumentId, describeContract(event, state, atMs));
  }

  function move({ instrumentId, state }: MarketStateChanged): void {
    const contract = known.get(instrumentId);
    if (contract === undefined) return;
    contract.state = state;
    states.set(instrumentId, state);
  }

  /** While the index is frozen its contracts' prices stand as they were: no candle has them. */
  function setMarks(event: MarksSet, atMs: number): void {
    marks.set(event.instrumentId, describeMarks(event, atMs));
    const contract = known.get(event.instrumentId);
    if (contract === undefined || (event.flags & MarkFlag.indexFrozen) !== 0) return;
    const { instrumentId: key } = event;
    candles.add({ kind: PriceKind.index, key: contract.index_id, atMs, value: event.indexSub });
    candles.add({ kind: PriceKind.mark, key, atMs, value: event.markSub });
    candles.add({ kind: PriceKind.premium, key, atMs, value: event.premiumE8 });
  }

  function take(event: CoreEvent, atMs: number): void {
    switch (event.kind) {
      case EventKind.contractDefined:
        return define(event, atMs);
      case EventKind.marketStateChanged:
        return move(event);
      case EventKind.marksSet:
        return setMarks(event, atMs);
      case EventKind.fundingRoundOpened:
        rates.push(describeRate(event));
        break;
      default:
    }
  }

  async function write(session: Session, sql: string, rows: readonly object[]): Promise<void> {
    if (rows.length > 0) await session.execute(sql, [JSON.stringify(rows)]);
  }

  return {
    name: 'contracts',
    tables: ['contracts', 'contract_marks', 'price_candles', 'funding_rates'],
    everyMs: 1_000,
    async load(session) {
      forget();
      known.clear();
      const rows = await session.query<{ instrument_id: string; index_id: string; state: number }>(
        'SELECT instrument_id, index_id, state FROM contracts',
      );
      for (const row of rows) {
        const [instrumentId, indexId] = [Number(row.instrument_id), Number(row.index_id)];
        const { state } = row;
        known.set(instrumentId, { instrument_id: instrumentId, index_id: indexId, state });
      }
    },
    gather(steps) {
      for (const { events, atMs } of steps) {
        for (const event of events) take(event, atMs);
      }
      return contracts.size + states.size + marks.size + rates.length;
    },
    async apply(_steps, session) {
      const written = {
        contracts: [...contracts.values()],
        states: [...states],
        marks: [...marks.values()],
        candles: candles.take(),
        rates,
      };
      contracts = new Map();
      states = new Map();
      marks = new Map();
      rates = [];
      await write(session, INSERT_CONTRACTS, written.contracts);
      for (const [instrumentId, state] of written.states) {
        const sql = 'UPDATE contracts SET state = $2 WHERE instrument_id = $1';
        await session.execute(sql, [instrumentId, state]);
      }
      await write(session, INSERT_MARKS, written.marks);
      await write(session, INSERT_CANDLES, written.candles);
      await write(session, INSERT_RATES, written.rates);
    },
  };
}
