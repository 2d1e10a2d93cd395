// Site calls of this release: sandbox helpers, status. Not what the operator configures
// (site/configuration), nor what a page is made of. Served by the server's room of that name.
import { siteBrand } from '../brand.ts';
import { siteContact } from '../contacts.ts';
import { decimalText, timeMs, wholeText } from '../money.ts';
import { defineRoute } from '../route.ts';
import { z } from '../z.ts';

/** Routes of the site. */
export const siteRoutes = {
  faucet: defineRoute({
    method: 'POST',
    role: 'user',
    owner: 'caller',
    rate: 'write',
    path: '/hk-web/sandbox/faucet',
    summary: 'Sandbox only: demo money, once in 24 hours, at most five times.',
    answer: z.object({
      received: z.array(z.object({ asset: z.string(), amount: decimalText })),
      nextAt: timeMs,
      leftCount: z.number().int(),
      /** Of the last part of the gift. */
      seq: wholeText,
    }),
  }),
  faucetState: defineRoute({
    method: 'GET',
    role: 'user',
    owner: 'caller',
    rate: 'read',
    path: '/hk-web/sandbox/faucet',
    summary: 'Sandbox only: when demo money may be asked for again, 0 = now, and how often.',
    answer: z.object({ nextAt: z.number().int(), leftCount: z.number().int() }),
  }),
  outbox: defineRoute({
    method: 'GET',
    role: 'public',
    owner: 'caller',
    rate: 'read',
    path: '/hk-web/sandbox/outbox',
    summary: 'Sandbox only: mails to addresses begun in this browser.',
    answer: z.array(
      z.object({
        id: z.string(),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        at: timeMs,
      }),
    ),
  }),
  status: defineRoute({
    method: 'GET',
    role: 'public',
    owner: 'none',
    rate: 'read',
    path: '/hk-web/status',
    summary: 'State of the parts, and samples of every minute since installation.',
    answer: z.object({
      mode: z.string(),
      reason: z.string(),
      since: timeMs,
      now: timeMs,
      parts: z.array(
        z.object({
          name: z.string(),
          state: z.enum(['ok', 'degraded', 'down']),
          /**
           * One row a day since the first sample: date, the share of good ones among the minutes
           * that were measured in ppm, how many those are, and how many nobody measured.
           */
          days: z.array(
            z.object({
              day: z.string(),
              goodPpm: z.number().int(),
              samples: z.number().int(),
              missed: z.number().int(),
            }),
          ),
        }),
      ),
      /** Parts that the operator has closed: `register`, `transfer`, `spot`, `api`. */
      closed: z.array(z.string()),
      /** Newest first; of 90 days. `part` is empty for a time in which nobody measured. */
      incidents: z.array(z.object({ part: z.string(), from: timeMs, to: timeMs })),
    }),
  }),
  openapi: defineRoute({
    method: 'GET',
    role: 'public',
    owner: 'none',
    rate: 'read',
    // A megabyte: 22 ms, where a call of the class may cost 2.5.
    weigh: () => 10,
    path: '/openapi.json',
    summary: 'This reference for programs: OpenAPI 3.1 of every call.',
    answer: z.record(z.string(), z.unknown()),
    isBare: true,
  }),
  webConfig: defineRoute({
    method: 'GET',
    role: 'public',
    owner: 'none',
    rate: 'read',
    path: '/hk-web/public/get-web-config',
    summary: 'What the pages need to know about this installation.',
    answer: z.object({
      mode: z.enum(['sandbox', 'production']),
      kolIncentive: z.boolean(),
      rebateStatus: z.number().int(),
      canSignIn: z.boolean(),
      /** Where people find the site, without a slash at its end; "" when nobody has said it. */
      address: z.string(),
      /** Symbols the menu leads to: a perpetual contract, and one that is delivered. */
      perpetualSymbol: z.string(),
      deliverySymbol: z.string(),
      /** Addresses that stand in place of the brand file's. */
      contacts: z.array(siteContact),
      /** Name, accent and picture in place of the brand file's; "" leaves its own. */
      brand: siteBrand,
      /** When the exchange is planned to close and to open again; 0 = nothing is planned. */
      maintenance: z.object({ startsAt: timeMs, endsAt: timeMs }),
    }),
  }),
} as const;
