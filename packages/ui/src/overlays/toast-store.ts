// What toasts are asked for, kept until the view of them has come. The view is a file of its own,
// loaded with the first toast: most pages never show one.
import type { ReactNode } from 'react';

/** own: something happened to the reader's orders or money; it wears the lime. */
export type ToastKind = 'done' | 'notice' | 'own' | 'warn' | 'error';

/** What a toast says. */
export type ToastContent = {
  kind: ToastKind;
  title: string;
  text?: ReactNode;
  action?: { label: string; onPress: () => void } | undefined;
};

/** Shows and closes toasts. */
export type Toasts = {
  /** @returns its name, for closing it. */
  show: (content: ToastContent) => string;
  close: (id: string) => void;
};

/** Where the view takes them: a toast with its name. */
export type ToastSink = {
  add: (id: string, content: ToastContent) => void;
  close: (id: string) => void;
};

/** The toasts of one page. */
export class ToastStore implements Toasts {
  private readonly waiting = new Map<string, ToastContent>();
  private readonly watchers = new Set<() => void>();
  private shownCount = 0;
  private sink: ToastSink | null = null;

  readonly show = (content: ToastContent): string => {
    this.shownCount += 1;
    const id = `toast-${this.shownCount}`;
    if (this.sink === null) this.waiting.set(id, content);
    else this.sink.add(id, content);
    if (this.shownCount === 1) for (const watcher of this.watchers) watcher();
    return id;
  };

  readonly close = (id: string): void => {
    this.waiting.delete(id);
    this.sink?.close(id);
  };

  readonly isNeeded = (): boolean => this.shownCount > 0;

  readonly watch = (onNeeded: () => void): (() => void) => {
    this.watchers.add(onNeeded);
    return () => this.watchers.delete(onNeeded);
  };

  /** The view has come: it takes what waits and all that follows. @returns it goes. */
  readonly attach = (sink: ToastSink): (() => void) => {
    this.sink = sink;
    for (const [id, content] of this.waiting) sink.add(id, content);
    this.waiting.clear();
    return () => {
      this.sink = null;
    };
  };
}
