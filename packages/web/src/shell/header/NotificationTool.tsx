// The place of the bell. The bell itself, its count and its panel are the inbox's; it comes once
// the page runs, for a bell without a page rings for nobody.
import { useSyncExternalStore } from 'react';
import { NotificationBell } from '../../header-parts.tsx';
import { BellLink } from './BellLink.tsx';

const watchNothing = () => () => {};

/** The bell of a signed-in person; before the page runs, a link to the messages. */
export function NotificationTool() {
  const isRunning = useSyncExternalStore(
    watchNothing,
    () => true,
    () => false,
  );
  return isRunning ? <NotificationBell /> : <BellLink />;
}
