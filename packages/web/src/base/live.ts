// The page's one live connection; every product listens through it.
// Only in a browser: pages rendered on the server show what their loaders brought.
import { createSocket, type Live, type LiveState, type Socket } from '@isobath/sdk';
import { useSyncExternalStore } from 'react';

let socket: Socket | null = null;

/** The live connection of this browser page; opened at first use. */
export function browserLive(): Live {
  if (socket !== null) return socket;
  const made = createSocket({ url: `${location.origin.replace(/^http/, 'ws')}/ws` });
  socket = made;
  window.addEventListener('online', () => made.setOnline(true));
  window.addEventListener('offline', () => made.setOnline(false));
  return made;
}

const first: LiveState['state'] = 'connecting';

/** How the connection is; renders only when the word changes. */
export function useLiveState(): LiveState['state'] {
  return useSyncExternalStore(
    (onChange) => browserLive().watch(onChange),
    () => browserLive().readState().state,
    () => first,
  );
}
