// The facts the menus are made from, as the root's loader brought them.
import { useTradePath } from '../../base/last-markets.ts';
import { useRootData } from '../../base/session.ts';
import { useLocale } from '../../base/texts.tsx';
import type { MenuFacts } from './menu.ts';

/** What decides which links this person sees. */
export function useMenuFacts(): MenuFacts {
  const { session, config } = useRootData();
  const { rebateStatus, kolIncentive, perpetualSymbol, deliverySymbol } = config;
  const locale = useLocale();
  const isSignedIn = session !== null;
  const tradePath = useTradePath();
  return {
    locale,
    isSignedIn,
    rebateStatus,
    kolIncentive,
    perpetualSymbol,
    deliverySymbol,
    tradePath,
  };
}
