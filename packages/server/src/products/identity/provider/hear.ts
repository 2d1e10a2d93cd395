// What a provider of identity checks tells us: a check is to be read back (base/providers).
// Called by the edge.
import { identityProviderRoutes } from '@isobath/wire';
import { type RouteHandler, serve } from '../../../base/product/index.ts';
import type { ProviderAccess } from '../../../base/providers/index.ts';
import { type HearParts, hearProvider } from '../../../base/webhooks/index.ts';

/** Job that reads a check back. */
export const READ_CHECK_JOB = 'identity.read-check';

/** What hearing stands on. */
export type IdentityHearParts = Pick<HearParts, 'database' | 'enqueue' | 'readNowMs'> & {
  /** How the provider is reached; undefined: there is none. */
  readonly readAccess: () => Promise<ProviderAccess | undefined>;
};

/** The handler of a provider's events. */
export function createHearing({ readAccess, ...parts }: IdentityHearParts): RouteHandler {
  const listAccess = async () => {
    const access = await readAccess();
    return access === undefined ? [] : [access];
  };
  return serve(identityProviderRoutes.hearProvider, async ({ query, signed }) => {
    const { provider } = query;
    await hearProvider({ ...parts, listAccess, job: READ_CHECK_JOB }, { provider, signed });
    return {};
  });
}
