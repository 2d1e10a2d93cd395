// A talk with our own desk as the browser holds it: kept while pages change, brought up to date by
// the `notices` channel for people and by asking for guests. It draws nothing.
import {
  type ServiceLine,
  type ServiceMessage,
  serviceRoutes,
  type ServiceConversation,
} from '@isobath/wire';
import { browserClient } from '../../base/client.ts';
import { createValue, type Value } from '../../base/value.ts';

/** A talk, and how to go on with it. */
export interface Conversation {
  readonly line: ServiceLine;
  /** null until the desk has answered the first time. */
  readonly value: Value<ServiceConversation | null>;
  /** Whether its panel is open: then nothing stays unread. */
  readonly isOpen: Value<boolean>;
  refresh(): Promise<void>;
  say(text: string, file?: { name: string; data: string }): Promise<void>;
  open(): void;
  close(): void;
}

const keyName = 'isobath.serviceKey';
const lastIdOf = (conversation: ServiceConversation | null): number =>
  conversation?.messages.at(-1)?.id ?? 0;

function readKey(): string {
  try {
    return localStorage.getItem(keyName) ?? '';
  } catch {
    return '';
  }
}

function writeKey(key: string): void {
  try {
    if (key !== '') localStorage.setItem(keyName, key);
  } catch {
    // A browser that keeps nothing begins a new talk with each page.
  }
}

/** Messages of before with those that are new, each once. */
export function joinMessages(
  before: readonly ServiceMessage[],
  fresh: readonly ServiceMessage[],
): ServiceMessage[] {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...fresh.filter(({ id }) => !known.has(id))].sort((a, b) => a.id - b.id);
}

/** Make the talk of a line. */
export function createConversation(line: ServiceLine): Conversation {
  const value = createValue<ServiceConversation | null>(null);
  const isOpen = createValue(false);
  let looking: Promise<void> | undefined;

  async function markRead(): Promise<void> {
    await browserClient().call(serviceRoutes.markRead, { body: { line, guestKey: readKey() } });
    const now = value.read();
    if (now !== null) value.set({ ...now, unreadCount: 0 });
  }

  async function look(): Promise<void> {
    const before = value.read();
    const body = { line, guestKey: readKey(), since: lastIdOf(before) };
    const fresh = await browserClient().call(serviceRoutes.conversation, { body });
    const messages = joinMessages(before?.messages ?? [], fresh.messages);
    value.set({ ...fresh, messages, unreadCount: isOpen.read() ? 0 : fresh.unreadCount });
    if (isOpen.read() && fresh.unreadCount > 0) await markRead();
  }

  return {
    line,
    value,
    isOpen,
    refresh: () =>
      (looking ??= look().finally(() => {
        looking = undefined;
      })),
    async say(text, file) {
      const body = { line, guestKey: readKey(), text, ...(file === undefined ? {} : { file }) };
      const fresh = await browserClient().call(serviceRoutes.say, { body });
      writeKey(fresh.guestKey);
      const messages = joinMessages(value.read()?.messages ?? [], fresh.messages);
      value.set({ ...fresh, messages, unreadCount: 0 });
    },
    open() {
      isOpen.set(true);
      void markRead().catch(() => {});
    },
    close: () => isOpen.set(false),
  };
}

/** A file of the talk; `data` is base64. */
export function readFile(fileId: number): Promise<{ name: string; type: string; data: string }> {
  const body = { guestKey: readKey(), fileId: String(fileId) };
  return browserClient().call(serviceRoutes.file, { body });
}
