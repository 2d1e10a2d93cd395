// What providers of screening and of messages about receivers tell us: a question is to be read
// back (base/webhooks). Called by the edge.
import { moneyProviderRoutes } from '@isobath/wire';
import { type RouteHandler, serve } from '../../../base/product/index.ts';
import type { ProviderAccess, ProviderKind } from '../../../base/providers/index.ts';
import { type HearParts, hearProvider } from '../../../base/webhooks/index.ts';

/** Job that reads a question back. */
export const READ_MONEY_CHECK_JOB = 'capital.read-check';

/** What hearing stands on. */
export type MoneyHearParts = Pick<HearParts, 'database' | 'enqueue' | 'readNowMs'> & {
  /** How a provider is reached; undefined: there is none. */
  readonly readAccess: (kind: ProviderKind) => Promise<ProviderAccess | undefined>;
};

/** The handler of events about money. */
export function createMoneyHearing({ readAccess, ...parts }: MoneyHearParts): RouteHandler {
  const listAccess = async () => {
    const named = await Promise.all([readAccess('screening'), readAccess('travel')]);
    return named.filter((access) => access !== undefined);
  };
  return serve(moneyProviderRoutes.hearMoneyProvider, async ({ query, signed }) => {
    const { provider } = query;
    await hearProvider({ ...parts, listAccess, job: READ_MONEY_CHECK_JOB }, { provider, signed });
    return {};
  });
}
