// Names that programs give their lists of orders: the engine knows lists by number alone. A name
// belongs to one open list of a person at a time; without one it is made from the list's number.
// It places and cancels nothing. Used by the dialect's calls and by the user stream, which tells
// of lists that open and close.
import type { Database, Session } from '../../../base/db/index.ts';

/** Names of lists. */
export interface ListNames {
  /** Read the names of open lists. */
  load(session: Session): Promise<void>;
  /** Whether an open list of a person, or one on its way, has that name. */
  isTaken(ownerId: number, name: string): boolean;
  /**
   * Say that a list is on its way.
   *
   * @returns ends the waiting, once the list is open or refused.
   */
  expect(list: ExpectedList): () => void;
  opened(list: OpenedList): void;
  closed(listId: number): void;
  /** Name of an open list. */
  read(listId: number): string;
  /** Keep a name for as long as there are answers about its list. */
  store(list: { listId: number; ownerId: number; name: string }): Promise<void>;
  /** Names of lists, open or closed, in the order asked. */
  readAll(listIds: readonly number[]): Promise<string[]>;
  /** Number of a person's newest list of that name, 0 when there is none. */
  find(ownerId: number, name: string): Promise<number>;
}

/** A list on its way: its market, the name of its first order and its own. */
interface ExpectedList {
  readonly ownerId: number;
  readonly instrumentId: number;
  readonly legName: string;
  readonly name: string;
}

/** A list that opened, with the names of its orders. */
interface OpenedList {
  readonly listId: number;
  readonly ownerId: number;
  readonly instrumentId: number;
  readonly legNames: readonly string[];
}

interface NameRow {
  list_id: number;
  owner_id: number;
  name: string;
}

/** The name of a list that was given none. */
function nameNumber(listId: number): string {
  return `list-${listId}`;
}

/** Make the room. */
export function createListNames(database: Database): ListNames {
  const open = new Map<number, NameRow>();
  /** By owner, market and name of the first order. */
  const expected = new Map<string, string>();
  /** Owner and name of open lists and of those on their way. */
  const taken = new Set<string>();

  function put(row: NameRow): void {
    open.set(row.list_id, row);
    taken.add(`${row.owner_id} ${row.name}`);
  }

  function isOpen(ownerId: number, name: string): boolean {
    return [...open.values()].some((row) => row.owner_id === ownerId && row.name === name);
  }

  return {
    async load(session) {
      const rows = await session.query<NameRow>(
        `SELECT names.* FROM spot_list_names names JOIN spot_lists USING (list_id)
         WHERE spot_lists.is_open`,
      );
      for (const row of rows) put(row);
    },
    isTaken: (ownerId, name) => taken.has(`${ownerId} ${name}`),
    expect({ ownerId, instrumentId, legName, name }) {
      const key = `${ownerId} ${instrumentId} ${legName}`;
      expected.set(key, name);
      taken.add(`${ownerId} ${name}`);
      return () => {
        expected.delete(key);
        if (!isOpen(ownerId, name)) taken.delete(`${ownerId} ${name}`);
      };
    },
    opened({ listId, ownerId, instrumentId, legNames }) {
      for (const legName of legNames) {
        const name = expected.get(`${ownerId} ${instrumentId} ${legName}`);
        if (name !== undefined) put({ list_id: listId, owner_id: ownerId, name });
      }
    },
    closed(listId) {
      const row = open.get(listId);
      open.delete(listId);
      if (row !== undefined) taken.delete(`${row.owner_id} ${row.name}`);
    },
    read: (listId) => open.get(listId)?.name ?? nameNumber(listId),
    async store({ listId, ownerId, name }) {
      await database.execute(
        'INSERT INTO spot_list_names (list_id, owner_id, name) VALUES ($1, $2, $3)',
        [listId, ownerId, name],
      );
    },
    async readAll(listIds) {
      const rows = await database.query<NameRow>(
        'SELECT * FROM spot_list_names WHERE list_id = ANY($1)',
        [listIds],
      );
      const names = new Map(rows.map((row) => [row.list_id, row.name]));
      return listIds.map((listId) => names.get(listId) ?? nameNumber(listId));
    },
    async find(ownerId, name) {
      const rows = await database.query<NameRow>(
        `SELECT * FROM spot_list_names WHERE owner_id = $1 AND name = $2
         ORDER BY list_id DESC LIMIT 1`,
        [ownerId, name],
      );
      const [row] = rows;
      const match = /^list-(\d{1,15})$/.exec(name);
      return row?.list_id ?? Number(match?.[1] ?? 0);
    },
  };
}
