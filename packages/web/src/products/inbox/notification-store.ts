// What the `notices` channel last said, for everything on the page that shows it.
// One subscription a page, opened by the first who asks and kept.
import { type AnyLocale, readLocale } from '@isobath/texts';
import type { NotificationsData } from '@isobath/wire';
import { useCallback, useSyncExternalStore } from 'react';
import { browserLive } from '../../base/live.ts';

let current: NotificationsData | null = null;
let isOpen = false;
const listeners = new Set<() => void>();

function open(locale: AnyLocale): void {
  if (isOpen) return;
  isOpen = true;
  // Messages are written in languages of people alone: no longest texts among them.
  const language = readLocale(locale) ?? 'en_US';
  browserLive().subscribe(`notices:${language}`, (frame) => {
    current = frame.data as NotificationsData;
    for (const listener of listeners) listener();
  });
}

/** Unread count and newest messages of the signed-in person, null until they are known. */
export function useNotifications(locale: AnyLocale): NotificationsData | null {
  const watch = useCallback(
    (onChange: () => void) => {
      open(locale);
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    [locale],
  );
  return useSyncExternalStore(
    watch,
    () => current,
    () => null,
  );
}
