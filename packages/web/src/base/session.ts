// Who is looking at the page, as the root's loader found out.
import type { SessionAnswer } from '@isobath/wire';
import { useRouteLoaderData } from 'react-router';

/** What the root's loader gives to every page. */
export interface RootData {
  readonly session: SessionAnswer | null;
  readonly mode: 'sandbox' | 'production';
  readonly renderedAtMs: number;
}

/** Data of the root, also inside error pages, where a guest's defaults stand in. */
export function useRootData(): RootData {
  const data = useRouteLoaderData('root') as RootData | undefined;
  return data ?? { session: null, mode: 'production', renderedAtMs: 0 };
}

/** The signed-in person, or null for a guest. */
export function useSession(): SessionAnswer | null {
  return useRootData().session;
}
