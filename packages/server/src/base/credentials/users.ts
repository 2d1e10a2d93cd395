// Rows of people. Reading and writing only; who may do what is the account product's business.
import type { LoginOutcome } from '@isobath/wire';
import { type Database, sqlState } from '../db/index.ts';
import { isErasedAddress, NOT_ERASED } from './erased.ts';
import type { Seal } from './seal.ts';
import { noteSecurityChange, type SecurityNote } from './security-changes.ts';

/** A person. */
export interface User {
  readonly ownerId: number;
  readonly email: string;
  readonly nickname: string;
  readonly passwordHash: string;
  readonly totpSecret: Buffer | null;
  readonly totpPending: Buffer | null;
  readonly totpLastStep: number;
  readonly antiPhishingCode: string;
  readonly locale: string;
  /** 1 = usual, 2 = special. */
  readonly vipType: number;
  /** Name of the own picture, "" = none. */
  readonly photoName: string;
  /** When the nickname was changed last, null = never. */
  readonly nicknameChangedAt: Date | null;
  /** Whose invitation was used, null = nobody's. */
  readonly invitedBy: number | null;
  /** When the terms were agreed to, null = never asked. */
  readonly termsAgreedAt: Date | null;
  readonly createdAtMs: number;
}

interface Row {
  owner_id: number;
  email: string;
  nickname: string;
  password_hash: string;
  totp_secret: Buffer | null;
  totp_pending: Buffer | null;
  totp_last_step: number;
  anti_phishing_code: string;
  locale: string;
  vip_type: number;
  photo_name: string;
  nickname_changed_at: Date | null;
  invited_by: number | null;
  terms_agreed_at: Date | null;
  created_at: Date;
}

/** Somebody to make an account for. */
export interface NewUser {
  readonly email: string;
  readonly passwordHash: string;
  readonly locale: string;
  /** How somebody joined by themselves; absent when the operator made the account. */
  readonly joining?: {
    readonly agreedAt: Date;
    /** Undefined = nobody; one who is no more counts as nobody. */
    readonly inviterId: number | undefined;
  };
}

/** Word of the person's own in their mails: sealed it is longer than any that may be set. */
const CODE_WORD_LENGTH_MAX = 20;

/** A code word as it is kept. */
function closeWord(seal: Seal | undefined, word: string): string {
  if (word === '') return '';
  if (seal === undefined) throw new Error('code words are set only where they can be sealed');
  return seal.close(word).toString('base64');
}

function openWord(seal: Seal | undefined, kept: string): string {
  if (kept === '' || seal === undefined) return '';
  // Of an earlier release; it is sealed at the next start.
  return kept.length <= CODE_WORD_LENGTH_MAX ? kept : seal.open(Buffer.from(kept, 'base64'));
}

function fromRow(row: Row, seal: Seal | undefined): User {
  return {
    ownerId: row.owner_id,
    email: row.email,
    nickname: row.nickname,
    passwordHash: row.password_hash,
    totpSecret: row.totp_secret,
    totpPending: row.totp_pending,
    totpLastStep: row.totp_last_step,
    antiPhishingCode: openWord(seal, row.anti_phishing_code),
    locale: row.locale,
    vipType: row.vip_type,
    photoName: row.photo_name,
    nicknameChangedAt: row.nickname_changed_at,
    invitedBy: row.invited_by,
    termsAgreedAt: row.terms_agreed_at,
    createdAtMs: row.created_at.getTime(),
  };
}

const UNIQUE_VIOLATION = '23505';

/** A change to a person's row. */
export type UserChange = Partial<
  Pick<
    User,
    | 'nickname'
    | 'passwordHash'
    | 'totpSecret'
    | 'totpPending'
    | 'antiPhishingCode'
    | 'locale'
    | 'vipType'
    | 'nicknameChangedAt'
  >
>;

const COLUMNS: Readonly<Record<keyof UserChange, string>> = {
  nickname: 'nickname',
  passwordHash: 'password_hash',
  totpSecret: 'totp_secret',
  totpPending: 'totp_pending',
  antiPhishingCode: 'anti_phishing_code',
  locale: 'locale',
  vipType: 'vip_type',
  nicknameChangedAt: 'nickname_changed_at',
};

/** People of the installation; whoever was erased is none of them. */
export interface Users {
  findByEmail(email: string): Promise<User | undefined>;
  read(ownerId: number): Promise<User | undefined>;
  /** @returns the new person, or undefined when the address is taken. */
  create(user: NewUser): Promise<User | undefined>;
  /** @param note - written in the same transaction: money waits for this change. */
  change(ownerId: number, change: UserChange, note?: SecurityNote): Promise<void>;
  /** Seal code words that an earlier release kept as they are. @returns how many there were. */
  sealCodeWords(): Promise<number>;
  /** Take an authenticator's time step. @returns false when it or a later one was taken already. */
  takeTotpStep(ownerId: number, step: number): Promise<boolean>;
  /** Replace all backup codes. */
  setBackupCodes(ownerId: number, hashes: readonly Buffer[]): Promise<void>;
  /** Use a backup code, by any of its hashes. @returns false when it is unknown or was used. */
  takeBackupCode(ownerId: number, hashes: readonly Buffer[]): Promise<boolean>;
  addLogin(login: {
    ownerId: number;
    ip: string;
    device: string;
    outcome: LoginOutcome;
  }): Promise<void>;
  listLogins(
    ownerId: number,
  ): Promise<{ at: number; ip: string; device: string; outcome: LoginOutcome }[]>;
  /** Whether the person was ever let in. */
  hasSignedIn(ownerId: number): Promise<boolean>;
  /** Whether a successful sign-in with that device from that address is known. */
  isKnownDevice(ownerId: number, ip: string, device: string): Promise<boolean>;
}

/**
 * Open the people's rows.
 *
 * @param seal - for their code words; undefined where nobody reads or sets one: there it is "".
 */
export function createUsers(database: Database, seal: Seal | undefined): Users {
  async function readOne(where: string, value: string | number): Promise<User | undefined> {
    const rows = await database.query<Row>(
      `SELECT * FROM users WHERE ${where} = $1 AND ${NOT_ERASED}`,
      [value],
    );
    return rows.length === 0 ? undefined : fromRow(rows[0], seal);
  }

  return {
    findByEmail: (email) => readOne('email', email),
    read: (ownerId) => readOne('owner_id', ownerId),
    async create({ email, passwordHash, locale, joining }) {
      if (isErasedAddress(email)) return undefined;
      try {
        const rows = await database.query<Row>(
          `INSERT INTO users
             (email, nickname, password_hash, locale, terms_agreed_at, invited_by)
           VALUES ($1, $2, $3, $4, $5, (SELECT owner_id FROM users WHERE owner_id = $6))
           RETURNING *`,
          [
            email,
            email.split('@')[0].slice(0, 20),
            passwordHash,
            locale,
            joining?.agreedAt ?? null,
            joining?.inviterId ?? null,
          ],
        );
        return fromRow(rows[0], seal);
      } catch (error) {
        if (sqlState(error) === UNIQUE_VIOLATION) return undefined;
        throw error;
      }
    },
    async change(ownerId, change, note) {
      const names = Object.keys(change) as (keyof UserChange)[];
      if (names.length === 0) return;
      const sets = names.map((name, at) => `${COLUMNS[name]} = $${at + 2}`);
      const keep = (name: keyof UserChange) =>
        name === 'antiPhishingCode' ? closeWord(seal, change[name] ?? '') : (change[name] ?? null);
      const values = names.map(keep);
      const statement = `UPDATE users SET ${sets.join(', ')} WHERE owner_id = $1 AND ${NOT_ERASED}`;
      if (note === undefined) {
        await database.execute(statement, [ownerId, ...values]);
        return;
      }
      await database.transaction(async (session) => {
        await session.execute(statement, [ownerId, ...values]);
        await noteSecurityChange(session, { ownerId, ...note });
      });
    },
    async sealCodeWords() {
      const rows = await database.query<{ owner_id: number; word: string }>(
        `SELECT owner_id, anti_phishing_code AS word FROM users
         WHERE anti_phishing_code <> '' AND length(anti_phishing_code) <= $1`,
        [CODE_WORD_LENGTH_MAX],
      );
      for (const { owner_id: ownerId, word } of rows) {
        await database.execute(
          'UPDATE users SET anti_phishing_code = $3 ' +
            'WHERE owner_id = $1 AND anti_phishing_code = $2',
          [ownerId, word, closeWord(seal, word)],
        );
      }
      return rows.length;
    },
    async takeTotpStep(ownerId, step) {
      const count = await database.execute(
        'UPDATE users SET totp_last_step = $2 WHERE owner_id = $1 AND totp_last_step < $2',
        [ownerId, step],
      );
      return count > 0;
    },
    async setBackupCodes(ownerId, hashes) {
      await database.transaction(async (session) => {
        await session.execute('DELETE FROM backup_codes WHERE owner_id = $1', [ownerId]);
        for (const hash of hashes) {
          await session.execute('INSERT INTO backup_codes VALUES ($1, $2)', [ownerId, hash]);
        }
      });
    },
    async takeBackupCode(ownerId, hashes) {
      const count = await database.execute(
        `UPDATE backup_codes SET used_at = now()
         WHERE owner_id = $1 AND code_hash = ANY ($2::bytea[]) AND used_at IS NULL`,
        [ownerId, hashes],
      );
      return count > 0;
    },
    async addLogin({ ownerId, ip, device, outcome }) {
      await database.execute(
        'INSERT INTO login_history (owner_id, ip, device, outcome) VALUES ($1, $2, $3, $4)',
        [ownerId, ip, device, outcome],
      );
    },
    async listLogins(ownerId) {
      const rows = await database.query<{
        at: Date;
        ip: string;
        device: string;
        outcome: LoginOutcome;
      }>(
        `SELECT at, ip, device, outcome FROM login_history WHERE owner_id = $1
         ORDER BY login_id DESC LIMIT 100`,
        [ownerId],
      );
      return rows.map((row) => ({ ...row, at: row.at.getTime() }));
    },
    async hasSignedIn(ownerId) {
      const rows = await database.query(
        `SELECT 1 FROM login_history WHERE owner_id = $1 AND outcome = 'ok' LIMIT 1`,
        [ownerId],
      );
      return rows.length > 0;
    },
    async isKnownDevice(ownerId, ip, device) {
      const rows = await database.query(
        `SELECT 1 FROM login_history WHERE owner_id = $1 AND ip = $2 AND device = $3
         AND outcome = 'ok' LIMIT 1`,
        [ownerId, ip, device],
      );
      return rows.length > 0;
    },
  };
}
