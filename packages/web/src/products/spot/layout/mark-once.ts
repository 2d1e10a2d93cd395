const left = new Set<string>();

/**
 * Leave a mark in the browser's timeline the first time something is ready, for whoever measures.
 */
export function markOnce(name: string): void {
  if (left.has(name)) return;
  left.add(name);
  performance.mark(name);
}
