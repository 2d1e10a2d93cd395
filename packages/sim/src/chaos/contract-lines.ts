// What was told of contracts as lines to compare, and the columns of the product's rows that say
// the same in the same order. Used by stored-rows.ts on the real database, by ../l1/audit-rows.ts
// on the simulated one.
import type { ContractStory, ReportedPosition } from './contract-story.ts';

/** Columns of `contracts`, as `listContracts` tells them. */
const contractColumns: readonly string[] = [
  'instrument_id',
  'index_id',
  'instrument_kind',
  'settle_asset_id',
  'price_decimals',
  'lot_decimals',
  'expiry_at_ms',
  'mark_clamp_ppm',
  'funding_hours',
  'funding_cap_e8',
  'impact_notional_units',
  'state',
  'defined_at_ms',
];

/** Columns of `contract_marks`, as `listMarks` tells them. */
const markColumns: readonly string[] = [
  'instrument_id',
  'at_ms',
  'index_sub',
  'snapshot_id',
  'p1_sub',
  'p2_sub',
  'raw_sub',
  'mark_sub',
  'premium_e8',
  'predicted_rate_e8',
  'flags',
];

/** Columns of `funding_rates`, as `listRates` tells them. */
const rateColumns: readonly string[] = [
  'instrument_id',
  'funding_at_ms',
  'rate_e8',
  'mark_sub',
  'samples_count',
  'next_funding_at_ms',
];

/** Columns of `price_candles`, as `listPrices` tells them. */
const priceColumns: readonly string[] = [
  'kind',
  'key',
  'span_s',
  'open_ms',
  'open',
  'high',
  'low',
  'close',
];

function listContracts({ contracts }: ContractStory): string[] {
  return [...contracts.values()].map(({ terms, state, definedAtMs }) => {
    const { instrumentId, indexId, instrumentKind, settleAssetId } = terms;
    const names = `${instrumentId} ${indexId} ${instrumentKind} ${settleAssetId}`;
    const scales = `${terms.priceDecimals} ${terms.lotDecimals} ${terms.expiryAtMs}`;
    const prices = `${terms.markClampPpm} ${terms.fundingHours} ${terms.fundingCapE8}`;
    const { impactNotionalUnits } = terms;
    return `${names} ${scales} ${prices} ${impactNotionalUnits} ${state} ${definedAtMs}`;
  });
}

function listMarks({ contracts }: ContractStory): string[] {
  return [...contracts.values()].flatMap(({ marks }) => {
    if (marks === undefined) return [];
    const { instrumentId, atMs, indexSub, snapshotId, p1Sub, p2Sub, rawSub, markSub } = marks;
    const prices = `${indexSub} ${snapshotId} ${p1Sub} ${p2Sub} ${rawSub} ${markSub}`;
    const rates = `${marks.premiumE8} ${marks.predictedRateE8} ${marks.flags}`;
    return [`${instrumentId} ${atMs} ${prices} ${rates}`];
  });
}

function listRates({ rates }: ContractStory): string[] {
  return rates.map((it) => {
    const { instrumentId, fundingAtMs, rateE8, markSub, samplesCount, nextFundingAtMs } = it;
    const what = `${instrumentId} ${fundingAtMs} ${rateE8} ${markSub} ${samplesCount}`;
    return `${what} ${nextFundingAtMs}`;
  });
}

function listPrices({ prices }: ContractStory): string[] {
  return [...prices].map(([place, it]) => `${place} ${it.open} ${it.high} ${it.low} ${it.close}`);
}

/** A table of the product's, and what of the story its rows say. */
export interface ContractTable {
  readonly table: string;
  readonly columns: readonly string[];
  readonly list: (story: ContractStory) => string[];
}

/** Every table that says something of contracts. */
export const contractTables: readonly ContractTable[] = [
  { table: 'contracts', columns: contractColumns, list: listContracts },
  { table: 'contract_marks', columns: markColumns, list: listMarks },
  { table: 'funding_rates', columns: rateColumns, list: listRates },
  { table: 'price_candles', columns: priceColumns, list: listPrices },
];

/** A position, as the state's own lines begin (docs/rules/core.md 8, section 18). */
export function showPosition(it: Omit<ReportedPosition, 'lots'> & { lots: number | bigint }) {
  const { accountId, instrumentId, positionId, lots, entryUnits, drawnUnits } = it;
  return `${accountId} ${instrumentId} ${positionId} ${lots} ${entryUnits} ${drawnUnits}`;
}
