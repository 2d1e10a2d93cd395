// Rows of operators: the people of the back office. Reading and writing only; who may do what is
// in wire's table of permissions, and letting somebody in is the office product's business.
import type { OperatorRole } from '@isobath/wire';
import { type Database, type Session, sqlState } from '../db/index.ts';
import { refuse } from '../product/index.ts';

/** An operator. */
export interface Operator {
  readonly operatorId: number;
  readonly email: string;
  readonly role: OperatorRole;
  readonly passwordHash: string;
  readonly totpSecret: Buffer | null;
  readonly totpPending: Buffer | null;
  readonly totpLastStep: number;
  readonly passkeysCount: number;
  readonly createdAtMs: number;
  /** Last use of a session, 0 = never. */
  readonly lastSeenAtMs: number;
  readonly isDisabled: boolean;
}

interface Row {
  operator_id: number;
  email: string;
  role: OperatorRole;
  password_hash: string;
  totp_secret: Buffer | null;
  totp_pending: Buffer | null;
  totp_last_step: number;
  passkeys_count: number;
  created_at: Date;
  last_seen_at: Date | null;
  disabled_at: Date | null;
}

/** What can be changed of an operator. */
export type OperatorChange = Partial<{
  role: OperatorRole;
  passwordHash: string;
  totpSecret: Buffer | null;
  totpPending: Buffer | null;
  disabledAt: Date | null;
}>;

const COLUMNS: Readonly<Record<keyof OperatorChange, string>> = {
  role: 'role',
  passwordHash: 'password_hash',
  totpSecret: 'totp_secret',
  totpPending: 'totp_pending',
  disabledAt: 'disabled_at',
};

/** Operators of the installation. */
export interface Operators {
  findByEmail(email: string): Promise<Operator | undefined>;
  read(operatorId: number): Promise<Operator | undefined>;
  list(): Promise<Operator[]>;
  /** @returns their number, or undefined when the address is taken. */
  create(
    session: Session,
    request: { email: string; role: OperatorRole; passwordHash: string },
  ): Promise<number | undefined>;
  change(session: Session, operatorId: number, change: OperatorChange): Promise<void>;
  /** Take an authenticator's time step. @returns false when it or a later one was taken already. */
  takeTotpStep(operatorId: number, step: number): Promise<boolean>;
  /**
   * Keep one administrator: two who let each other go at the same time do so one after the other.
   *
   * @param session - the transaction that takes the role or the access away.
   * @errors forbidden when this operator is the last administrator who is let in.
   */
  keepAdministrator(session: Session, operatorId: number): Promise<void>;
  /**
   * Forget one passkey, but never the last second factor: nobody would be let in any more.
   *
   * @returns its name.
   * @errors object_not_found when it is not theirs; last_factor when nothing else is left.
   */
  removePasskey(session: Session, operatorId: number, credentialId: string): Promise<string>;
  /** Forget all passkeys. */
  removePasskeys(session: Session, operatorId: number): Promise<void>;
}

const UNIQUE_VIOLATION = '23505';
const SELECT = `SELECT operators.*,
  (SELECT count(*) FROM operator_passkeys WHERE owner_id = operator_id) AS passkeys_count,
  (SELECT max(last_seen_at) FROM operator_sessions AS sessions
   WHERE sessions.operator_id = operators.operator_id) AS last_seen_at
  FROM operators`;

function fromRow(row: Row): Operator {
  return {
    operatorId: row.operator_id,
    email: row.email,
    role: row.role,
    passwordHash: row.password_hash,
    totpSecret: row.totp_secret,
    totpPending: row.totp_pending,
    totpLastStep: row.totp_last_step,
    passkeysCount: row.passkeys_count,
    createdAtMs: row.created_at.getTime(),
    lastSeenAtMs: row.last_seen_at?.getTime() ?? 0,
    isDisabled: row.disabled_at !== null,
  };
}

/** Open the operators' rows. */
export function createOperators(database: Database): Operators {
  async function readOne(where: string, value: string | number): Promise<Operator | undefined> {
    const rows = await database.query<Row>(`${SELECT} WHERE ${where} = $1`, [value]);
    return rows.length === 0 ? undefined : fromRow(rows[0]);
  }
  return {
    findByEmail: (email) => readOne('email', email),
    read: (operatorId) => readOne('operator_id', operatorId),
    async list() {
      return (await database.query<Row>(`${SELECT} ORDER BY operator_id`)).map(fromRow);
    },
    async create(session, { email, role, passwordHash }) {
      try {
        const rows = await session.query<{ operator_id: number }>(
          `INSERT INTO operators (email, role, password_hash) VALUES ($1, $2, $3)
           RETURNING operator_id`,
          [email, role, passwordHash],
        );
        return rows[0].operator_id;
      } catch (error) {
        if (sqlState(error) === UNIQUE_VIOLATION) return undefined;
        throw error;
      }
    },
    async change(session, operatorId, change) {
      const names = Object.keys(change) as (keyof OperatorChange)[];
      const sets = names.map((name, at) => `${COLUMNS[name]} = $${at + 2}`);
      const values = names.map((name) => change[name] ?? null);
      await session.execute(`UPDATE operators SET ${sets.join(', ')} WHERE operator_id = $1`, [
        operatorId,
        ...values,
      ]);
    },
    async takeTotpStep(operatorId, step) {
      const count = await database.execute(
        `UPDATE operators SET totp_last_step = $2
         WHERE operator_id = $1 AND totp_last_step < $2`,
        [operatorId, step],
      );
      return count > 0;
    },
    async keepAdministrator(session, operatorId) {
      const rows = await session.query<{ operator_id: number }>(
        `SELECT operator_id FROM operators WHERE role = 'administrator' AND disabled_at IS NULL
         ORDER BY operator_id FOR UPDATE`,
      );
      const isLast = rows.length === 1 && rows[0].operator_id === operatorId;
      if (isLast) throw refuse('forbidden');
    },
    async removePasskey(session, operatorId, credentialId) {
      // First the operator: two that are removed at once are counted one after the other.
      const [operator] = await session.query<{ has_totp: boolean }>(
        `SELECT totp_secret IS NOT NULL AS has_totp FROM operators
         WHERE operator_id = $1 FOR UPDATE`,
        [operatorId],
      );
      const [removed] = await session.query<{ name: string }>(
        `DELETE FROM operator_passkeys WHERE owner_id = $1 AND credential_id = $2 RETURNING name`,
        [operatorId, credentialId],
      );
      if (removed === undefined) throw refuse('object_not_found');
      const [left] = await session.query<{ count: number }>(
        'SELECT count(*) FROM operator_passkeys WHERE owner_id = $1',
        [operatorId],
      );
      if (operator?.has_totp !== true && left?.count === 0) throw refuse('last_factor');
      return removed.name;
    },
    async removePasskeys(session, operatorId) {
      await session.execute('DELETE FROM operator_passkeys WHERE owner_id = $1', [operatorId]);
    },
  };
}
