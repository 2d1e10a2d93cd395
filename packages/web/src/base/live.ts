// The page's one live connection; every product listens through it.
// Only in a browser: pages rendered on the server show what their loaders brought.
import {
  createSocket,
  type Live,
  type LiveState,
  type Socket,
  type SocketLike,
} from '@isobath/sdk';
import { useSyncExternalStore } from 'react';
import { readPageAccount } from './page-account.ts';
import { reportSignedOut } from './signed-out.ts';

let socket: Socket | null = null;
const waiting = new Set<(live: Live) => void>();

/** A line states the account of its page, each time it is made. */
function openForAccount(url: string): SocketLike {
  const account = readPageAccount();
  return new WebSocket(account === null ? url : `${url}?account=${account}`) as SocketLike;
}

/** The live connection of this browser page; opened at first use. */
export function browserLive(): Live {
  if (socket !== null) return socket;
  const made = createSocket({
    url: `${location.origin.replace(/^http/, 'ws')}/ws`,
    open: openForAccount,
    onSignedOut: reportSignedOut,
  });
  socket = made;
  for (const begin of waiting) begin(made);
  waiting.clear();
  window.addEventListener('online', () => made.setOnline(true));
  window.addEventListener('offline', () => made.setOnline(false));
  return made;
}

const first: LiveState['state'] = 'connecting';

/**
 * Watch the connection without opening it: a page without live parts needs none.
 *
 * @returns stop watching.
 */
export function watchLiveIfOpen(onState: (state: LiveState['state']) => void): () => void {
  let stop = () => {};
  const begin = (live: Live) => {
    stop = live.watch(({ state }) => onState(state));
    onState(live.readState().state);
  };
  if (socket === null) waiting.add(begin);
  else begin(socket);
  return () => {
    waiting.delete(begin);
    stop();
  };
}

/**
 * Hear of each time that the server is there again after a cut, or after its own restart. On a page
 * without a connection the browser says it.
 *
 * @returns stop listening.
 */
export function listenBack(onBack: () => void): () => void {
  let wasLive = false;
  let wasAway = false;
  const stop = watchLiveIfOpen((state) => {
    if (state === 'live' && wasAway) onBack();
    wasLive ||= state === 'live';
    // The first connection of a page follows no cut.
    wasAway = state === 'offline' || (state === 'connecting' && wasLive);
  });
  const hear = () => {
    if (socket === null) onBack();
  };
  window.addEventListener('online', hear);
  return () => {
    stop();
    window.removeEventListener('online', hear);
  };
}

/** Begin anew with the server, when there was a connection. */
export function restartLive(): void {
  socket?.restart();
}

/** How the connection is; renders only when the word changes. */
export function useLiveState(): LiveState['state'] {
  return useSyncExternalStore(
    (onChange) => browserLive().watch(onChange),
    () => browserLive().readState().state,
    () => first,
  );
}
