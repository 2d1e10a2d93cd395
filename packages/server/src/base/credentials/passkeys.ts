// Passkeys: adding, listing, removing, signing in. The ceremony is the library's; here are the
// challenges and the rows.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Database } from '../db/index.ts';
import { refuse } from '../product/index.ts';
import { noteSecurityChange, type SecurityNote } from './security-changes.ts';
import { nameOrigin } from './passkey-site.ts';
import type { TicketPurpose, Tickets } from './tickets.ts';

/** Where passkeys are valid. */
export interface PasskeySite {
  /** Such as `https://example.org`. */
  readonly origin: string;
  /** What authenticators show as the name of the place. */
  readonly readName: () => Promise<string>;
  /** Whose they are: people's or operators'; each has a table and tickets of its own. */
  readonly of: 'people' | 'operators';
}

const stores = {
  people: { table: 'passkeys', purpose: 'passkey_login' },
  operators: { table: 'operator_passkeys', purpose: 'operator_passkey' },
} as const satisfies Record<string, { table: string; purpose: TicketPurpose }>;

/** Somebody who adds a passkey. */
export interface PasskeyOwner {
  readonly ownerId: number;
  readonly email: string;
  readonly nickname: string;
}

interface Row {
  credential_id: string;
  owner_id: number;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date;
}

const CHALLENGE_MS = 5 * 60_000;

/** What a passkey signs for a request: the number of its proof, and the hash of its text. */
export interface ProofChallenge {
  /** 32 random bytes as base64url. */
  readonly proofId: string;
  /** SHA-256. */
  readonly textHash: Buffer;
}

const bytesOf = ({ proofId, textHash }: ProofChallenge): Buffer =>
  Buffer.concat([Buffer.from(proofId, 'base64url'), textHash]);

/** Three hundred modules that most processes never need: read with the first ceremony. */
const loadCeremonies = () => import('@simplewebauthn/server');

/** Make the passkeys of this site. */
export function createPasskeys(database: Database, tickets: Tickets, site: PasskeySite) {
  const origin = nameOrigin(site.origin);
  const siteId = new URL(origin).hostname;
  const { table, purpose } = stores[site.of];
  // A person signs in with a passkey alone: it must know who holds it. An operator gave a password.
  const isAlone = site.of === 'people';
  const userVerification = isAlone ? 'required' : 'preferred';
  /** Challenges of people who are adding a passkey; one each. */
  const challenges = new Map<number, { challenge: string; untilMs: number }>();

  async function listRows(ownerId: number): Promise<Row[]> {
    return database.query<Row>(`SELECT * FROM ${table} WHERE owner_id = $1 ORDER BY created_at`, [
      ownerId,
    ]);
  }

  /** Whether a passkey signed a challenge; then its counter goes on. */
  async function verify(
    row: Row,
    response: Record<string, unknown>,
    expectedChallenge: string,
  ): Promise<boolean> {
    const { verifyAuthenticationResponse } = await loadCeremonies();
    const verified = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: siteId,
      requireUserVerification: isAlone,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(row.public_key),
        counter: row.counter,
      },
    }).catch(() => undefined);
    if (verified?.verified !== true) return false;
    await database.execute(
      `UPDATE ${table} SET counter = $2, last_used_at = now() WHERE credential_id = $1`,
      [row.credential_id, verified.authenticationInfo.newCounter],
    );
    return true;
  }

  return {
    async list(ownerId: number) {
      const rows = await listRows(ownerId);
      return rows.map((row) => ({
        id: row.credential_id,
        name: row.name,
        createdAt: row.created_at.getTime(),
        lastUsedAt: row.last_used_at.getTime(),
      }));
    },

    async beginAdding(user: PasskeyOwner, nowMs: number): Promise<Record<string, unknown>> {
      const rows = await listRows(user.ownerId);
      const { generateRegistrationOptions } = await loadCeremonies();
      const options = await generateRegistrationOptions({
        rpName: await site.readName(),
        rpID: siteId,
        userName: user.email,
        userID: new TextEncoder().encode(String(user.ownerId)),
        userDisplayName: user.nickname,
        attestationType: 'none',
        excludeCredentials: rows.map((row) => ({ id: row.credential_id })),
        authenticatorSelection: { residentKey: 'required', userVerification },
      });
      const untilMs = nowMs + CHALLENGE_MS;
      challenges.set(user.ownerId, { challenge: options.challenge, untilMs });
      return options as unknown as Record<string, unknown>;
    },

    async add(
      ownerId: number,
      made: { name: string; response: Record<string, unknown>; note?: SecurityNote | undefined },
      nowMs: number,
    ): Promise<void> {
      const expected = challenges.get(ownerId);
      challenges.delete(ownerId);
      if (expected === undefined || expected.untilMs < nowMs) throw refuse('ticket_invalid');
      const { verifyRegistrationResponse } = await loadCeremonies();
      const verified = await verifyRegistrationResponse({
        response: made.response as unknown as RegistrationResponseJSON,
        expectedChallenge: expected.challenge,
        expectedOrigin: origin,
        expectedRPID: siteId,
        requireUserVerification: isAlone,
      }).catch(() => undefined);
      if (verified?.verified !== true) throw refuse('passkey_wrong');
      const { credential } = verified.registrationInfo;
      await database.transaction(async (session) => {
        await session.execute(
          `INSERT INTO ${table} (credential_id, owner_id, public_key, counter, transports, name)
           VALUES ($1, $2, $3, $4, $5, $6)`,
          [
            credential.id,
            ownerId,
            Buffer.from(credential.publicKey),
            credential.counter,
            credential.transports ?? [],
            made.name,
          ],
        );
        if (made.note !== undefined) {
          await noteSecurityChange(session, { ownerId, ...made.note });
        }
      });
    },

    /** @returns false when it is not theirs. */
    remove: (ownerId: number, credentialId: string, note?: SecurityNote): Promise<boolean> =>
      database.transaction(async (session) => {
        const count = await session.execute(
          `DELETE FROM ${table} WHERE owner_id = $1 AND credential_id = $2`,
          [ownerId, credentialId],
        );
        if (count > 0 && note !== undefined) {
          await noteSecurityChange(session, { ownerId, ...note });
        }
        return count > 0;
      }),

    /** @returns what the browser asks a passkey of theirs for; undefined when they have none. */
    async beginProof(
      ownerId: number,
      challenge: ProofChallenge,
    ): Promise<Record<string, unknown> | undefined> {
      const rows = await listRows(ownerId);
      if (rows.length === 0) return undefined;
      const { generateAuthenticationOptions } = await loadCeremonies();
      const options = await generateAuthenticationOptions({
        rpID: siteId,
        challenge: new Uint8Array(bytesOf(challenge)),
        allowCredentials: rows.map((row) => ({ id: row.credential_id })),
        userVerification: 'required',
      });
      return options as unknown as Record<string, unknown>;
    },

    /** Whether a passkey of theirs signed exactly that; the person was asked by their device. */
    async finishProof(
      ownerId: number,
      challenge: ProofChallenge,
      response: unknown,
    ): Promise<boolean> {
      const given = Object(response) as Record<string, unknown>;
      const id = String(given.id ?? '').slice(0, 1_024);
      const row = (await listRows(ownerId)).find((one) => one.credential_id === id);
      return row !== undefined && verify(row, given, bytesOf(challenge).toString('base64url'));
    },

    async beginLogin(): Promise<{ ticket: string; options: Record<string, unknown> }> {
      const { generateAuthenticationOptions } = await loadCeremonies();
      const options = await generateAuthenticationOptions({
        rpID: siteId,
        userVerification,
      });
      const { ticket } = await tickets.create(
        {
          purpose,
          email: '',
          ownerId: 0,
          payload: { challenge: options.challenge },
        },
        false,
      );
      return { ticket, options: options as unknown as Record<string, unknown> };
    },

    /**
     * @param publishRefused - told whose passkey was shown and did not hold.
     * @returns whose passkey it is.
     */
    async finishLogin(
      ticket: string,
      response: Record<string, unknown>,
      publishRefused?: (ownerId: number) => Promise<void>,
    ): Promise<number> {
      const begun = await tickets.read(purpose, ticket);
      if (begun === undefined || !(await tickets.remove(ticket))) throw refuse('ticket_invalid');
      const rows = await database.query<Row>(`SELECT * FROM ${table} WHERE credential_id = $1`, [
        String(response.id ?? '').slice(0, 1_024),
      ]);
      if (rows.length === 0) throw refuse('passkey_wrong');
      const [row] = rows;
      if (!(await verify(row, response, String(begun.payload.challenge)))) {
        await publishRefused?.(row.owner_id);
        throw refuse('passkey_wrong');
      }
      return row.owner_id;
    },
  };
}

/** The passkeys of this site. */
export type Passkeys = ReturnType<typeof createPasskeys>;
