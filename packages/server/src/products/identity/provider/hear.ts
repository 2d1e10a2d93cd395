// What a provider tells us. Its signature says that it is the provider; each event counts once, and
// only says that a check is to be read back, which a job does that stands in the same transaction.
// Called by the edge.
import { identityProviderRoutes } from '@isobath/wire';
import type { Database } from '../../../base/db/index.ts';
import type { EnqueueJob } from '../../../base/jobs/index.ts';
import { refuse, type RouteHandler, serve } from '../../../base/product/index.ts';
import {
  checkEvent,
  isSigned,
  noteProviderEvent,
  type ProviderAccess,
} from '../../../base/providers/index.ts';

/** Job that reads a check back. */
export const READ_CHECK_JOB = 'identity.read-check';

/** What hearing stands on. */
export interface HearParts {
  readonly database: Database;
  readonly enqueue: EnqueueJob;
  /** How the provider is reached; undefined: there is none. */
  readonly readAccess: () => Promise<ProviderAccess | undefined>;
  readonly readNowMs: () => number;
}

function parseEvent(text: string) {
  try {
    return checkEvent.safeParse(JSON.parse(text));
  } catch {
    throw refuse('malformed_json');
  }
}

/** The handler of a provider's events. */
export function createHearing(parts: HearParts): RouteHandler {
  const { database, enqueue, readAccess, readNowMs } = parts;
  return serve(identityProviderRoutes.hearProvider, async ({ query, signed }) => {
    const access = await readAccess();
    const isTheirs = access !== undefined && access.name === query.provider;
    // Whom we do not know is told the same as whoever signs wrongly.
    if (!isTheirs || signed === undefined || !isSigned(signed, access.secrets, readNowMs())) {
      throw refuse('signature_wrong');
    }
    const parsed = parseEvent(signed.text);
    if (!parsed.success) throw refuse('invalid', { fields: 'eventId, reference' });
    const { eventId, reference } = parsed.data;
    await database.transaction(async (session) => {
      const event = { provider: access.name, eventId, reference, atMs: readNowMs() };
      if (!(await noteProviderEvent(session, event))) return;
      await enqueue(session, { job: READ_CHECK_JOB, payload: { reference } });
    });
    return {};
  });
}
