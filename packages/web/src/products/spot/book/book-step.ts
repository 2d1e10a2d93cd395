// The price step of a market's book, chosen or the first one; a ladder has one of its own.
import type { BookSettings } from '../layout/trade-settings.ts';
import { listSteps } from './grouping.ts';
import { firstLadderStep } from './ladder.ts';

/** The step in force, in ticks. */
export function readStep(settings: BookSettings, symbol: string, lastTicks: number): number {
  const isLadder = settings.view === 'ladder';
  const first = isLadder ? firstLadderStep(lastTicks) : 1;
  const kept = (isLadder ? settings.ladderSteps : settings.steps)[symbol] ?? first;
  return listSteps(lastTicks).includes(kept) ? kept : first;
}

/** The settings with another step. */
export function keepStep(settings: BookSettings, symbol: string, step: number): BookSettings {
  return settings.view === 'ladder'
    ? { ...settings, ladderSteps: { ...settings.ladderSteps, [symbol]: step } }
    : { ...settings, steps: { ...settings.steps, [symbol]: step } };
}
