// The law of risk tiers, docs/rules/contracts.md 3. Not here: storing them. Called by the commands
// that set tiers or the fee that counts with them.
import type { RiskTier } from '../command.ts';

const ppmWhole = 1_000_000;

/** True when a tier goes on from the one before: deductions stay whole, risk only rises. */
function followsOn(tier: RiskTier, before: RiskTier): boolean {
  const rise = BigInt(tier.mmrPpm - before.mmrPpm);
  const isDeductionWhole = (before.capUnits * rise) % BigInt(ppmWhole) === 0n;
  const isHigher = tier.capUnits > before.capUnits && rise > 0n;
  return isHigher && isDeductionWhole && tier.maxLeverage <= before.maxLeverage;
}

/** Place of the first tier that breaks the law with this liquidation fee, -1 when none does. */
export function findWrongTier(tiers: readonly RiskTier[], liquidationFeePpm: number): number {
  return tiers.findIndex((tier, place) => {
    const required = (tier.mmrPpm + liquidationFeePpm) * tier.maxLeverage;
    return required >= ppmWhole || (place > 0 && !followsOn(tier, tiers[place - 1]));
  });
}
