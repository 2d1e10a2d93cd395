// How this page's connection is, as people need to know it. A page that has no live part only knows
// whether there is a network. A line that is lost is told after a moment: most come back at once.
import type { LiveState } from '@isobath/sdk';
import { useEffect, useState } from 'react';
import { lookIfOpen } from '../../base/client.ts';
import { watchLiveIfOpen } from '../../base/live.ts';

/** fine: nothing to say; again: it was away and has just come back. */
export type ConnectionState = 'fine' | 'offline' | 'reconnecting' | 'again';

/** A state, and since when the data is not fresh. */
export interface Connection {
  readonly state: ConnectionState;
  readonly sinceMs: number;
}

const reportAfterMs = 2_000;
const againMs = 2_000;
const first: Connection = { state: 'fine', sinceMs: 0 };

/** Follows network and line; calls back when the state changes. @returns stop following. */
function follow(onChange: (connection: Connection) => void): () => void {
  let now = first;
  let wasLive = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const turn = (state: ConnectionState) => {
    clearTimeout(timer);
    if (now.state === state) return;
    const sinceMs = now.state === 'fine' || now.state === 'again' ? Date.now() : now.sinceMs;
    now = { state, sinceMs };
    onChange(now);
  };
  const recover = () => {
    // What was told is left to run out; what was only about to be told is not told.
    if (now.state === 'again') return;
    if (now.state === 'fine') {
      clearTimeout(timer);
      return;
    }
    turn('again');
    timer = setTimeout(() => turn('fine'), againMs);
  };
  const lose = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      turn('reconnecting');
      // A server that sends everybody away may be closed: asking tells the whole page.
      void lookIfOpen();
    }, reportAfterMs);
  };
  const hear = (state: LiveState['state']) => {
    if (!navigator.onLine) return;
    if (state === 'live') {
      wasLive = true;
      recover();
    } else if (wasLive && now.state !== 'reconnecting') lose();
  };
  const stop = watchLiveIfOpen(hear);
  const leave = () => turn('offline');
  const enter = () => (wasLive ? turn('reconnecting') : recover());
  window.addEventListener('offline', leave);
  window.addEventListener('online', enter);
  if (!navigator.onLine) leave();
  return () => {
    stop();
    clearTimeout(timer);
    window.removeEventListener('offline', leave);
    window.removeEventListener('online', enter);
  };
}

/** The connection of this page. */
export function useConnection(): Connection {
  const [connection, setConnection] = useState(first);
  useEffect(() => follow(setConnection), []);
  return connection;
}
