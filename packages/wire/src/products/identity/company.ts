// Verifying a company, on the wire: its details, papers, owners, directors and traders are saved
// one list at a time, read back, and sent together. Each save replaces the list before it.
// Paths of the specification but one. Not here: people (identity.ts), the desk (identity/desk.ts).
import { timeMs } from '../../money.ts';
import { bodyBytes, defineRoute } from '../../route.ts';
import { z } from '../../z.ts';
import {
  calendarDay,
  companyPaperKinds,
  countryCode,
  documentNumber,
  fileNumber,
  identityDocuments,
  personName,
  wordsLine,
} from '../identity.ts';

const own = { role: 'user', owner: 'caller' } as const;
const path = (name: string) => `/hk-web/identity/company/${name}`;

/** The whole of a company, in millionths. */
export const WHOLE_SHARE_PPM = 1_000_000;
/** An owner with less than a quarter is not named. */
export const OWNER_SHARE_PPM_MIN = 250_000;
/** Most directors of one application. */
export const COMPANY_DIRECTORS_MAX = 20;
/** Most people who trade for a company. */
export const COMPANY_TRADERS_MAX = 10;

/** What a company is. */
export const companyBasic = z.object({
  name: wordsLine,
  /** Of the register it stands in. */
  number: documentNumber,
  country: countryCode,
  address: wordsLine,
  /** What it lives on, in a few words. */
  activity: wordsLine,
});
/** What a company is. */
export type CompanyBasic = z.infer<typeof companyBasic>;

/** Each kind of paper once. */
export const companyPapers = z
  .array(z.object({ kind: z.enum(companyPaperKinds), fileId: fileNumber }))
  .max(companyPaperKinds.length)
  .refine((papers) => new Set(papers.map(({ kind }) => kind)).size === papers.length, 'once each');
/** Papers of a company. */
export type CompanyPapers = z.infer<typeof companyPapers>;

const person = {
  firstName: personName,
  lastName: personName,
  birthDate: calendarDay,
  country: countryCode,
  documentType: z.enum(identityDocuments),
  documentNumber,
} as const;

/** Somebody who leads a company. */
export const companyDirector = z.object(person);
/** Somebody who leads a company. */
export type CompanyDirector = z.infer<typeof companyDirector>;
/** Somebody who owns a quarter of a company or more. */
export const companyOwner = z.object({
  ...person,
  sharePpm: z.number().int().min(OWNER_SHARE_PPM_MIN).max(WHOLE_SHARE_PPM),
});
/** Somebody who owns a quarter of a company or more. */
export type CompanyOwner = z.infer<typeof companyOwner>;
/** An account that trades for a company; its person has passed the standard level. */
export const companyTrader = z.object({ uid: fileNumber });
/** An account that trades for a company. */
export type CompanyTrader = z.infer<typeof companyTrader>;

/** Owners: no more than the whole; none where nobody has a quarter. */
export const companyOwners = z
  .array(companyOwner)
  .max(WHOLE_SHARE_PPM / OWNER_SHARE_PPM_MIN)
  .refine(
    (owners) => owners.reduce((sum, { sharePpm }) => sum + sharePpm, 0) <= WHOLE_SHARE_PPM,
    'more than the whole',
  );
/** Directors of a company: one at least. */
export const companyDirectors = z.array(companyDirector).min(1).max(COMPANY_DIRECTORS_MAX);
/** Traders of a company: one at least, each once. */
export const companyTraders = z
  .array(companyTrader)
  .min(1)
  .max(COMPANY_TRADERS_MAX)
  .refine((all) => new Set(all.map(({ uid }) => uid)).size === all.length, 'once each');

/** A whole application, as it is kept once it was sent. */
export const companyForm = z.object({
  basic: companyBasic,
  papers: companyPapers,
  beneficiaries: companyOwners,
  directors: companyDirectors,
  traders: companyTraders,
});
/** A whole application of a company. */
export type CompanyForm = z.infer<typeof companyForm>;

const saved = z.object({});
/** When it was saved last; 0 = never. */
const savedAtMs = timeMs;

/** Routes of a company's verification. */
export const companyRoutes = {
  companyBasicInfo: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path: path('basicInfo'),
    summary: 'Details of the company as they were saved; null = none yet.',
    answer: z.object({ savedAtMs, basic: companyBasic.nullable() }),
  }),
  companyFilesInfo: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path: path('filesInfo'),
    summary: 'Papers of the company as they were saved.',
    answer: z.object({
      savedAtMs,
      files: z.array(
        z.object({
          kind: z.enum(companyPaperKinds),
          fileId: fileNumber,
          mediaType: z.string(),
          bytesCount: z.number().int(),
        }),
      ),
    }),
  }),
  companyBeneficiaryInfo: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path: path('beneficiaryInfo'),
    summary: 'Owners of a quarter or more, as they were saved.',
    answer: z.object({ savedAtMs, beneficiaries: z.array(companyOwner) }),
  }),
  companyDirectorInfo: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path: path('directorInfo'),
    summary: 'Directors as they were saved.',
    answer: z.object({ savedAtMs, directors: z.array(companyDirector) }),
  }),
  companyTraderInfo: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path: path('traderInfo'),
    summary: 'Accounts that trade for the company, as they were saved.',
    answer: z.object({ savedAtMs, traders: z.array(companyTrader) }),
  }),
  companyTemplateFile: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path: path('templateFile'),
    summary: 'Where the form stands with which a company authorises its traders, to be signed.',
    answer: z.object({ url: z.string() }),
  }),
  companyAuthorisation: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path: path('authorisation'),
    summary:
      'The form itself, a document to save, print and sign, in the caller’s language; what was ' +
      'saved of the company stands in it.',
    answer: z.string(),
    isBare: true,
  }),
  saveCompanyBasic: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path: path('saveBasicInfo'),
    summary: 'Save the details of a company, until it applies.',
    body: companyBasic,
    answer: saved,
  }),
  saveCompanyFiles: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path: path('saveFiles'),
    summary: 'Save which papers a company shows, by the numbers of files that were sent.',
    body: z.object({ files: companyPapers }),
    answer: saved,
  }),
  saveCompanyBeneficiary: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path: path('saveBeneficiary'),
    summary:
      'Save who owns a quarter of a company or more, in millionths, together at most all of it; ' +
      'an empty list says that nobody does.',
    body: z.object({ beneficiaries: companyOwners }),
    answer: saved,
  }),
  saveCompanyDirector: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path: path('saveDirector'),
    bodyBytesMax: bodyBytes.row,
    summary: 'Save who leads a company.',
    body: z.object({ directors: companyDirectors }),
    answer: saved,
  }),
  saveCompanyTrader: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path: path('saveTrader'),
    summary: 'Save which accounts trade for a company; each has passed the standard level.',
    body: z.object({ traders: companyTraders }),
    answer: saved,
  }),
  applyCompany: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path: path('apply'),
    summary: 'Ask to be verified as the company that was saved.',
    answer: z.object({ recordId: z.number().int() }),
  }),
  kycFormUrl: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path: '/hk-web/kyc/amlbot/formUrl',
    summary: 'Where a provider’s form of verification stands; in the sandbox it is ours.',
    answer: z.object({ url: z.string() }),
  }),
} as const;
