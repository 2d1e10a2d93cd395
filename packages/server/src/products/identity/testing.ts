// Verification on a real database: a person, files, whole forms. Not the desk's side.
// Called by the tests beside it.
import { type CompanyForm, companyPaperKinds, type StandardForm } from '@isobath/wire';
import { createSeal } from '../../base/credentials/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import { smallPng } from '../../base/pictures/testing.ts';
import { migrations } from '../../migrations.ts';
import { createApplications } from './applications.ts';
import { createCompanies } from './company/company.ts';
import { createFiles } from './files.ts';
import { createSupplements } from './supplements.ts';
import { createVault } from '../../base/vault/index.ts';

/** What an installation closes its keys with, in tests. */
export const CREDENTIAL_KEY = '7'.repeat(64);
/** What must stand nowhere in plain. */
export const SECRETS = ['Quincella', 'Marmeladova', 'QX7719203', 'Damson Lane'] as const;

/** Start it. */
export async function startVerification() {
  const test = await startTestDatabase({ migrations });
  const clock = { nowMs: Date.UTC(2026, 0, 15) };
  const readNowMs = () => clock.nowMs;
  const database = test.app;
  const seal = createSeal(CREDENTIAL_KEY);
  const vault = createVault(database, seal, readNowMs);
  const files = createFiles(database, vault, readNowMs);
  const applications = createApplications({ database, vault, files, seal, readNowMs });
  const companies = createCompanies({ database, vault, files, seal, readNowMs, applications });
  const supplements = createSupplements({ database, vault, files, readNowMs });
  const send = async (ownerId: number, kind: Parameters<typeof files.take>[0]['kind']) =>
    (await files.take({ ownerId, kind, content: smallPng })).fileId;
  return {
    test,
    database,
    clock,
    readNowMs,
    seal,
    vault,
    files,
    applications,
    companies,
    supplements,
    send,
    /** A person who has passed the standard level, by the operator's word. */
    async addTrader(ownerId: number): Promise<number> {
      await test.owner.execute(
        `INSERT INTO identity_records (owner_id, identity_type, identity_status)
         VALUES ($1, 1, 1)`,
        [ownerId],
      );
      return ownerId;
    },
    /** A whole company; its traders have passed the standard level. */
    async makeCompany(ownerId: number, traders: readonly number[]): Promise<CompanyForm> {
      const somebody = {
        firstName: SECRETS[0],
        lastName: SECRETS[1],
        birthDate: '1980-02-03',
        country: 'FR',
        documentType: 'passport',
        documentNumber: SECRETS[2],
      } as const;
      const papers: CompanyForm['papers'] = [];
      for (const kind of companyPaperKinds)
        papers.push({ kind, fileId: await send(ownerId, kind) });
      return {
        basic: {
          name: 'Damson Trading',
          number: `R-${ownerId}`,
          country: 'FR',
          address: `12 ${SECRETS[3]}`,
          activity: 'Sale of fruit',
        },
        papers,
        beneficiaries: [
          { ...somebody, sharePpm: 600_000 },
          { ...somebody, firstName: 'Anselm', documentNumber: 'QX7719204', sharePpm: 400_000 },
        ],
        directors: [somebody],
        traders: traders.map((uid) => ({ uid })),
      };
    },
    async addPerson(ownerId: number): Promise<number> {
      await test.owner.execute(
        `INSERT INTO users (owner_id, email, nickname, password_hash, locale, anti_phishing_code)
         VALUES ($1, $2, 'somebody', '', 'en_US', '')`,
        [ownerId, `${ownerId}@example.com`],
      );
      return ownerId;
    },
    async makeForm(ownerId: number, changes: Partial<StandardForm> = {}): Promise<StandardForm> {
      return {
        country: 'FR',
        documentType: 'passport',
        documentNumber: SECRETS[2],
        birthDate: '1990-05-17',
        firstName: SECRETS[0],
        lastName: SECRETS[1],
        fileIds: {
          front: await send(ownerId, 'front'),
          selfie: await send(ownerId, 'selfie'),
        },
        ...changes,
      };
    },
    async makeAdvanced(ownerId: number) {
      return {
        address: `12 ${SECRETS[3]}`,
        city: 'Lyon',
        postalCode: '69001',
        country: 'FR',
        proofFileId: await send(ownerId, 'address'),
        occupation: 'employed',
        sourceOfFunds: 'salary',
      } as const;
    },
  };
}
