// What a provider of identity checks tells us. Its body says which check changed; how the check
// stands is asked of the provider. Read by the server.
import { bodyBytes, defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

/** Routes of providers. */
export const identityProviderRoutes = {
  hearProvider: defineRoute({
    role: 'public',
    owner: 'none',
    method: 'POST',
    rate: 'write',
    path: '/hk-web/identity/webhook/:provider',
    isWebhook: true,
    bodyBytesMax: bodyBytes.webhook,
    summary:
      'A provider of checks tells that one changed: `{"eventId", "reference"}` as JSON, signed ' +
      'in the header `webhook-signature`. An event that is known is answered as a new one is.',
    query: z.object({ provider: z.string().max(32) }),
    answer: z.object({}),
  }),
} as const;
