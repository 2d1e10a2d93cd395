// Counts what React draws anew, from inside the page: components in or around the book, tape and
// chart canvases whose work a commit contains. Works in a production build: the flag that says
// "this component ran" is kept there for tools.
// Not part of the product; put into the page before it loads.

/** The script for the page; counts stand in `window.isobathCommits`. */
export const commitWatch = `(() => {
  const ranFlag = 1;
  const hostTag = 5;
  const watched = /(^|\\s)(book|book-canvas-room|chart|chart-room|order-lines)(\\s|$)/;
  const counts = { commits: 0, feed: 0, names: {} };
  window.isobathCommits = counts;
  const firstHost = (fiber) => {
    for (let at = fiber; at; at = at.child) if (at.tag === hostTag) return at.stateNode;
    return null;
  };
  const note = (fiber) => {
    const host = firstHost(fiber);
    const isWatched = host && host.closest && host.closest('.book, .chart');
    if (!isWatched) return;
    const ran = typeof fiber.type === 'function' && (fiber.flags & ranFlag) !== 0;
    if (!ran || !fiber.alternate) return;
    counts.feed += 1;
    const name = host.className || host.tagName;
    counts.names[name] = (counts.names[name] || 0) + 1;
    if (watched.test(host.className)) window.isobathBookFiber = fiber;
  };
  const walk = (fiber) => {
    for (let at = fiber; at; at = at.sibling) {
      note(at);
      if (!at.alternate || at.child !== at.alternate.child) walk(at.child);
    }
  };
  const remember = (fiber) => {
    for (let at = fiber; at; at = at.sibling) {
      const host = typeof at.type === 'function' && firstHost(at);
      if (host && /(^|\\s)book(\\s|$)/.test(host.className)) window.isobathBookFiber = at;
      remember(at.child);
    }
  };
  window.isobathFindBook = () => window.isobathRoot && remember(window.isobathRoot.current);
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    isDisabled: false,
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot(_id, root) {
      counts.commits += 1;
      window.isobathRoot = root;
      walk(root.current.child);
    },
  };
})();`;

/**
 * Draws the book anew with each message, as a careless change would: the watch must see it.
 * Run in the page once it is live.
 */
export const plantRender = `(() => {
  window.isobathFindBook();
  const fiber = window.isobathBookFiber;
  let hook = fiber && fiber.memoizedState;
  while (hook && !(hook.queue && hook.queue.dispatch)) hook = hook.next;
  if (!hook) throw new Error('the book keeps no state to plant in');
  const { dispatch } = hook.queue;
  setInterval(() => dispatch((value) => !value), 50);
})()`;
