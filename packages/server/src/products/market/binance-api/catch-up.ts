// Public data in the trading API's words are never older than what was answered or sent to anybody
// before. It makes no call itself. Put before the calls by ../start.ts.
import { refuse, type RouteHandler } from '../../../base/product/index.ts';
import { GIVE_UP_MS, type PublishedSteps } from '../../../base/projections/index.ts';

/** An engine that stands still answers nothing: nobody waits for ever. @errors behind. */
function orBehind(work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(refuse('behind')), GIVE_UP_MS);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Waits for what was answered or sent to anybody, by this process or by one before it. */
export function createCatchUp({
  steps,
  readDurable,
}: {
  readonly steps: Pick<PublishedSteps, 'recordPublished' | 'catchUpWithAll'>;
  readonly readDurable: () => Promise<number>;
}): () => Promise<void> {
  let isNoted = false;
  let noting: Promise<void> | undefined;
  // Of what others were told before this process began, all is durable. Without an engine nothing
  // is newer than what it gives when it is back; then it is asked again.
  const noteEarlier = () =>
    readDurable().then(
      (sequence) => {
        steps.recordPublished(sequence);
        isNoted = true;
      },
      () => void (noting = undefined),
    );
  return async () => {
    if (!isNoted) await orBehind((noting ??= noteEarlier()));
    await steps.catchUpWithAll();
  };
}

/** Put the wait before handlers. */
export function withCatchUp(
  handlers: readonly RouteHandler[],
  catchUp: () => Promise<void>,
): RouteHandler[] {
  return handlers.map(({ route, handle }) => ({
    route,
    async handle(context) {
      await catchUp();
      return handle(context);
    },
  }));
}
