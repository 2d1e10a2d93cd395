// Our own desk as what stands behind a line. Not scripts of others (outside.ts).
import type { LineSource } from './line.ts';
import type { Conversation } from './conversation.ts';

/** Our own desk: its panel is a part of ours that is brought late, ready once the desk answered. */
export function createOwnSource(
  conversation: Conversation,
  bringPanel: () => Promise<unknown>,
): LineSource {
  return {
    load: async () => {
      await bringPanel();
      await conversation.refresh();
    },
    isReady: () => conversation.value.read() !== null,
    readUnread: () => conversation.value.read()?.unreadCount ?? 0,
    open: () => conversation.open(),
  };
}
