// A person's addresses to deposit to: taken from the pool, listed, selected, named. None is shown
// whose statement the pinned key does not confirm.
// Called by the calls of this product.

import type { DepositAddress } from '@isobath/wire';
import type { CheckStatement } from '../../base/custody/index.ts';
import type { Database, Session } from '../../base/db/index.ts';
import { refuse } from '../../base/product/index.ts';

/** Of one family; all of them keep receiving. */
const ADDRESSES_MAX = 10;

/** What addresses stand on. */
export interface AddressParts {
  readonly database: Database;
  readonly checkStatement: CheckStatement;
  readonly readNowMs: () => number;
}

/** Whose addresses, and of which chains. */
export interface AddressRequest {
  readonly ownerId: number;
  readonly family: string;
}

/** An address with the signer's word for it. */
export interface OwnAddress extends DepositAddress {
  readonly statement: string;
}

interface Row {
  address_id: number;
  family: string;
  index: number;
  address: string;
  statement: string;
  remark: string;
  is_selected: boolean;
  given_at_ms: number;
  used_at_ms: number;
}

const COLUMNS = `address_id, family, index, address, statement, remark, is_selected, given_at_ms,
  used_at_ms`;

/** Addresses of people. */
export interface DepositAddresses {
  /** The selected one; the first is taken from the pool. @errors network_suspended */
  readSelected(request: AddressRequest): Promise<OwnAddress>;
  /** One more, selected. @errors deposit_addresses_full, network_suspended */
  create(request: AddressRequest & { readonly remark: string }): Promise<OwnAddress>;
  list(request: AddressRequest): Promise<readonly OwnAddress[]>;
  /** @errors object_not_found */
  select(ownerId: number, addressId: number): Promise<OwnAddress>;
  /** @errors object_not_found */
  remark(ownerId: number, addressId: number, remark: string): Promise<OwnAddress>;
}

/** Make them. */
export function createDepositAddresses(parts: AddressParts): DepositAddresses {
  const { database, readNowMs } = parts;

  /** Called before a commit: what cannot be shown is not changed either. */
  async function show(row: Row | undefined): Promise<OwnAddress> {
    if (row === undefined) throw refuse('object_not_found');
    // A row that the signer did not state: nobody is told to pay to it.
    if (!(await parts.checkStatement(row))) throw refuse('network_suspended');
    return {
      addressId: row.address_id,
      address: row.address,
      statement: row.statement,
      remark: row.remark,
      isSelected: row.is_selected,
      createdAt: row.given_at_ms,
      lastUsedAt: row.used_at_ms,
    };
  }
  const readOwn = (session: Session, { ownerId, family }: AddressRequest) =>
    session.query<Row>(
      `SELECT ${COLUMNS} FROM deposit_addresses WHERE owner_id = $1 AND family = $2
       ORDER BY is_selected DESC, address_id DESC`,
      [ownerId, family],
    );

  async function take(
    session: Session,
    { ownerId, family, remark }: AddressRequest & { readonly remark: string },
  ): Promise<Row> {
    await unselect(session, ownerId, family);
    const [row] = await session.query<Row>(
      `UPDATE deposit_addresses SET owner_id = $1, remark = $3, given_at_ms = $4,
         is_selected = true
       WHERE address_id = (
         SELECT address_id FROM deposit_addresses WHERE family = $2 AND owner_id IS NULL
         ORDER BY index LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}`,
      [ownerId, family, remark, readNowMs()],
    );
    // Empty until custody has filled it again.
    if (row === undefined) throw refuse('network_suspended');
    return row;
  }

  return {
    readSelected: (request) =>
      inTurn(database, request, async (session) => {
        const [selected] = await readOwn(session, request);
        return show(selected ?? (await take(session, { ...request, remark: '' })));
      }),
    create: (request) =>
      inTurn(database, request, async (session) => {
        const own = await readOwn(session, request);
        if (own.length >= ADDRESSES_MAX) {
          throw refuse('deposit_addresses_full', { max: String(ADDRESSES_MAX) });
        }
        return show(await take(session, request));
      }),
    list: async (request) => Promise.all((await readOwn(database, request)).map(show)),
    async select(ownerId, addressId) {
      const [found] = await database.query<{ family: string }>(
        'SELECT family FROM deposit_addresses WHERE address_id = $1 AND owner_id = $2',
        [addressId, ownerId],
      );
      if (found === undefined) throw refuse('object_not_found');
      return inTurn(database, { ownerId, ...found }, async (session) => {
        await unselect(session, ownerId, found.family);
        const [row] = await session.query<Row>(
          `UPDATE deposit_addresses SET is_selected = true
           WHERE address_id = $1 AND owner_id = $2 RETURNING ${COLUMNS}`,
          [addressId, ownerId],
        );
        return show(row);
      });
    },
    remark: (ownerId, addressId, remark) =>
      database.transaction(async (session) => {
        const [row] = await session.query<Row>(
          `UPDATE deposit_addresses SET remark = $3
           WHERE address_id = $1 AND owner_id = $2 RETURNING ${COLUMNS}`,
          [addressId, ownerId, remark],
        );
        return show(row);
      }),
  };
}

async function unselect(session: Session, ownerId: number, family: string): Promise<void> {
  await session.execute(
    `UPDATE deposit_addresses SET is_selected = false
     WHERE owner_id = $1 AND family = $2 AND is_selected`,
    [ownerId, family],
  );
}

/** One after the other for each person: two first questions at once give one address. */
function inTurn<TResult>(
  database: Database,
  { ownerId, family }: AddressRequest,
  work: (session: Session) => Promise<TResult>,
): Promise<TResult> {
  return database.transaction(async (session) => {
    const name = `deposit addresses ${ownerId} ${family}`;
    await session.execute('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
    return work(session);
  });
}
