// People with second factors, and proofs they give, on a real database. Mails are only kept, to be
// read; the clock stands still until somebody moves it. For the tests of this room and of products.
import { generateSync } from 'otplib';
import type { ProofAction } from '@isobath/wire';
import { createAuditLog, makeAuditKey } from '../audit/index.ts';
import { createPasskeys, createSeal, createTickets, createUsers } from '../credentials/index.ts';
import { startTestDatabase } from '../db/testing.ts';
import type { Migration } from '../db/index.ts';
import type { Caller } from '../product/index.ts';
import { createFreezeLinks, createProofs } from './index.ts';
import { makePasskey } from './testing-passkey.ts';

/** A person of a test. */
export interface Proving {
  readonly ownerId: number;
  readonly caller: Caller;
}

const STEP_MS = 30_000;
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const PUBLIC_URL = 'http://localhost:4870';

/** Start them. */
export async function startProofs(migrations: readonly Migration[]) {
  const test = await startTestDatabase({ migrations });
  const clock = { nowMs: Date.UTC(2026, 0, 15) };
  const readNowMs = () => clock.nowMs;
  const database = test.app;
  const seal = createSeal('7'.repeat(64));
  const users = createUsers(database, seal);
  const passkeys = createPasskeys(database, createTickets(database, readNowMs), {
    origin: PUBLIC_URL,
    readName: async () => 'Isobath',
    of: 'people',
  });
  const audit = createAuditLog(database, {
    key: makeAuditKey('00'),
    dataFolder: test.folder,
    readNowMs,
  });
  const freezeLinks = createFreezeLinks(database, PUBLIC_URL, readNowMs);
  const mails: Record<string, string>[] = [];
  const proofs = createProofs({
    database,
    audit,
    users,
    seal,
    passkeys,
    freezeLinks,
    readNowMs,
    translateAction: (_locale, action, facts) =>
      [action, facts['amount'], facts['coin'], facts['address']].join(' ').trim(),
    writeMail: async (kind, { email }, _caller, values = {}) => {
      mails.push({ kind, email, ...values });
    },
  });
  let count = 1_000_000;

  async function addPerson(options: { readonly hasTotp?: boolean } = {}): Promise<Proving> {
    const ownerId = (count += 1);
    await test.owner.execute(
      `INSERT INTO users
         (owner_id, email, nickname, password_hash, locale, anti_phishing_code, totp_secret)
       VALUES ($1, $2, 'somebody', '', 'en_US', '', $3)`,
      [ownerId, `${ownerId}@example.com`, options.hasTotp === false ? null : seal.close(SECRET)],
    );
    return { ownerId, caller: callAs(ownerId, ownerId * 10) };
  }

  /** A code that was not shown before: the clock goes on by a step. */
  function showTotp(): string {
    clock.nowMs += STEP_MS;
    return generateSync({ secret: SECRET, epoch: Math.floor(clock.nowMs / 1_000) });
  }

  /** Begin and finish a proof with an authenticator. */
  async function prove({ caller }: Proving, action: ProofAction, text: string): Promise<string> {
    const begun = await proofs.begin({ action, body: text }, caller);
    const mailCode = begun.isMailCodeNeeded ? mails.at(-1)?.['code'] : undefined;
    const { proof } = await proofs.finish(
      { proofId: begun.proofId, totp: showTotp(), mailCode },
      caller,
    );
    return proof;
  }

  return {
    test,
    database,
    clock,
    readNowMs,
    users,
    passkeys,
    audit,
    freezeLinks,
    mails,
    proofs,
    addPerson,
    showTotp,
    prove,
    /** Give a person a passkey. @returns what signs with it. */
    async addPasskey(ownerId: number) {
      const passkey = makePasskey({ origin: PUBLIC_URL, siteId: 'localhost' });
      await test.owner.execute(
        `INSERT INTO passkeys (credential_id, owner_id, public_key, counter, transports, name)
         VALUES ($1, $2, $3, 0, '{}', 'key')`,
        [passkey.id, ownerId, passkey.publicKey],
      );
      return passkey.sign;
    },
  };
}

/** A person's call from a session. */
export function callAs(ownerId: number, sessionId: number): Caller {
  return {
    ownerId,
    sessionId,
    ip: '::1',
    device: 'test',
    locale: 'en_US',
    visitorId: '',
    steppedUpUntilMs: 0,
    requestId: '',
  };
}
