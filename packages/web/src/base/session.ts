// Who is looking at the page, as the root's loader found out.
import type { ComplianceAnswer, RouteAnswer, SessionAnswer, siteRoutes } from '@isobath/wire';
import { useRouteLoaderData } from 'react-router';

/** What the root's loader gives to every page. */
export interface RootData {
  readonly session: SessionAnswer | null;
  readonly mode: 'sandbox' | 'production';
  readonly renderedAtMs: number;
  /** Where this installation is reached, such as `https://example.com`; "" inside error pages. */
  readonly origin: string;
  readonly config: WebConfig;
  /** Languages that people can choose. */
  readonly offered: readonly string[];
  /** What one may do from where one is. */
  readonly region: ComplianceAnswer;
}

/** What the installation says of itself. */
export type WebConfig = RouteAnswer<typeof siteRoutes.webConfig>;

const noConfig: WebConfig = {
  mode: 'production',
  kolIncentive: false,
  rebateStatus: 0,
  canSignIn: true,
  address: '',
  perpetualSymbol: '',
  deliverySymbol: '',
  contacts: [],
  brand: { name: '', accent: 'lime', picture: '' },
  maintenance: { startsAt: 0, endsAt: 0 },
};

const noRegion: ComplianceAnswer = { isRestricted: false, region: '', mode: 'open', reason: '' };

/** Data of the root, also inside error pages, where a guest's defaults stand in. */
export function useRootData(): RootData {
  const data = useRouteLoaderData('root') as RootData | undefined;
  return (
    data ?? {
      session: null,
      mode: 'production',
      renderedAtMs: 0,
      origin: '',
      config: noConfig,
      region: noRegion,
      offered: [],
    }
  );
}

/** The signed-in person, or null for a guest. */
export function useSession(): SessionAnswer | null {
  return useRootData().session;
}
