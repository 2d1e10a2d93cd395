// The search of the header, asked for from elsewhere on the page. Not the search (SearchTool.tsx).

const door = new EventTarget();

/** Open the search as its own button does. */
export function askForSearch(): void {
  door.dispatchEvent(new Event('open'));
}

/** Hear that the search is asked for. @returns stop. */
export function listenForSearch(open: () => void): () => void {
  door.addEventListener('open', open);
  return () => door.removeEventListener('open', open);
}
