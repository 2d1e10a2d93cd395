// Parts beside the page whose files come when they are needed. One that cannot be brought, because
// the network is away or another version was put in place meanwhile, is tried again: without this
// it would take the whole page with it. Not for pages, which the router brings.
import { lazy } from 'react';

const AGAIN_AFTER_MS = 10_000;

/** Until the network is back, or for a while: it may have been something else. */
const wait = () =>
  new Promise<unknown>((resolve) => {
    setTimeout(resolve, AGAIN_AFTER_MS);
    addEventListener('online', resolve, { once: true });
  });

/** As React's `lazy`; its place stays as it is while the file does not come. */
export const lazyPart: typeof lazy = (bring) => {
  const bringAgain = (): ReturnType<typeof bring> => bring().catch(() => wait().then(bringAgain));
  return lazy(bringAgain);
};
