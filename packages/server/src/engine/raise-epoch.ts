import { Refusal } from '../base/process/exit.ts';
import { WriterFenced, type Clock, type Journal, type JournalHead } from './ports.ts';

const RETRY_MS = [50, 200, 500, 1_000];

/**
 * Become the only writer again after a doubt; a journal that does not answer is waited for.
 *
 * @errors WriterFenced when somebody else became the writer, a Refusal of the journal's.
 */
export async function raiseEpoch(fixture: {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly warn: (text: string) => void;
}): Promise<JournalHead> {
  const { journal, clock, warn } = fixture;
  for (let tries = 0; ; tries += 1) {
    try {
      return await journal.raiseEpoch();
    } catch (error) {
      if (error instanceof WriterFenced || error instanceof Refusal) throw error;
      if (tries === 0) warn(`The journal does not answer: ${String(error)}`);
      const delayMs = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)];
      await new Promise<void>((resolve) => clock.wakeAfter(delayMs, resolve));
    }
  }
}
