// Hears from the server that something of the desk is new, and asks now and then all the same: a
// line that is cut comes back by itself. What is new is asked for by the page.
import { officeLivePath } from '@isobath/wire';
import { useEffect, useRef } from 'react';

const againAfterMs = 2_000;
const lookEveryMs = 10_000;

/** Call `onNews` whenever something may be new. */
export function useDeskLive(onNews: () => void): void {
  const latest = useRef(onNews);
  latest.current = onNews;
  useEffect(() => {
    let socket: WebSocket | null = null;
    let again: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      socket = new WebSocket(`${location.origin.replace('http', 'ws')}${officeLivePath}`);
      socket.addEventListener('message', () => latest.current());
      socket.addEventListener('close', () => {
        again = setTimeout(open, againAfterMs);
      });
    };
    open();
    const timer = setInterval(() => latest.current(), lookEveryMs);
    return () => {
      clearInterval(timer);
      // Its end is wanted: nobody opens it again.
      socket?.addEventListener('close', () => clearTimeout(again));
      socket?.close();
      clearTimeout(again);
    };
  }, []);
}
