// Events that providers tell us of, each once whatever they send: a row by provider and number of
// the event, written with what it makes necessary in one transaction. No word of a body is kept.
import type { Session } from '../db/index.ts';

/** An event as its row has it. */
export interface ProviderEvent {
  readonly provider: string;
  readonly eventId: string;
  /** What it is about, in our words. */
  readonly reference: string;
  readonly atMs: number;
}

/** Note an event. @returns false when it is known. */
export async function noteProviderEvent(session: Session, event: ProviderEvent): Promise<boolean> {
  const { provider, eventId, reference, atMs } = event;
  const count = await session.execute(
    `INSERT INTO provider_events (provider, event_id, reference, received_at_ms)
     VALUES ($1, $2, $3, $4) ON CONFLICT (provider, event_id) DO NOTHING`,
    [provider, eventId, reference, atMs],
  );
  return count > 0;
}

/** Forget events that are too old to come again: their signatures are over. */
export function removeOldEvents(session: Session, beforeMs: number): Promise<number> {
  return session.execute('DELETE FROM provider_events WHERE received_at_ms < $1', [beforeMs]);
}
