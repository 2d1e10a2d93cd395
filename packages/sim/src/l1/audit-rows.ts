// That the rows of the product's own projections say what the journal says, once everything has
// healed: orders, fills, prevented matches, trades, candles, money and stored private news, against
// a fold of the journal's events and against the reference model. Called by audit.ts.
import { CLOSED, Story } from '../chaos/story.ts';
import { contractTables } from '../chaos/contract-lines.ts';
import {
  candleColumns,
  fillColumns,
  listCandles,
  orderColumns,
  showFill,
  showOrder,
  showTrade,
  tradeColumns,
} from '../chaos/reported-lines.ts';
import type { Row } from './database/expression.ts';
import type { Audience } from './edge/audience.ts';
import { NEWS_KEPT_MS } from './edge/truth.ts';
import type { Exchange } from './exchange.ts';

/** Owners from here on are people. */
const FIRST_PERSON = 1_000_001;

function showRow(row: Row, columns: readonly string[]): string {
  return columns.map((column) => String(row[column])).join(' ');
}

/** One table, with what it should say. */
interface Compared {
  readonly what: string;
  readonly reported: readonly string[];
  readonly shown: readonly string[];
}

/** Compares rows with what was told. */
class RowsAudit {
  readonly #exchange: Exchange;
  readonly #audience: Audience;
  readonly #story = new Story();

  constructor(exchange: Exchange, audience: Audience) {
    this.#exchange = exchange;
    this.#audience = audience;
    for (const step of exchange.judge.steps) this.#story.take(step.events, step);
  }

  #rows(table: string): Row[] {
    return [...this.#exchange.server.store.table(table).rows.values()];
  }

  #lines(table: string, columns: readonly string[]): string[] {
    return this.#rows(table).map((row) => showRow(row, columns));
  }

  /** All of it. */
  compare(): void {
    this.#compareLists(this.#listOrders());
    this.#compareLists(this.#listFills());
    this.#compareLists(this.#listTrades());
    this.#compareLists(this.#listCandles());
    this.#compareLists(this.#listOpenOrders());
    this.#compareLists(this.#listMoney());
    for (const { table, columns, list } of contractTables) {
      const reported = list(this.#story.contracts);
      this.#compareLists({ what: table, reported, shown: this.#lines(table, columns) });
    }
    this.#comparePrivateNews();
    const { length } = this.#rows('spot_prevented');
    this.#compareLists({
      what: 'prevented matches',
      reported: [String(this.#story.preventedCount)],
      shown: [String(length)],
    });
  }

  #compareLists({ what, reported, shown }: Compared): void {
    const [expected, found] = [reported.toSorted(), shown.toSorted()];
    const at = expected.findIndex((line, place) => line !== found[place]);
    if (at === -1 && found.length === expected.length) return;
    const place = at === -1 ? expected.length : at;
    const counts = `${found.length} of ${expected.length}`;
    const detail = `${what}, ${counts}: "${found[place]}" where "${expected[place]}" is told`;
    this.#exchange.violate('rows', detail);
  }

  #isPerson = ({ accountId }: { readonly accountId: number }): boolean =>
    this.#story.isPerson(accountId);

  /** Contracts keep no rows of their orders yet. */
  #isSpot = ({ accountId }: { readonly accountId: number }): boolean =>
    this.#story.isSpot(accountId);

  #listOrders(): Compared {
    const reported = [...this.#story.orders.values()].filter(this.#isSpot).map(showOrder);
    return { what: 'orders', reported, shown: this.#lines('spot_orders', orderColumns) };
  }

  #listFills(): Compared {
    const reported = this.#story.fills.filter(this.#isPerson).map(showFill);
    return { what: 'fills', reported, shown: this.#lines('spot_fills', fillColumns) };
  }

  #listTrades(): Compared {
    const reported = this.#story.fills.filter(({ isMaker }) => !isMaker).map(showTrade);
    return { what: 'trades', reported, shown: this.#lines('public_trades', tradeColumns) };
  }

  #listCandles(): Compared {
    const shown = this.#lines('candles', candleColumns);
    return { what: 'candles', reported: listCandles(this.#story), shown };
  }

  /** Open orders as the reference model has them. */
  #listOpenOrders(): Compared {
    const { model } = this.#exchange.judge;
    const reported = model.orders
      .filter((order) => this.#isSpot(order) && order.closedAs === 0)
      .map((it) => {
        const { orderId, accountId, status, priceTicks, sizeLots } = it;
        const terms = `${orderId} ${accountId} ${status} ${priceTicks} ${sizeLots}`;
        return `${terms} ${it.executedLots} ${it.preventedLots}`;
      });
    const terms = ['order_id', 'account_id', 'status', 'price_ticks', 'size_lots'];
    const columns = [...terms, 'executed_lots', 'prevented_lots'];
    const shown = this.#rows('spot_orders')
      .filter(({ status }) => status !== CLOSED)
      .map((row) => showRow(row, columns));
    return { what: 'open orders', reported, shown };
  }

  /** What moved in and out of each account is what is in it. */
  #listMoney(): Compared {
    const { model } = this.#exchange.judge;
    const reported = [...model.balances.values()]
      .filter((balance) => this.#isPerson(balance) && balance.available + balance.held !== 0n)
      .map((it) => `${it.accountId} ${it.assetId} ${it.available + it.held}`);
    const sums = new Map<string, bigint>();
    for (const row of this.#rows('balance_moves')) {
      const name = showRow(row, ['account_id', 'asset_id']);
      sums.set(name, (sums.get(name) ?? 0n) + (row['change_units'] as bigint));
    }
    const shown = [...sums].filter(([, units]) => units !== 0n).map((sum) => sum.join(' '));
    return { what: 'money', reported, shown };
  }

  /** Stored news of each person follow each other without a gap, from the first that is kept. */
  #comparePrivateNews(): void {
    const { model } = this.#exchange.judge;
    const byOwner = new Map<number, Row[]>();
    for (const row of this.#rows('private_pieces')) {
      const ownerId = row['owner_id'] as number;
      byOwner.set(ownerId, [...(byOwner.get(ownerId) ?? []), row]);
    }
    for (const [ownerId, { lastPrivateNumber }] of model.owners) {
      if (ownerId < FIRST_PERSON) continue;
      const news = this.#audience.newsOf(ownerId);
      const keptFromMs = model.coreTimeMs - NEWS_KEPT_MS;
      const firstKept = 1 + news.filter(({ atMs }) => atMs <= keptFromMs).length;
      const fault = findGap(byOwner.get(ownerId) ?? [], { firstKept, last: lastPrivateNumber });
      if (fault !== '') this.#exchange.violate('rows', `private news of ${ownerId}: ${fault}`);
    }
  }
}

/** What of the news that must be there is not. */
function findGap(rows: readonly Row[], must: { firstKept: number; last: number }): string {
  const pieces = rows
    .map((row) => ({
      first: row['first_number'] as number,
      last: row['last_number'] as number,
      count: (row['events'] as unknown[]).length,
    }))
    .sort((one, other) => one.last - other.last);
  let before = (pieces[0]?.first ?? must.firstKept) - 1;
  if (before >= must.firstKept) return `begin at ${before + 1}, not at ${must.firstKept}`;
  for (const { first, last, count } of pieces) {
    const isNext = first === before + 1 && count === last - before;
    if (!isNext) return `${count} from ${first} to ${last} behind ${before}`;
    before = last;
  }
  const isWhole = before === must.last || must.firstKept > must.last;
  return isWhole ? '' : `end at ${before}, not at ${must.last}`;
}

/** Compare every row with the journal. */
export function auditRows(exchange: Exchange, audience: Audience): void {
  new RowsAudit(exchange, audience).compare();
}
