// What a provider tells us of money over chains. Its body says which check changed; how the check
// stands is asked of the provider. Read by the server.
import { bodyBytes, defineRoute } from '../../../route.ts';
import { z } from '../../../z.ts';

/** Routes of providers. */
export const moneyProviderRoutes = {
  hearMoneyProvider: defineRoute({
    role: 'public',
    owner: 'none',
    method: 'POST',
    rate: 'write',
    path: '/hk-web/capital/webhook/:provider',
    isWebhook: true,
    bodyBytesMax: bodyBytes.webhook,
    summary:
      'A provider of screening or of messages about receivers tells that a check changed: ' +
      '`{"eventId", "reference"}` as JSON, signed in the header `webhook-signature`.',
    query: z.object({ provider: z.string().max(32) }),
    answer: z.object({}),
  }),
} as const;
