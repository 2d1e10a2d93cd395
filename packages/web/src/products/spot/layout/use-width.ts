import { useSyncExternalStore } from 'react';

/** Which arrangement fits: a phone's, a small desktop's, a large one's. */
export type PageWidth = 'phone' | 'small' | 'large';

const phone = '(max-width: 767px)';
const small = '(max-width: 1279px)';

function read(): PageWidth {
  if (matchMedia(phone).matches) return 'phone';
  return matchMedia(small).matches ? 'small' : 'large';
}

function watch(onChange: () => void): () => void {
  const queries = [matchMedia(phone), matchMedia(small)];
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

/** The page's width class; only in a browser. */
export function useWidth(): PageWidth {
  return useSyncExternalStore(watch, read, () => 'large');
}

const bookRoom = '(min-width: 1024px)';

function watchBook(onChange: () => void): () => void {
  const query = matchMedia(bookRoom);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether a small desktop has room for the book beside the chart; only in a browser. */
export function useBookRoom(): boolean {
  return useSyncExternalStore(
    watchBook,
    () => matchMedia(bookRoom).matches,
    () => true,
  );
}
