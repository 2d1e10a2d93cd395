// Stores all public books once a minute, so that a process can start from them. Run by the
// projector.
import { EventKind, Side } from '@isobath/core';
import type { Session } from '../db/index.ts';
import type { Projection } from '../projections/index.ts';
import { createPublicBook, type Level, type PublicBook } from './book.ts';

/** Books by instrument number. */
export type Books = Map<number, PublicBook>;

const EVERY_MS = 60_000;
const LEVELS_MAX = 100_000;
/**
 * So many changes of levels count as a row that waits: who starts from stored books reads all that
 * came after them, which must stay little however much comes in a minute.
 */
const CHANGES_A_ROW = 10;

interface BookRow {
  instrument_id: number;
  last_update_id: number;
  bids: Level[];
  asks: Level[];
}

/** All stored books. */
export async function loadBooks(session: Session): Promise<Books> {
  const rows = await session.query<BookRow>('SELECT * FROM stored_books');
  const books: Books = new Map();
  for (const row of rows) {
    const book = createPublicBook();
    book.lastUpdateId = row.last_update_id;
    for (const [priceTicks, totalLots] of row.bids)
      book.set({ isBid: true, priceTicks, totalLots });
    for (const [priceTicks, totalLots] of row.asks) {
      book.set({ isBid: false, priceTicks, totalLots });
    }
    books.set(row.instrument_id, book);
  }
  return books;
}

/** Take a level change into a book, unless the book already has it. */
export function applyLevel(
  books: Books,
  event: {
    instrumentId: number;
    updateId: number;
    side: Side;
    priceTicks: number;
    totalLots: number;
  },
): boolean {
  let book = books.get(event.instrumentId);
  if (book === undefined) {
    book = createPublicBook();
    books.set(event.instrumentId, book);
  }
  if (event.updateId <= book.lastUpdateId) return false;
  book.lastUpdateId = event.updateId;
  const { priceTicks, totalLots } = event;
  book.set({ isBid: event.side === Side.buy, priceTicks, totalLots });
  return true;
}

/** The projection of books. */
export function createBookProjection(): Projection {
  let books: Books = new Map();
  let changed = new Set<number>();
  let changesCount = 0;
  return {
    name: 'books',
    tables: ['stored_books'],
    everyMs: EVERY_MS,
    async load(session) {
      books = await loadBooks(session);
      changed = new Set();
      changesCount = 0;
    },
    // What is stored are the books as they are then, whatever happened in between.
    gather(steps) {
      for (const step of steps) {
        for (const event of step.events) {
          if (event.kind !== EventKind.levelChanged) continue;
          if (!applyLevel(books, event)) continue;
          changed.add(event.instrumentId);
          changesCount += 1;
        }
      }
      return changesCount / CHANGES_A_ROW;
    },
    async apply(_steps, session) {
      if (changed.size === 0) return;
      const rows = [...changed].map((instrumentId) => {
        const book = books.get(instrumentId) as PublicBook;
        return {
          instrument_id: instrumentId,
          last_update_id: book.lastUpdateId,
          bids: book.list(true, LEVELS_MAX),
          asks: book.list(false, LEVELS_MAX),
        };
      });
      changed = new Set();
      changesCount = 0;
      await session.execute(
        `INSERT INTO stored_books
         SELECT * FROM jsonb_populate_recordset(null::stored_books, $1)
         ON CONFLICT (instrument_id) DO UPDATE SET
         last_update_id = EXCLUDED.last_update_id, bids = EXCLUDED.bids, asks = EXCLUDED.asks`,
        [JSON.stringify(rows)],
      );
    },
  };
}
