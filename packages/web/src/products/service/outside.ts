// A line that somebody else's script answers. It runs in a document without an origin of its own
// (`/outside/LINE`), in a frame that may do nothing to the page: the two only tell each other three
// things. Not the frame itself (OutsidePanel.tsx).
import type { ServiceLine } from '@isobath/wire';
import { createValue, type Value } from '../../base/value.ts';
import type { LineSource } from './line.ts';

/** A line of somebody else, and the frame it is in. */
export interface Outside {
  readonly line: ServiceLine;
  /** Whose it is, such as `chat.example.com`. */
  readonly host: string;
  readonly source: LineSource;
  /** How often it was brought: each try is a new frame, and none before the first. */
  readonly tries: Value<number>;
  readonly isOpen: Value<boolean>;
  /** Told of the frame when it stands, null when it goes. */
  attach(frame: HTMLIFrameElement | null): void;
  /** The frame's document is there. */
  arrived(): void;
  close(): void;
}

/** What the frame says. */
interface Word {
  readonly step: 'loaded' | 'failed' | 'state';
  readonly isReady: boolean;
  readonly unreadCount: number;
}

const steps: readonly unknown[] = ['loaded', 'failed', 'state'];
/** The frame tells of its script before it has arrived itself; words may be a little later. */
const wordsWithinMs = 1_000;

/** A word of a frame; undefined for anything else that some script sends. */
export function readWord(data: unknown): Word | undefined {
  const { step, isReady, unreadCount } = (data ?? {}) as Partial<Record<keyof Word, unknown>>;
  if (!steps.includes(step) || typeof isReady !== 'boolean') return undefined;
  const count = Number.isSafeInteger(unreadCount) ? Math.max(0, unreadCount as number) : 0;
  return { step: step as Word['step'], isReady, unreadCount: count };
}

/** Make the line. @param address - of the script. */
export function createOutside(line: ServiceLine, address: string): Outside {
  const tries = createValue(0);
  const isOpen = createValue(false);
  let frame: HTMLIFrameElement | null = null;
  let last = { isReady: false, unreadCount: 0 };
  let settle: ((isHere: boolean) => void) | undefined;

  function end(isHere: boolean): void {
    settle?.(isHere);
    settle = undefined;
  }
  // A frame without an origin has no name to send to: only this frame gets it all the same.
  const say = (word: 'how' | 'open') => frame?.contentWindow?.postMessage(word, '*');
  const hear = (event: MessageEvent) => {
    if (frame === null || event.source !== frame.contentWindow) return;
    const word = readWord(event.data);
    if (word === undefined) return;
    last = { isReady: word.isReady, unreadCount: word.unreadCount };
    if (word.step !== 'state') end(word.step === 'loaded');
  };

  return {
    line,
    host: new URL(address).host,
    tries,
    isOpen,
    source: {
      load: () =>
        new Promise((resolve, reject) => {
          settle = (isHere) => (isHere ? resolve() : reject(new Error(address)));
          tries.set(tries.read() + 1);
        }),
      isReady() {
        say('how');
        return last.isReady;
      },
      readUnread: () => last.unreadCount,
      open() {
        isOpen.set(true);
        say('open');
      },
    },
    attach(next) {
      if (frame === null && next !== null) addEventListener('message', hear);
      if (next === null) removeEventListener('message', hear);
      frame = next;
    },
    arrived: () => void setTimeout(() => end(false), wordsWithinMs),
    close: () => isOpen.set(false),
  };
}
