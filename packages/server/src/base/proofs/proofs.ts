// Proofs of exact requests: begun with the text that will be sent, given with a second factor over
// its hash, used up by the product that carries the request out, in the product's transaction.
// It is another thing than the step-up of a session. It knows no product: each offers its actions
// and says what a text means. Judging of factors is factors.ts's.
// Opened by the edge's process; the calls of proofs are the account product's.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { ProofAction, Route, z } from '@isobath/wire';
import { proofRoutes, type RouteAnswer } from '@isobath/wire';
import type { AuditLog } from '../audit/index.ts';
import { hashSecret, lockOwner, type Passkeys, type User } from '../credentials/index.ts';
import type { Database, Session } from '../db/index.ts';
import type { WriteMail } from '../mail/index.ts';
import { type CallContext, type Caller, refuse, refuseField } from '../product/index.ts';
import { checkCode, type Factor, type FactorParts, listFactors, takeFactor } from './factors.ts';
import type { FreezeLinks } from './freeze-links.ts';
import { readText } from './read-text.ts';

/** What a text asks for, in words that a person checks in the mail. */
export interface ProofMeaning {
  /** Short name of the coin, absent = of every coin or of none. */
  readonly coin?: string;
  /** Decimal text. */
  readonly amount?: string;
  readonly address?: string;
  /** Whether a code from a mail is needed beside the second factor. */
  readonly isMailCodeNeeded: boolean;
}

/** An action that a product carries out with a proof. */
export interface OfferedAction<TRoute extends Route = Route> {
  /** The route that will be called with it: the text must be what this route takes. */
  readonly route: TRoute;
  /**
   * Say what is asked for. May refuse what could not be carried out anyway: no factor is spent.
   *
   * @param input - body of the route, or query of a GET, checked by its shape.
   */
  readonly describe: (input: InputOf<TRoute>, caller: Caller) => Promise<ProofMeaning>;
}

/** Checked body of a route, or the query of a GET: a route has one of them. */
type InputOf<TRoute> =
  TRoute extends Route<infer TQuery, infer TBody> ? z.output<TQuery> & z.output<TBody> : never;

/** The part of a call that a proof is about; a whole `CallContext` fits. */
export type ProvenCall = Pick<CallContext, 'caller' | 'proof'>;

/** How the person proved it. */
export interface TakenProof {
  readonly proofId: string;
  readonly factor: Factor;
  readonly hadMailCode: boolean;
}

/** Proofs of the installation; a product finds them as `platform.people.proofs`. */
export interface Proofs {
  /**
   * Offer an action, while starting; one product an action.
   *
   * @example proofs.offer('withdraw', { route: withdrawRoutes.submit, describe })
   */
  offer<TRoute extends Route>(action: ProofAction, offered: OfferedAction<TRoute>): void;
  /**
   * Use a proof up, inside the product's own transaction: it is used only if that commits, and of
   * two at once the second waits and is refused. Call it as the last check.
   *
   * @throws proof_needed (20413) when it is missing, used, older than 120 s, of another session,
   *   action or text, or when the call is signed with an API key.
   */
  take(session: Session, call: ProvenCall, action: ProofAction): Promise<TakenProof>;
  /** Begin one: what is needed for a text. @throws second_factor_missing, mail_limit and others. */
  begin(asked: BegunProof, caller: Caller): Promise<RouteAnswer<typeof proofRoutes.begin>>;
  /** Give the factor. @throws proof_needed, code_wrong, passkey_wrong, locked. */
  finish(given: GivenFactors, caller: Caller): Promise<RouteAnswer<typeof proofRoutes.finish>>;
}

type BegunProof = z.output<NonNullable<typeof proofRoutes.begin.body>>;
type GivenFactors = z.output<NonNullable<typeof proofRoutes.finish.body>>;

/** What proofs stand on. */
export interface ProofParts extends FactorParts {
  readonly database: Database;
  readonly audit: Pick<AuditLog, 'transaction'>;
  readonly passkeys: Passkeys;
  readonly writeMail: WriteMail;
  readonly freezeLinks: FreezeLinks;
  /** What an action is called in a mail. */
  readonly translateAction: (
    locale: string,
    action: ProofAction,
    facts: Readonly<Record<string, string>>,
  ) => string;
  readonly readNowMs: () => number;
}

/** A proof is good so long after its factor. */
const PROOF_MS = 120_000;
/** A mail may take its time: so long a factor is waited for. */
const BEGUN_MS = 10 * 60_000;
const PROOF_BYTES = 32;
/** Wrong tries of one proof, and of a person in an hour. */
const TRIES_MAX = 5;
const HOUR_TRIES_MAX = 10;
const HOUR_MS = 3_600_000;
const KEPT_MS = 24 * HOUR_MS;

interface Row {
  proof_id: string;
  text_hash: Buffer;
  mail_code_hash: Buffer | null;
  wrong_count: number;
  begun_at_ms: number;
}

const hashText = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/** Open them. */
export function createProofs(parts: ProofParts): Proofs {
  const { database, users, passkeys, readNowMs } = parts;
  const offered = new Map<ProofAction, OfferedAction>();

  async function readUser(ownerId: number): Promise<User> {
    const user = await users.read(ownerId);
    if (user === undefined) throw refuse('object_not_found');
    return user;
  }

  async function mailCode(
    user: User,
    caller: Caller,
    about: { action: ProofAction; meaning: ProofMeaning; code: string },
  ): Promise<void> {
    const { coin = '', amount = '', address = '' } = about.meaning;
    const act = parts.translateAction(user.locale, about.action, { coin, amount, address });
    const link = await parts.freezeLinks.make(user);
    await parts.writeMail('proof_code', user, caller, { code: about.code, act, link });
  }

  /** Count a try before it is judged: of many at once no more are judged than are allowed. */
  async function countTry(proofId: string, { ownerId, sessionId }: Caller): Promise<Row> {
    const nowMs = readNowMs();
    return database.transaction(async (session) => {
      await lockOwner(session, ownerId);
      const [{ wrong }] = await session.query<{ wrong: number }>(
        `SELECT COALESCE(sum(wrong_count), 0)::int AS wrong FROM bound_proofs
         WHERE owner_id = $1 AND begun_at_ms > $2`,
        [ownerId, nowMs - HOUR_MS],
      );
      if (wrong >= HOUR_TRIES_MAX) throw refuse('locked', { waitMs: String(HOUR_MS) });
      const [row] = await session.query<Row>(
        `UPDATE bound_proofs SET wrong_count = wrong_count + 1
         WHERE proof_id = $1 AND owner_id = $2 AND session_id = $3 AND proof_hash IS NULL
           AND expires_at_ms > $4 AND wrong_count < ${TRIES_MAX}
         RETURNING proof_id, text_hash, mail_code_hash, wrong_count, begun_at_ms`,
        [proofId, ownerId, sessionId, nowMs],
      );
      if (row === undefined) throw refuse('proof_needed');
      return row;
    });
  }

  /** The factor is right: its proof is good from now on, and the chain says which factor it was. */
  async function give(row: Row, caller: Caller, factor: Factor) {
    const proof = randomBytes(PROOF_BYTES).toString('base64url');
    const expiresAtMs = readNowMs() + PROOF_MS;
    const actor = { operatorId: 0, sessionId: caller.sessionId };
    await parts.audit.transaction(actor, async (session, write) => {
      const rows = await session.query<{ action: string }>(
        `UPDATE bound_proofs SET proof_hash = $2, factor = $3, expires_at_ms = $4,
           wrong_count = wrong_count - 1
         WHERE proof_id = $1 AND proof_hash IS NULL RETURNING action`,
        [row.proof_id, hashSecret(proof), factor, expiresAtMs],
      );
      if (rows.length === 0) throw refuse('proof_needed');
      await write({
        action: 'user_proof_given',
        target: { kind: 'user', id: caller.ownerId },
        detail: {
          action: rows[0].action,
          factor,
          hadMailCode: row.mail_code_hash !== null,
          textHash: row.text_hash.toString('hex'),
        },
      });
    });
    return { proof, expiresAtMs };
  }

  return {
    offer(action, one) {
      if (offered.has(action)) throw new Error(`proof of ${action} is offered twice`);
      offered.set(action, one as unknown as OfferedAction);
    },

    async take(session, { caller, proof }, action) {
      // The number of an API key is none of a session.
      if (proof === undefined || proof.sign === '' || caller.signed !== undefined) {
        throw refuse('proof_needed');
      }
      const nowMs = readNowMs();
      const [row] = await session.query<{
        proof_id: string;
        factor: Factor;
        had_mail_code: boolean;
      }>(
        `UPDATE bound_proofs SET used_at_ms = $6
         WHERE proof_hash = $1 AND owner_id = $2 AND session_id = $3 AND action = $4
           AND text_hash = $5 AND used_at_ms = 0 AND expires_at_ms > $6
         RETURNING proof_id, factor, mail_code_hash IS NOT NULL AS had_mail_code`,
        [
          hashSecret(proof.sign),
          caller.ownerId,
          caller.sessionId,
          action,
          hashText(proof.text),
          nowMs,
        ],
      );
      if (row === undefined) throw refuse('proof_needed');
      return { proofId: row.proof_id, factor: row.factor, hadMailCode: row.had_mail_code };
    },

    async begin({ action, body: text }, caller) {
      const one = offered.get(action);
      if (one === undefined) throw refuseField('action', 'not offered');
      const user = await readUser(caller.ownerId);
      const factors = await listFactors(parts, user);
      if (factors.length === 0) throw refuse('second_factor_missing');
      const meaning = await one.describe(readText(one.route, text) as never, caller);
      const nowMs = readNowMs();
      const idBytes = randomBytes(PROOF_BYTES);
      const proofId = idBytes.toString('base64url');
      const textHash = hashText(text);
      const code = meaning.isMailCodeNeeded ? String(randomInt(1_000_000)).padStart(6, '0') : '';
      await database.execute('DELETE FROM bound_proofs WHERE expires_at_ms < $1', [
        nowMs - KEPT_MS,
      ]);
      await database.execute(
        `INSERT INTO bound_proofs (proof_id, owner_id, session_id, action, text_hash,
           mail_code_hash, begun_at_ms, expires_at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          proofId,
          caller.ownerId,
          caller.sessionId,
          action,
          textHash,
          code === '' ? null : hashSecret(proofId + code),
          nowMs,
          nowMs + BEGUN_MS,
        ],
      );
      if (code !== '') await mailCode(user, caller, { action, meaning, code });
      const challenge = { proofId, textHash };
      return {
        proofId,
        factors,
        isMailCodeNeeded: code !== '',
        passkey: (await passkeys.beginProof(caller.ownerId, challenge)) ?? null,
        expiresAtMs: nowMs + BEGUN_MS,
      };
    },

    async finish(given, caller) {
      const user = await readUser(caller.ownerId);
      const row = await countTry(given.proofId, caller);
      const triesLeft = String(TRIES_MAX - row.wrong_count);
      // The mailed code first: a right code of an authenticator is spent by looking at it.
      if (!checkCode(row, given.mailCode ?? '')) {
        throw refuse('code_wrong', { triesLeft, field: 'mailCode' });
      }
      const factor = await takeFactor(parts, { user, given, row });
      if (factor === 'totp_wrong') throw refuse('code_wrong', { triesLeft, field: 'totp' });
      if (factor === 'passkey_wrong') throw refuse('passkey_wrong');
      return give(row, caller, factor);
    },
  };
}
