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
