// Site calls: configuration of the pages, status, and in the sandbox the outbox of mails.
import { readFile } from 'node:fs/promises';
import { siteRoutes } from '@isobath/wire';
import type { Database } from '../../base/db/index.ts';
import type { Mail } from '../../base/mail/index.ts';
import { refuse, type RouteHandler, serve } from '../../base/product/index.ts';
import { readBrand } from './brand/brand.ts';
import { readWebConfig } from './configuration/read-config.ts';
import type { StatusReader } from './status.ts';

/** What the calls stand on. */
export interface SiteParts {
  readonly database: Database;
  readonly mode: 'sandbox' | 'production';
  readonly canSignIn: boolean;
  /** Where people find the site, "" when the operator has not said it. */
  readonly address: string;
  readonly hasOutbox: boolean;
  readonly mail: Mail;
  readonly status: StatusReader;
  readonly readMode: () => { mode: string; reason: string };
  /** Names of the parts that the operator has closed. */
  readonly listClosed: () => string[];
}

const MAILS_SHOWN = 50;

const referenceFile = new URL('../../../../../docs/api/openapi.json', import.meta.url);
let reference: Promise<Record<string, unknown>> | undefined;

/** The reference as it was generated with this release; read once. */
function loadReference(): Promise<Record<string, unknown>> {
  reference ??= readFile(referenceFile, 'utf8').then(
    (text) => JSON.parse(text) as Record<string, unknown>,
  );
  return reference;
}

/** Handlers of the site. */
export function createSiteRoutes(parts: SiteParts): RouteHandler[] {
  return [
    serve(siteRoutes.openapi, () => loadReference()),
    serve(siteRoutes.webConfig, async () => {
      const config = await readWebConfig(parts.database);
      const { kolIncentive, rebateStatus, perpetualSymbol, deliverySymbol, contacts } = config;
      const brand = await readBrand(parts.database);
      const shown = {
        address: parts.address,
        kolIncentive,
        rebateStatus,
        perpetualSymbol,
        deliverySymbol,
        contacts,
        brand,
        maintenance: {
          startsAt: config.maintenanceStartsAtMs,
          endsAt: config.maintenanceStartsAtMs === 0 ? 0 : config.maintenanceEndsAtMs,
        },
      };
      return { mode: parts.mode, canSignIn: parts.canSignIn, ...shown };
    }),
    serve(siteRoutes.status, async () => ({
      ...parts.readMode(),
      ...(await parts.status.read()),
      closed: parts.listClosed(),
      now: Date.now(),
    })),
    serve(siteRoutes.outbox, async ({ caller }) => {
      if (!parts.hasOutbox) throw refuse('sandbox_only');
      const mails = await parts.mail.list({ visitorId: caller.visitorId, limit: MAILS_SHOWN });
      return mails;
    }),
  ];
}
