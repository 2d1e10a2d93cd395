// Our own desk as what stands behind a line. Not scripts of others (outside.ts).
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
