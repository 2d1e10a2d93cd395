// News between parts of one process that do not know each other. Nothing is stored: whoever listens
// later reads how things stand by themselves.

/** Tells whoever listens that something changed. */
export interface Signal<TAbout> {
  /** Tell. @returns when everybody has heard. @throws what a listener throws. */
  publish(about: TAbout): Promise<void>;
  /** Hear of what is told from now on. @returns stops hearing. */
  listen(onNews: (about: TAbout) => Promise<void> | void): () => void;
}

/** Make one. */
export function createSignal<TAbout>(): Signal<TAbout> {
  const listeners = new Set<(about: TAbout) => Promise<void> | void>();
  return {
    async publish(about) {
      await Promise.all([...listeners].map((onNews) => onNews(about)));
    },
    listen(onNews) {
      listeners.add(onNews);
      return () => listeners.delete(onNews);
    },
  };
}
