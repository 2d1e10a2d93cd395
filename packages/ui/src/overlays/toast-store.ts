// What toasts are asked for, kept until the view of them has come. The view is a file of its own,
// loaded with the first toast: most pages never show one.
import type { ReactNode } from 'react';

/** own: something happened to the reader's orders or money; it wears the lime. */
export type ToastKind = 'done' | 'notice' | 'own' | 'warn' | 'error';

/** What a toast says. */
export type ToastContent = {
  kind: ToastKind;
  /** Of several that were merged, made of how many they are; text alone has a count beside it. */
  title: string | ((count: number) => string);
  text?: ReactNode;
  action?: { label: string; onPress: () => void } | undefined;
  /**
   * Toasts of one cause are one toast that says how many they are. Left out, those are of one cause
   * that say the same and offer nothing to press.
   */
  cause?: string | undefined;
  /** How many things it tells of: 1 unless said. */
  count?: number | undefined;
};

/** A toast as it is shown: merged, with its count. */
export type ShownToast = Omit<ToastContent, 'title' | 'cause' | 'count'> & {
  title: string;
  /** Shown beside the title; 1: nothing. */
  count: number;
};

/** Shows and closes toasts. */
export type Toasts = {
  /** Show one, or count it to the one of its cause that is there. @returns its name. */
  show: (content: ToastContent) => string;
  close: (id: string) => void;
};

/** Where the view takes them: a toast with its name; of a name that is there, its new words. */
export type ToastSink = {
  add: (id: string, toast: ShownToast) => void;
  close: (id: string) => void;
};

function readCause({ kind, title, text, action, cause }: ToastContent): string | null {
  if (cause !== undefined) return cause;
  const isPlain = typeof title === 'string' && (text === undefined || typeof text === 'string');
  return isPlain && action === undefined ? JSON.stringify([kind, title, text]) : null;
}

/** The toasts of one page. */
export class ToastStore implements Toasts {
  private readonly waiting = new Map<string, ShownToast>();
  /** What stands there now, by its cause. */
  private readonly standing = new Map<string, { id: string; count: number }>();
  private readonly watchers = new Set<() => void>();
  private shownCount = 0;
  private sink: ToastSink | null = null;

  readonly show = (content: ToastContent): string => {
    const { title, cause: _cause, count: more = 1, ...rest } = content;
    const cause = readCause(content);
    const before = cause === null ? undefined : this.standing.get(cause);
    const count = (before?.count ?? 0) + more;
    const id = before?.id ?? `toast-${(this.shownCount += 1)}`;
    if (cause !== null) this.standing.set(cause, { id, count });
    const toast: ShownToast =
      typeof title === 'string'
        ? { ...rest, title, count }
        : { ...rest, title: title(count), count: 1 };
    if (this.sink === null) this.waiting.set(id, toast);
    else this.sink.add(id, toast);
    if (this.shownCount === 1) for (const watcher of this.watchers) watcher();
    return id;
  };

  readonly close = (id: string): void => {
    this.forget(id);
    this.waiting.delete(id);
    this.sink?.close(id);
  };

  /** It goes: the next one of its cause is another one. */
  readonly forget = (id: string): void => {
    for (const [cause, each] of this.standing) if (each.id === id) this.standing.delete(cause);
  };

  readonly isNeeded = (): boolean => this.shownCount > 0;

  readonly watch = (onNeeded: () => void): (() => void) => {
    this.watchers.add(onNeeded);
    return () => this.watchers.delete(onNeeded);
  };

  /** The view has come: it takes what waits and all that follows. @returns it goes. */
  readonly attach = (sink: ToastSink): (() => void) => {
    this.sink = sink;
    for (const [id, toast] of this.waiting) sink.add(id, toast);
    this.waiting.clear();
    return () => {
      this.sink = null;
    };
  };
}
