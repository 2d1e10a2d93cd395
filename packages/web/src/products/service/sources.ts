// What can stand behind a line: our own desk, or a script of somebody else that the operator names.
import type { LineSource } from './line.ts';
import type { Talk } from './talk.ts';

/** Our own desk: its panel is a part of ours that is brought late, ready once the desk answered. */
export function createOwnSource(talk: Talk, bringPanel: () => Promise<unknown>): LineSource {
  return {
    load: async () => {
      await bringPanel();
      await talk.refresh();
    },
    isReady: () => talk.value.read() !== null,
    readUnread: () => talk.value.read()?.unreadCount ?? 0,
    open: () => talk.open(),
  };
}

/** What an outside script leaves in the page, under the name that the operator gives. */
interface OutsideService {
  readonly isReady?: boolean;
  readonly unreadCount?: number;
  open?: () => void;
}

/** An outside script. @param name - of what it leaves in `window`. */
export function createOutsideSource(address: string, name: string): LineSource {
  const find = () => (window as unknown as Record<string, OutsideService | undefined>)[name];
  return {
    load: () =>
      new Promise((resolve, reject) => {
        const script = document.createElement('script');
        script.src = address;
        script.async = true;
        script.addEventListener('load', () => resolve());
        script.addEventListener('error', () => {
          script.remove();
          reject(new Error(address));
        });
        document.head.append(script);
      }),
    isReady: () => find() !== undefined && find()?.isReady !== false,
    readUnread: () => find()?.unreadCount ?? 0,
    open: () => find()?.open?.(),
  };
}
