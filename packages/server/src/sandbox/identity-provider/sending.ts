// Sends the events of checks to the exchange, in the order of their plans, each until it was taken:
// one that arrived is noted afterwards, so that an end in between sends it once more.
import { SANDBOX_PROVIDER, SIGNATURE_HEADER, signText } from '../../base/providers/index.ts';
import { listEvents, readState } from './answers.ts';
import { isMoney, type Store, type StoredCheck } from './store.ts';

interface SendingParts {
  readonly store: Store;
  /** Of the exchange, as `http://127.0.0.1:4870`. */
  readonly origin: string;
  readonly readNowMs: () => number;
}

const LOOK_EVERY_MS = 100;
const WAIT_MS = 5_000;
const AGAIN_MS = 1_000;
const AGAIN_MS_MAX = 60_000;
const TAKEN = 200;
/** What no real secret is. */
const WRONG_SECRET = 'whsec_of_somebody_else';

/** Sends events. */
export interface Sending {
  stop(): Promise<void>;
}

/** Begin to send. */
export function startSending({ store, origin, readNowMs }: SendingParts): Sending {
  const stopping = new AbortController();
  /** When a check is tried again, and how often it failed. */
  const tries = new Map<string, { readonly atMs: number; readonly count: number }>();
  let working: Promise<void> | undefined;

  /** @returns whether it counts as sent. */
  async function send({ reference, kind, plan, takenAtMs }: StoredCheck, word: string) {
    const isTrue = word !== 'impostor';
    const state = isTrue ? readState(plan, readNowMs() - takenAtMs) : 'passed';
    const text = JSON.stringify({ eventId: `${reference}:${word}`, reference, state });
    const room = isMoney(kind) ? 'capital' : 'identity';
    const atS = Math.floor(Date.now() / 1000);
    const response = await fetch(`${origin}/hk-web/${room}/webhook/${SANDBOX_PROVIDER}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: signText(isTrue ? store.secret : WRONG_SECRET, atS, text),
      },
      body: text,
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(WAIT_MS)]),
    });
    await response.arrayBuffer();
    return response.status === TAKEN || !isTrue;
  }

  async function sendNext(check: StoredCheck): Promise<void> {
    const event = listEvents(check.plan)[check.sentCount];
    const nowMs = readNowMs();
    const { atMs = 0, count = 0 } = tries.get(check.reference) ?? {};
    if (event === undefined || nowMs < check.takenAtMs + event.afterMs || nowMs < atMs) return;
    // Whoever does not answer is asked again.
    const isSent = await send(check, event.word).catch(() => false);
    if (stopping.signal.aborted) return;
    if (isSent) {
      tries.delete(check.reference);
      return store.put({ ...check, sentCount: check.sentCount + 1 });
    }
    const waitMs = Math.min(AGAIN_MS * 2 ** count, AGAIN_MS_MAX);
    tries.set(check.reference, { atMs: readNowMs() + waitMs, count: count + 1 });
  }

  async function look(): Promise<void> {
    for (const check of store.list()) {
      if (!stopping.signal.aborted) await sendNext(check);
    }
  }

  const timer = setInterval(() => {
    working ??= look().finally(() => (working = undefined));
  }, LOOK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await working;
    },
  };
}
