// Verification on a real database, for the tests beside it: a person, files, whole forms.
import type { StandardForm } from '@isobath/wire';
import { createSeal } from '../../base/credentials/index.ts';
import { startTestDatabase } from '../../base/db/testing.ts';
import { smallPng } from '../../base/pictures/testing.ts';
import { migrations } from '../../migrations.ts';
import { createApplications } from './applications.ts';
import { createFiles } from './files.ts';
import { createSupplements } from './supplements.ts';
import { createVault } from './vault.ts';

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
    supplements,
    send,
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
