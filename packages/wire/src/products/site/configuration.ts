// Public configuration on the wire: languages, currencies, download, identity levels, regions.
// Not here: state of the parts and sandbox calls (../site.ts). Paths are the specification's; where
// it shows no fields, these are ours. Read by the site product, the sdk and the reference.
import { decimalText, timeMs } from '../../money.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

const open = { method: 'GET', role: 'public', owner: 'none', rate: 'read' } as const;

/** A currency that amounts can be shown in. */
export const currencyRow = z.object({
  id: z.number().int(),
  currencyCode: z.string(),
  symbol: z.string(),
  name: z.string(),
});
export type CurrencyRow = z.infer<typeof currencyRow>;

/** What one USDT is worth in a currency, and since when that is so. */
export const currencyRate = z.object({
  currencyCode: z.string(),
  rate: decimalText,
  asOf: timeMs,
  /** `operator`: set by hand; `market`: last price of a market here. */
  source: z.enum(['operator', 'market']),
});
export type CurrencyRate = z.infer<typeof currencyRate>;

/** Where the app is, and other domains of this exchange. */
export const downloadConfig = z.object({
  appUrl: z.string(),
  androidUrl: z.string(),
  iosUrl: z.string(),
  backupWebsites: z.array(z.string()),
});
export type DownloadConfig = z.infer<typeof downloadConfig>;

/** What somebody may do from where they are. */
export const complianceAnswer = z.object({
  isRestricted: z.boolean(),
  /** Region of the caller's network as the operator named it, "" when it has no entry. */
  region: z.string(),
  mode: z.enum(['open', 'view_only', 'closed']),
  reason: z.string(),
});
export type ComplianceAnswer = z.infer<typeof complianceAnswer>;

/** Public values by name, as JSON. */
const namedValues = z.record(z.string(), z.unknown());

/** Routes of public configuration. */
export const configurationRoutes = {
  locales: defineRoute({
    ...open,
    path: '/hk-web/public/common/locales',
    summary: 'Languages this installation offers, in the order of the menu.',
    answer: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
  serviceConfig: defineRoute({
    ...open,
    path: '/hk-web/public/service/get-config',
    summary: 'Lines of the service desk in order: 1 web chat, 2 live chat, 3 mixed desk.',
    answer: z.object({
      serviceLines: z.array(z.union([z.literal(1), z.literal(2), z.literal(3)])),
      /** Lines that somebody else's script answers, in the document `/outside/LINE`. */
      scripts: z.array(z.object({ line: z.number().int(), address: z.string(), name: z.string() })),
    }),
  }),
  currencies: defineRoute({
    ...open,
    path: '/hk-web/public/currency/detail',
    summary: 'Currencies that amounts can be shown in.',
    answer: z.array(currencyRow),
  }),
  currencyRates: defineRoute({
    ...open,
    path: '/hk-web/public/currency/rates',
    summary: 'What one USDT is worth: fixed by the operator, BTC and ETH by the market.',
    answer: z.object({ base: z.literal('USDT'), rates: z.array(currencyRate) }),
  }),
  compliance: defineRoute({
    ...open,
    path: '/hk-web/public/compliance/check',
    summary: 'Whether the caller is in a region with limits.',
    answer: complianceAnswer,
  }),
  callerAddress: defineRoute({
    ...open,
    path: '/hk-web/gsip',
    summary: 'The address the exchange sees, and its region.',
    answer: z.object({ ip: z.string(), region: z.string() }),
  }),
  identityConfig: defineRoute({
    ...open,
    path: '/hk-web/public/kyc/get-config',
    summary: 'Levels of identity with their limits; `isOpen` says whether one can apply.',
    answer: z.object({
      levels: z.array(
        z.object({
          identityType: z.number().int(),
          dailyWithdrawLimitUsdt: decimalText,
          isOpen: z.boolean(),
        }),
      ),
    }),
  }),
  configV2: defineRoute({
    ...open,
    path: '/hk-web/v2/getConfig',
    summary: 'Public configuration values by name.',
    answer: namedValues,
  }),
  configV3: defineRoute({
    ...open,
    path: '/hk-web/v3/getConfig',
    summary: 'Public configuration values by name, with the time of the latest change.',
    answer: z.object({ version: timeMs, config: namedValues }),
  }),
  partnerConfig: defineRoute({
    ...open,
    path: '/hk-web/partner/get-gga-config',
    summary: 'The measuring partner of this installation; none unless the operator names one.',
    answer: z.object({ isEnabled: z.boolean(), partnerId: z.string() }),
  }),
  downloads: defineRoute({
    ...open,
    method: 'POST',
    path: '/hk-web/v2/common/dowloadUrl',
    summary: 'Where the app is, and other domains of this exchange.',
    body: z.object({}),
    answer: downloadConfig,
  }),
  rebateStatus: defineRoute({
    ...open,
    path: '/hk-web/public/rebate/status',
    summary: 'State of the cashback programme; 1 and 3 show its entry.',
    answer: z.object({ rebateStatus: z.number().int() }),
  }),
} as const;
