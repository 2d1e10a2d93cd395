// Asking a page's loader again when the private channel says that something moved.
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { browserLive } from '../../base/live.ts';

const REFRESH_MS = 1_000;

/** Ask again when the private channel says that something moved, at most once a second. */
export function useRefresh(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    const stop = browserLive().subscribe('private', () => {
      if (isFirst) {
        isFirst = false;
        return;
      }
      timer ??= setTimeout(() => {
        timer = undefined;
        void revalidate();
      }, REFRESH_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [revalidate]);
}
