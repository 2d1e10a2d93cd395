// Sections 14 to 17 of the model's state, docs/rules/core.md 8, beside model-dump.ts, which calls
// it.
import { list } from './dump-lines.ts';
import type { Model } from './state.ts';

/** Indexes, marks, contracts and tiers as lines. */
export function dumpPrices({ priceStep, indexes, contracts }: Model): string[] {
  const all = contracts.map((it) => {
    const { market, index, settle, premiums } = it;
    const weigh = (sum: bigint, premium: bigint, place: number): bigint =>
      sum + premium * BigInt(place + 1);
    const names = { indexId: index.indexId, settleAssetId: settle.assetId };
    const sums = { samplesCount: premiums.length, weightedSum: premiums.reduce(weigh, 0n) };
    const samples = it.basis.flat();
    return {
      ...market,
      ...market.limits,
      ...it.terms,
      ...it,
      ...it.told,
      ...names,
      ...sums,
      samples,
    };
  });
  const tiers = all.flatMap(({ instrumentId, tiers }) =>
    tiers.map((tier, place) => ({ instrumentId, place, ...tier })),
  );
  return [
    ...list('prices', priceStep.atMs > 0 ? [priceStep] : []),
    ...list('index', indexes),
    ...list('mark', all),
    ...list('contract', all),
    ...list('tier', tiers),
  ];
}
