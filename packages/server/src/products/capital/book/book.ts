// A person's saved addresses, and whether only these are allowed. What opens a way out for money
// wants a proof, which is used up in the transaction of what it proves.
// Not here: whether a withdrawal may go to an address (withdrawals/payee.ts).
// Called by the calls of the address book.
import type { SavedAddress } from '@isobath/wire';
import { lockOwner } from '../../../base/credentials/index.ts';
import { type Database, type Session, sqlState } from '../../../base/db/index.ts';
import { type Caller, refuse, refuseField } from '../../../base/product/index.ts';
import type { Proofs, ProvenCall } from '../../../base/proofs/index.ts';
import { makePage } from '../record-page.ts';
import { checkOwn, isAllowlistOnly, type PaidTo, readPayee } from '../withdrawals/payee.ts';

/** Saved addresses a person may have. */
export const SAVED_MAX = 100;
/** A new row waits so long while only saved addresses are allowed, and so does allowing all. */
export const WAIT_MS = 24 * 3_600_000;
const PAGE_ROWS = 50;
const UNIQUE_VIOLATION = '23505';

/** What the book stands on. */
export interface BookParts {
  readonly database: Database;
  readonly proofs: Pick<Proofs, 'take'>;
  readonly readNowMs: () => number;
}

/** An address as it is saved. */
export interface NewAddress {
  readonly networkId: number;
  readonly address: string;
  readonly memo: string;
  readonly remark: string;
  readonly coinId?: number | undefined;
  readonly isUniversal: boolean;
}

/** Which addresses to list. */
export interface BookFilter {
  readonly coinId?: number | undefined;
  readonly networkId?: number | undefined;
  /** Rows before this number. */
  readonly cursor?: string | undefined;
}

/** Whether only saved addresses are allowed; `offFromMs` 0 = nothing is on its way. */
export interface BookSetting {
  readonly allowlistOnly: boolean;
  readonly offFromMs: number;
}

interface Row {
  saved_id: number;
  network_id: number;
  asset_id: number;
  address: string;
  memo: string;
  remark: string;
  usable_at_ms: number;
}

const COLUMNS = `saved_id, network_id, asset_id, address, memo, remark,
  usable_at_ms`;

function show(row: Row | undefined): SavedAddress {
  if (row === undefined) throw refuse('object_not_found');
  return {
    id: row.saved_id,
    networkId: row.network_id,
    coinId: row.asset_id,
    address: row.address,
    memo: row.memo,
    remark: row.remark,
    isUniversal: row.asset_id === 0,
    usableAtMs: row.usable_at_ms,
  };
}

/** The coin that an address is saved for, 0 = every coin. @throws invalid without either. */
function readAssetId({ coinId, isUniversal }: NewAddress): number {
  if (isUniversal) return 0;
  if (coinId === undefined) throw refuseField('coinId', 'needed unless isUniversal');
  return coinId;
}

/**
 * Read an address that is to be saved.
 *
 * @throws object_not_found without such a network or coin on it, and what `readPayee` throws.
 */
export async function readNewAddress(
  session: Session,
  ownerId: number,
  typed: NewAddress,
): Promise<{ readonly address: string; readonly assetId: number }> {
  const assetId = readAssetId(typed);
  const [network] = await session.query<{ family: string; is_memo_needed: boolean }>(
    `SELECT family, is_memo_needed FROM networks WHERE network_id = $1 AND EXISTS (
       SELECT FROM network_assets AS listed
       WHERE listed.network_id = $1 AND ($2 = 0 OR listed.asset_id = $2))`,
    [typed.networkId, assetId],
  );
  if (network === undefined) throw refuse('object_not_found');
  const { family, is_memo_needed: isMemoNeeded } = network;
  const of = { networkId: typed.networkId, family, isMemoNeeded };
  const address = await readPayee(session, of, typed);
  await checkOwn(session, ownerId, { family, address });
  return { address, assetId };
}

/** An address that may be saved; `assetId` 0 = for every coin. */
interface FreeAddress extends PaidTo {
  readonly assetId: number;
}

/** @throws address_saved, address_book_full */
export async function checkFree(session: Session, asked: FreeAddress): Promise<void> {
  const [{ count, is_there: isThere }] = await session.query<{ count: number; is_there: boolean }>(
    `SELECT count(*)::int AS count,
       coalesce(bool_or((network_id, asset_id, address, memo) = ($2, $3, $4, $5)), false)
         AS is_there
     FROM withdraw_addresses WHERE owner_id = $1`,
    [asked.ownerId, asked.networkId, asked.assetId, asked.address, asked.memo],
  );
  if (isThere) throw refuse('address_saved');
  if (count >= SAVED_MAX) throw refuse('address_book_full', { max: String(SAVED_MAX) });
}

async function readSetting(session: Session, ownerId: number, nowMs: number): Promise<BookSetting> {
  const [row] = await session.query<{ off_from_ms: number }>(
    `SELECT off_from_ms FROM withdraw_address_settings
     WHERE owner_id = $1 AND is_allowlist_only AND (off_from_ms = 0 OR off_from_ms > $2)`,
    [ownerId, nowMs],
  );
  return { allowlistOnly: row !== undefined, offFromMs: row?.off_from_ms ?? 0 };
}

/** Make the book. */
export function createAddressBook({ database, proofs, readNowMs }: BookParts) {
  /** One change of a person after the other. */
  const inTurn = <TResult>(
    { ownerId }: Caller,
    work: (session: Session) => Promise<TResult>,
  ): Promise<TResult> =>
    database.transaction(async (session) => {
      if (!(await lockOwner(session, ownerId))) throw refuse('object_not_found');
      return work(session);
    });

  async function insert(
    session: Session,
    { ownerId }: Caller,
    saved: NewAddress & { readonly assetId: number },
  ): Promise<Row | undefined> {
    const nowMs = readNowMs();
    const isWaiting = await isAllowlistOnly(session, ownerId, nowMs);
    const [row] = await session.query<Row>(
      `INSERT INTO withdraw_addresses
         (owner_id, network_id, asset_id, address, memo, remark, saved_at_ms, usable_at_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`,
      [
        ownerId,
        saved.networkId,
        saved.assetId,
        saved.address,
        saved.memo,
        saved.remark,
        nowMs,
        isWaiting ? nowMs + WAIT_MS : nowMs,
      ],
    );
    return row;
  }

  return {
    /** Newest first. */
    async list(ownerId: number, { coinId = 0, networkId = 0, cursor = '0' }: BookFilter) {
      const rows = await database.query<Row>(
        `SELECT ${COLUMNS} FROM withdraw_addresses
         WHERE owner_id = $1 AND ($2 = 0 OR asset_id IN (0, $2)) AND ($3 = 0 OR network_id = $3)
           AND ($4::int8 = 0 OR saved_id < $4) ORDER BY saved_id DESC LIMIT ${PAGE_ROWS + 1}`,
        [ownerId, coinId, networkId, Number(cursor)],
      );
      return makePage(rows, PAGE_ROWS, { show, idOf: (row) => row.saved_id });
    },

    /** @throws address_saved, address_book_full, proof_needed, and what `readNewAddress` throws. */
    async save(call: ProvenCall & { readonly body: NewAddress }): Promise<SavedAddress> {
      const { caller, body } = call;
      try {
        return await inTurn(caller, async (session) => {
          const read = await readNewAddress(session, caller.ownerId, body);
          const { networkId, memo } = body;
          await checkFree(session, { ownerId: caller.ownerId, networkId, memo, ...read });
          const row = await insert(session, caller, { ...body, ...read });
          await proofs.take(session, call, 'address_add');
          return show(row);
        });
      } catch (error) {
        if (sqlState(error) === UNIQUE_VIOLATION) throw refuse('address_saved');
        throw error;
      }
    },

    /** @throws object_not_found */
    async remark(ownerId: number, savedId: number, remark: string): Promise<SavedAddress> {
      const [row] = await database.query<Row>(
        `UPDATE withdraw_addresses SET remark = $3 WHERE saved_id = $1 AND owner_id = $2
         RETURNING ${COLUMNS}`,
        [savedId, ownerId, remark],
      );
      return show(row);
    },

    /** @throws object_not_found, proof_needed */
    remove: (call: ProvenCall, savedId: number): Promise<Record<string, never>> =>
      inTurn(call.caller, async (session) => {
        const count = await session.execute(
          'DELETE FROM withdraw_addresses WHERE saved_id = $1 AND owner_id = $2',
          [savedId, call.caller.ownerId],
        );
        if (count === 0) throw refuse('object_not_found');
        await proofs.take(session, call, 'address_remove');
        return {};
      }),

    readSetting: (ownerId: number) => readSetting(database, ownerId, readNowMs()),

    /** On at once; off after a day, with a proof. @throws proof_needed */
    editSetting: (call: ProvenCall, allowlistOnly: boolean): Promise<BookSetting> =>
      inTurn(call.caller, async (session) => {
        const nowMs = readNowMs();
        const { ownerId } = call.caller;
        const before = await readSetting(session, ownerId, nowMs);
        const isOnItsWay = !before.allowlistOnly || before.offFromMs > 0;
        if (!allowlistOnly && isOnItsWay) return before;
        const offFromMs = allowlistOnly ? 0 : nowMs + WAIT_MS;
        await session.execute(
          `INSERT INTO withdraw_address_settings (owner_id, is_allowlist_only, off_from_ms)
           VALUES ($1, true, $2) ON CONFLICT (owner_id) DO UPDATE
             SET is_allowlist_only = true, off_from_ms = excluded.off_from_ms`,
          [ownerId, offFromMs],
        );
        if (!allowlistOnly) await proofs.take(session, call, 'allowlist_off');
        return { allowlistOnly: true, offFromMs };
      }),
  };
}
