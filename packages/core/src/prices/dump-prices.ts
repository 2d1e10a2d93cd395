// Sections 14 to 17 of the state dump, docs/rules/core.md 8. Not here: any rule. Called by dump.ts.
import type { WriteLine } from '../context.ts';
import { limitNames } from '../instruments/checks.ts';
import { InstrumentWord } from '../instruments/instruments.ts';
import { ContractWord, termNames } from './contract-table.ts';
import { IndexWord } from './index-table.ts';
import type { PriceParts } from './parts.ts';

const row = InstrumentWord;
const marketWords = [
  row.state,
  row.noCancelAtMs,
  row.openAtMs,
  row.lastTradeTicks,
  row.lastTradeId,
  row.lastUpdateId,
  row.reduceReasons,
] as const;
const markWords = [
  ContractWord.activeHours,
  ContractWord.nextFundingAtMs,
  ContractWord.lastRateE8,
  ContractWord.samplesCount,
  ContractWord.weightedSum,
  ContractWord.markAtMs,
  ContractWord.indexSub,
  ContractWord.snapshotId,
  ContractWord.p1Sub,
  ContractWord.p2Sub,
  ContractWord.rawSub,
  ContractWord.markSub,
  ContractWord.premiumE8,
  ContractWord.predictedRateE8,
  ContractWord.flags,
] as const;

type DumpParts = Omit<PriceParts, 'setFunding' | 'book' | 'follower'>;

function dumpIndexes({ indexes, priceStep }: DumpParts, writeLine: WriteLine): void {
  if (priceStep.some((word) => word !== 0)) writeLine(`prices ${priceStep.join(' ')}`);
  for (const slot of indexes.listSlots()) {
    const words = Array.from({ length: IndexWord.dueMs + 1 }, (_, word) =>
      indexes.read(slot, word),
    );
    writeLine(`index ${words.join(' ')}`);
  }
}

function dumpMarks({ contracts }: DumpParts, writeLine: WriteLine): void {
  for (const slot of contracts.listSlots()) {
    const words = markWords.map((word) => contracts.read(slot, word));
    const samples = contracts.readBases(slot).join('.') || '-';
    writeLine(`mark ${contracts.readId(slot)} ${words.join(' ')} ${samples}`);
  }
}

function dumpContracts(parts: DumpParts, writeLine: WriteLine): void {
  const { context, instrumentCommands, indexes, contracts } = parts;
  const { assets } = context.ledger;
  for (const slot of contracts.listSlots()) {
    const terms = contracts.readTerms(slot);
    const limits = instrumentCommands.readLimits(contracts.read(slot, ContractWord.market));
    const words = [
      contracts.readId(slot),
      indexes.read(contracts.read(slot, ContractWord.index), IndexWord.id),
      contracts.readMarket(slot, row.kind),
      assets.readId(contracts.readMarket(slot, row.quoteSlot)),
      contracts.read(slot, ContractWord.pool),
      contracts.readMarket(slot, row.priceDecimals),
      contracts.readMarket(slot, row.lotDecimals),
      ...limitNames.map((name) => limits[name]),
      ...termNames.map((name) => terms[name]),
      ...terms.makerPpm,
      ...terms.takerPpm,
      ...marketWords.map((word) => contracts.readMarket(slot, word)),
    ];
    writeLine(`contract ${words.join(' ')}`);
  }
}

function dumpTiers({ contracts }: DumpParts, writeLine: WriteLine): void {
  for (const slot of contracts.listSlots()) {
    for (const [place, tier] of contracts.readTiers(slot).entries()) {
      const { capUnits, mmrPpm, maxLeverage } = tier;
      writeLine(`tier ${contracts.readId(slot)} ${place} ${capUnits} ${mmrPpm} ${maxLeverage}`);
    }
  }
}

/** Write the sections in their order. */
export function dumpPrices(parts: DumpParts, writeLine: WriteLine): void {
  dumpIndexes(parts, writeLine);
  dumpMarks(parts, writeLine);
  dumpContracts(parts, writeLine);
  dumpTiers(parts, writeLine);
}
