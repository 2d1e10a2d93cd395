// Sending what moves money, so that it moves once: a request keeps its key until somebody has
// answered it. Not the screen (MoneyForm.tsx, MoneySheet.tsx).
import { ApiError } from '@isobath/sdk';

/** What became of sending: an answer, a refusal, or nothing that says whether money moved. */
export type Sent<TAnswer> =
  | { readonly kind: 'done'; readonly answer: TAnswer }
  | { readonly kind: 'refused'; readonly refusal: ApiError }
  | { readonly kind: 'unknown' };

/** Refusals that say that nobody knows, by their words. */
const UNKNOWN: ReadonlySet<string> = new Set(['outcome_unknown', 'internal']);

/** The sending of one form. */
export interface Attempts {
  /**
   * Send a request. Sent again unchanged after silence, or after a failure of the exchange, it goes
   * with the same key and is done once; after an answer, or changed, it is another request.
   */
  send<TAnswer>(request: unknown, call: (key: string) => Promise<TAnswer>): Promise<Sent<TAnswer>>;
}

const none = { request: '', key: '' };
const FAILURE_STATUS_MIN = 500;

/** Begin. @param makeKey - of idempotency keys. */
export function createAttempts(makeKey: () => string = () => crypto.randomUUID()): Attempts {
  let open = none;
  return {
    async send(request, call) {
      const text = JSON.stringify(request);
      if (open.request !== text) open = { request: text, key: makeKey() };
      try {
        const answer = await call(open.key);
        open = none;
        return { kind: 'done', answer };
      } catch (error) {
        if (!(error instanceof ApiError)) return { kind: 'unknown' };
        if (error.status < FAILURE_STATUS_MIN) open = none;
        return UNKNOWN.has(error.reject)
          ? { kind: 'unknown' }
          : { kind: 'refused', refusal: error };
      }
    },
  };
}

/**
 * Do something, and once more when it was refused for want of a fresh confirmation that was given
 * since.
 *
 * @param ask - resolves when it was given, and rejects when it was not.
 * @throws what the work threw; when the confirmation is not given, the refusal that wanted it.
 */
export async function confirmFirst<TAnswer>(
  work: () => Promise<TAnswer>,
  ask: () => Promise<void>,
): Promise<TAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.reject !== 'step_up_needed') throw error;
    try {
      await ask();
    } catch {
      throw error;
    }
    return work();
  }
}
