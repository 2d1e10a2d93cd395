// What a provider tells us. Its signature says that it is the provider; each event counts once, and
// only says that a check is to be read back, which a job does that stands in the same transaction.
// Called by the handlers of products.
import type { Database } from '../db/index.ts';
import type { EnqueueJob } from '../jobs/index.ts';
import { refuse } from '../product/index.ts';
import {
  checkEvent,
  isSigned,
  noteProviderEvent,
  type ProviderAccess,
  type SignedText,
} from '../providers/index.ts';

/** What hearing stands on. */
export interface HearParts {
  readonly database: Database;
  readonly enqueue: EnqueueJob;
  /** How the providers are reached that may tell us something. */
  readonly listAccess: () => Promise<readonly ProviderAccess[]>;
  /** Job that reads a check back by its reference. */
  readonly job: string;
  readonly readNowMs: () => number;
}

/** What came: who says that they sent it, and the body with its signature. */
export interface HeardEvent {
  readonly provider: string;
  readonly signed: SignedText | undefined;
}

function parseEvent(text: string) {
  try {
    return checkEvent.safeParse(JSON.parse(text));
  } catch {
    throw refuse('malformed_json');
  }
}

/**
 * Hear an event.
 *
 * @errors signature_wrong, malformed_json, invalid.
 */
export async function hearProvider(parts: HearParts, heard: HeardEvent): Promise<void> {
  const { database, enqueue, listAccess, job, readNowMs } = parts;
  const { provider, signed } = heard;
  const named = (await listAccess()).filter(({ name }) => name === provider);
  // Whom we do not know is told the same as whoever signs wrongly.
  const isTheirs = ({ secrets }: ProviderAccess) =>
    signed !== undefined && isSigned(signed, secrets, readNowMs());
  if (signed === undefined || !named.some(isTheirs)) throw refuse('signature_wrong');
  const parsed = parseEvent(signed.text);
  if (!parsed.success) throw refuse('invalid', { fields: 'eventId, reference' });
  const { eventId, reference } = parsed.data;
  await database.transaction(async (session) => {
    const event = { provider, eventId, reference, atMs: readNowMs() };
    if (!(await noteProviderEvent(session, event))) return;
    await enqueue(session, { job, payload: { reference } });
  });
}
