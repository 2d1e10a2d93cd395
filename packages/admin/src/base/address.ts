// Where the operator is: the part of the address below /admin. Links change it without a load.
import { type MouseEvent, useSyncExternalStore } from 'react';

const prefix = '/admin';
const changed = 'isobath-console-address';

const read = (): string => location.pathname.slice(prefix.length).replace(/^\/|\/$/g, '');

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(changed, listener);
  };
}

/** The address below /admin, such as "people/1000001"; "" on the first page. */
export function useAddress(): string {
  return useSyncExternalStore(subscribe, read);
}

/** Whole address of a page. */
export function addressOf(path: string): string {
  return path === '' ? prefix : `${prefix}/${path}`;
}

/** Go to a page. */
export function goTo(path: string): void {
  history.pushState(null, '', addressOf(path));
  window.dispatchEvent(new Event(changed));
  window.scrollTo(0, 0);
}

/** Attributes of a link to a page: pressed plainly it changes the address only. */
export function linkTo(path: string) {
  return {
    href: addressOf(path),
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      goTo(path);
    },
  };
}
