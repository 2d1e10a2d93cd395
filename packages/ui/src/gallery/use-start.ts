import { useEffect, useState } from 'react';

/** When the gallery came to life in this browser; null in the first picture. */
export function useStart(): number | null {
  const [start, setStart] = useState<number | null>(null);
  useEffect(() => setStart(Date.now()), []);
  return start;
}
