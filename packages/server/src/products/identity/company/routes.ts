// A company's side of verification: its lists saved and read back, the form to sign, and applying;
// beside them where a provider's form stands. Called by the edge.
import { companyRoutes } from '@isobath/wire';
import type { Database } from '../../../base/db/index.ts';
import { refuse, type RouteHandler, serve } from '../../../base/product/index.ts';
import type { Files } from '../files.ts';
import type { ReadFormUrl } from '../provider/form-url.ts';
import { writeAuthorisation } from './authorisation.ts';
import type { Companies } from './company.ts';

/** What the calls stand on. */
export interface CompanyParts {
  readonly database: Database;
  readonly companies: Companies;
  readonly files: Files;
  readonly readFormUrl: ReadFormUrl;
  readonly readBrandName: () => Promise<string>;
}

/** Handlers of a company's side. */
export function createCompanyRoutes(parts: CompanyParts): RouteHandler[] {
  return [...readingRoutes(parts), ...savingRoutes(parts), ...formRoutes(parts)];
}

function readingRoutes({ database, companies, files }: CompanyParts): RouteHandler[] {
  return [
    serve(companyRoutes.companyBasicInfo, async ({ caller }) => {
      const { savedAtMs, data } = await companies.readPart(caller.ownerId, 'basic');
      return { savedAtMs, basic: data ?? null };
    }),
    serve(companyRoutes.companyFilesInfo, async ({ caller }) => {
      const { savedAtMs, data = [] } = await companies.readPart(caller.ownerId, 'papers');
      const rows = await files.list(
        database,
        data.map(({ fileId }) => fileId),
      );
      const told = new Map(rows.map((row) => [row.fileId, row]));
      return {
        savedAtMs,
        files: data.map(({ kind, fileId }) => {
          const { mediaType = '', bytesCount = 0 } = told.get(fileId) ?? {};
          return { kind, fileId, mediaType, bytesCount };
        }),
      };
    }),
    serve(companyRoutes.companyBeneficiaryInfo, async ({ caller }) => {
      const { savedAtMs, data = [] } = await companies.readPart(caller.ownerId, 'beneficiaries');
      return { savedAtMs, beneficiaries: data };
    }),
    serve(companyRoutes.companyDirectorInfo, async ({ caller }) => {
      const { savedAtMs, data = [] } = await companies.readPart(caller.ownerId, 'directors');
      return { savedAtMs, directors: data };
    }),
    serve(companyRoutes.companyTraderInfo, async ({ caller }) => {
      const { savedAtMs, data = [] } = await companies.readPart(caller.ownerId, 'traders');
      return { savedAtMs, traders: data };
    }),
  ];
}

function savingRoutes({ companies }: CompanyParts): RouteHandler[] {
  return [
    serve(companyRoutes.saveCompanyBasic, ({ caller, body }) =>
      companies.saveBasic(caller.ownerId, body),
    ),
    serve(companyRoutes.saveCompanyFiles, ({ caller, body }) =>
      companies.savePapers(caller.ownerId, body.files),
    ),
    serve(companyRoutes.saveCompanyBeneficiary, ({ caller, body }) =>
      companies.saveOwners(caller.ownerId, body.beneficiaries),
    ),
    serve(companyRoutes.saveCompanyDirector, ({ caller, body }) =>
      companies.saveDirectors(caller.ownerId, body.directors),
    ),
    serve(companyRoutes.saveCompanyTrader, ({ caller, body }) =>
      companies.saveTraders(caller.ownerId, body.traders),
    ),
    serve(companyRoutes.applyCompany, ({ caller }) => companies.apply(caller.ownerId)),
  ];
}

function formRoutes({ companies, readFormUrl, readBrandName }: CompanyParts): RouteHandler[] {
  return [
    serve(companyRoutes.companyTemplateFile, async () => ({
      url: companyRoutes.companyAuthorisation.path,
    })),
    serve(companyRoutes.companyAuthorisation, async ({ caller, setHeader }) => {
      const { ownerId, locale } = caller;
      const [basic, directors, traders] = await Promise.all([
        companies.readPart(ownerId, 'basic'),
        companies.readPart(ownerId, 'directors'),
        companies.readPart(ownerId, 'traders'),
      ]);
      setHeader('content-type', 'text/html; charset=utf-8');
      setHeader('content-disposition', 'attachment; filename="authorisation.html"');
      return writeAuthorisation({
        locale,
        brand: await readBrandName(),
        basic: basic.data,
        directors: directors.data,
        traders: traders.data,
      });
    }),
    serve(companyRoutes.kycFormUrl, async ({ caller }) => {
      const url = readFormUrl(caller);
      if (url === undefined) throw refuse('module_unavailable');
      return { url };
    }),
  ];
}
