// Carries a plan out: first the row that keeps the number, with its act, then the engine's commands
// in an order in which each finds what it needs. Every step looks whether it was done already, so
// the same wish again completes what a fall left behind. Not here: closing a market (delist.ts).
import {
  AccountClass,
  AccountType,
  type AssetId,
  CommandKind,
  type InstrumentId,
  MarketState,
  type OwnerId,
  readRejectWord,
  Source,
} from '@isobath/core';
import type { ListingFields } from '@isobath/wire';
import type { Actor, AuditLog } from '../../base/audit/index.ts';
import { type CommandClient, type CommandBody, refuseWithCode } from '../../base/commands/index.ts';
import type { Database, Session } from '../../base/db/index.ts';
import { loadNames, type Market } from '../../base/market/index.ts';
import { refuse } from '../../base/product/index.ts';
import type { Plan } from './plan.ts';
import type { MarketListName, StateParts } from './state.ts';
import { listValues } from './state.ts';
import { type PairScales, readRates, readTerms } from './terms.ts';

/** What carrying out stands on. */
export interface CarryOutParts extends StateParts {
  readonly database: Database;
  readonly commandClient: CommandClient;
  readonly audit: AuditLog;
  readonly readNowMs: () => number;
  readonly setLogo: (session: Session, coinId: number, logo: Buffer | undefined) => Promise<void>;
}

/** The operator of the house: its wallets take fees. */
const HOUSE = 1 as OwnerId;
const OPERATOR_ACCOUNT_WALLETS = [
  AccountType.operatorFee,
  AccountType.operatorPromotions,
  AccountType.operatorInsurance,
  AccountType.operatorDust,
] as const;
/** Numbers are given one after the other. */
const NUMBERS_LOCK = 4_870_012;
const USDT = 52;
const COINS_MAX = 1_023;
/** How long an auction without a time collects orders, and its last part without cancelling. */
const AUCTION_MS = 30_000;
const NO_CANCEL_MS = 5_000;
/** The engine's clock is ahead of ours by what a command takes to get there. */
const AUCTION_MS_MIN = 1_000;

/** Sends commands of the operator; what they did is known to the registry at once. */
export function createSender({
  commandClient,
  markets,
}: Pick<CarryOutParts, 'commandClient' | 'markets'>) {
  const signs = { idempotencyKey: '', source: Source.operator } as const;
  return {
    /** @throws CallRefusal where the engine refuses; `...Exists` counts as done. */
    async send(body: CommandBody, actorId: OwnerId = HOUSE): Promise<void> {
      const outcome = await commandClient.try(body, {
        ...signs,
        caller: { ownerId: actorId, sessionId: 0 },
      });
      for (const event of outcome.events) markets.apply(event);
      if (outcome.code === 0) return;
      if (readRejectWord(outcome.code)?.endsWith('_exists') === true) return;
      throw refuseWithCode(outcome.code, outcome.facts);
    },
  };
}

/** What a change says in the audit chain; a picture is too long for it. */
function showChanges({ key, changes }: Plan): Record<string, unknown> {
  const said = changes.map(({ field, after }) => [field, field === 'logo' ? 'logo' : after]);
  return { key, ...Object.fromEntries(said) };
}

const pick = (fields: ListingFields, group: string): ListingFields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => name.startsWith(`${group}.`) && value !== '')
      .map(([name, value]) => [name.slice(group.length + 1), value]),
  );

/** Make it. */
export function createCarryOut(parts: CarryOutParts) {
  const { database, markets, audit } = parts;
  const { send } = createSender(parts);

  async function takeNumber(
    session: Session,
    { table, column }: { table: 'coins' | 'markets'; column: string },
    wanted: number | undefined,
  ): Promise<number> {
    await session.query('SELECT pg_advisory_xact_lock($1)', [NUMBERS_LOCK]);
    if (wanted !== undefined) return wanted;
    const [{ next }] = await session.query<{ next: number }>(
      `SELECT (COALESCE(max(${column}), 0) + 1)::int AS next FROM ${table}`,
    );
    return next;
  }

  async function writeCoinRow(session: Session, { key, merged, changes }: Plan): Promise<number> {
    const rows = await session.query<{ coin_id: number }>(
      'SELECT coin_id FROM coins WHERE short_name = $1',
      [key],
    );
    const known = rows[0]?.coin_id ?? (key === 'USDT' ? USDT : undefined);
    let coinId = await takeNumber(session, { table: 'coins', column: 'coin_id' }, known);
    // 52 is USDT's, listed or not.
    if (coinId === USDT && key !== 'USDT') coinId += 1;
    if (coinId > COINS_MAX) throw refuse('invalid');
    await session.execute(
      `INSERT INTO coins (coin_id, short_name, name, links, texts)
       VALUES ($1, $2, $3, $4::jsonb, $5::jsonb)
       ON CONFLICT (coin_id) DO UPDATE
       SET name = EXCLUDED.name, links = EXCLUDED.links, texts = EXCLUDED.texts`,
      [
        coinId,
        key,
        merged['name'] ?? key,
        JSON.stringify(pick(merged, 'links')),
        JSON.stringify(pick(merged, 'texts')),
      ],
    );
    const logo = changes.find(({ field }) => field === 'logo')?.after;
    if (logo !== undefined) {
      const content = logo === '' ? undefined : Buffer.from(logo, 'base64');
      await parts.setLogo(session, coinId, content);
    }
    return coinId;
  }

  async function carryOutCoin(plan: Plan, actor: Actor): Promise<void> {
    const coinId = await audit.transaction(actor, async (session, write) => {
      const number = await writeCoinRow(session, plan);
      await write({ action: 'coin_listed', detail: showChanges(plan) });
      return number;
    });
    if (markets.coinById(coinId) === undefined) {
      await send({
        kind: CommandKind.defineAsset,
        assetId: coinId as AssetId,
        scale: Number(plan.merged['decimals']),
        isMock: false,
      });
    }
    await loadNames(markets, database);
  }

  async function openFixtureWallets(): Promise<void> {
    for (const accountType of OPERATOR_ACCOUNT_WALLETS) {
      await send({
        kind: CommandKind.openAccount,
        ownerId: HOUSE,
        accountType,
        scope: 0,
        isMock: false,
        accountClass: AccountClass.wallet,
      });
    }
  }

  async function writeMarketRow(session: Session, { key }: Plan): Promise<number> {
    const rows = await session.query<{ instrument_id: number }>(
      'SELECT instrument_id FROM markets WHERE symbol = $1',
      [key],
    );
    const place = { table: 'markets', column: 'instrument_id' } as const;
    const instrumentId = await takeNumber(session, place, rows[0]?.instrument_id);
    await session.execute(
      'INSERT INTO markets (instrument_id, symbol) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [instrumentId, key],
    );
    return instrumentId;
  }

  /** Bring the engine's numbers of a market to what the plan says. */
  async function defineMarket(plan: Plan, instrumentId: InstrumentId): Promise<Market> {
    const [base = '', quote = ''] = plan.key.toUpperCase().split('_');
    const [baseCoin, quoteCoin] = [markets.coinByName(base), markets.coinByName(quote)];
    if (baseCoin === undefined || quoteCoin === undefined) throw refuse('invalid');
    const scales: PairScales = { baseScale: baseCoin.scale, quoteScale: quoteCoin.scale };
    const { terms, referenceTicks } = readTerms(plan.merged, scales);
    const known = markets.marketById(instrumentId);
    const isChanged = (names: readonly string[]) =>
      plan.changes.some(({ field }) => names.includes(field));
    if (known === undefined) {
      await openFixtureWallets();
      await send({
        kind: CommandKind.defineInstrument,
        ...terms,
        instrumentId,
        baseAssetId: baseCoin.coinId,
        quoteAssetId: quoteCoin.coinId,
      });
      await loadNames(markets, database);
    } else if (plan.changes.some(({ field }) => !OWN_COMMANDS.includes(field))) {
      await send({ kind: CommandKind.updateInstrument, ...terms, instrumentId });
    }
    if (known === undefined || isChanged(['makerPpm', 'takerPpm'])) {
      const [makerPpm, takerPpm] = [plan.merged['makerPpm'], plan.merged['takerPpm']];
      await send({
        kind: CommandKind.setFeeSchedule,
        instrumentId,
        makerPpm: readRates(makerPpm ?? ''),
        takerPpm: readRates(takerPpm ?? ''),
      });
    }
    // Other steps take the reference away with them.
    if (referenceTicks > 0 && isChanged(['referencePrice', 'tickSize', 'lotSize'])) {
      await send({ kind: CommandKind.setReferencePrice, instrumentId, priceTicks: referenceTicks });
    }
    const market = markets.marketById(instrumentId);
    if (market === undefined) throw refuse('outcome_unknown');
    return market;
  }

  async function open(market: Market, said: ListingFields): Promise<void> {
    const { instrumentId } = market;
    const setState = (state: MarketState) =>
      send({ kind: CommandKind.setMarketState, instrumentId, state });
    if (market.state === MarketState.preOpen && said['opens'] === 'now') {
      await setState(MarketState.trading);
      return;
    }
    // One that was delisted comes back as after a halt: through an auction.
    if (CLOSED.includes(market.state)) await setState(MarketState.halt);
    const isWaiting = [MarketState.preOpen, ...CLOSED, MarketState.halt].includes(market.state);
    if (!isWaiting) return;
    const firstMs = parts.readNowMs() + AUCTION_MS_MIN;
    const requestedMs = said['openAt'] === undefined ? 0 : Date.parse(said['openAt']);
    const openAtMs =
      requestedMs === 0 ? parts.readNowMs() + AUCTION_MS : Math.max(firstMs, requestedMs);
    const noCancelAtMs = Math.max(firstMs, openAtMs - NO_CANCEL_MS);
    await send({ kind: CommandKind.startAuction, instrumentId, noCancelAtMs, openAtMs });
  }

  async function carryOutMarket(plan: Plan, actor: Actor): Promise<void> {
    const instrumentId = await audit.transaction(actor, async (session, write) => {
      const number = await writeMarketRow(session, plan);
      await write({ action: 'market_listed', detail: showChanges(plan) });
      return number;
    });
    await loadNames(markets, database);
    const market = await defineMarket(plan, instrumentId as InstrumentId);
    const { opens } = plan.said;
    const { isDelisted } = market;
    const isClosed = market.state === MarketState.preOpen || isDelisted;
    if (isClosed && opens !== undefined && opens !== 'later') await open(market, plan.said);
    if (isDelisted) {
      const sql = 'UPDATE markets SET delisted_at = NULL WHERE instrument_id = $1';
      await database.execute(sql, [instrumentId]);
    }
    await loadNames(markets, database);
  }

  async function carryOutFees(plan: Plan, actor: Actor): Promise<void> {
    await audit.write(actor, { action: 'fees_set', detail: showChanges(plan) });
    await send({
      kind: CommandKind.setFeeSchedule,
      instrumentId: 0,
      makerPpm: readRates(plan.merged['makerPpm'] ?? ''),
      takerPpm: readRates(plan.merged['takerPpm'] ?? ''),
    });
  }

  /** What has no command of the engine: its row and its act are one transaction. */
  function carryOutRow(plan: Plan, actor: Actor): Promise<void> {
    return audit.transaction(actor, async (session, write) => {
      if (plan.kind === 'vip') {
        const request = { key: plan.key, changes: { volumeUsdt: plan.merged['volumeUsdt'] ?? '' } };
        const change = await parts.tables.set(session, 'vipLevels', request);
        await write({ action: 'table_row_set', detail: { table: 'vipLevels', ...change } });
        return;
      }
      const name = plan.key as MarketListName;
      const symbols = (plan.merged['markets'] ?? '').split(' ').filter(Boolean);
      await parts.lists.write(session, name, symbols);
      const detail = { name: listValues[name], value: JSON.stringify(symbols) };
      await write({ action: 'config_set', detail });
    });
  }

  /** Carry a plan out that has no problems; nothing where nothing would change. */
  return async (plan: Plan, actor: Actor): Promise<void> => {
    if (plan.changes.length === 0 && !plan.isUnfinished) return;
    if (plan.kind === 'coin') await carryOutCoin(plan, actor);
    else if (plan.kind === 'market') await carryOutMarket(plan, actor);
    else if (plan.kind === 'fees') await carryOutFees(plan, actor);
    else await carryOutRow(plan, actor);
  };
}

const CLOSED: MarketState[] = [MarketState.break, MarketState.cancelOnly];

/** Fields that a command of their own changes. */
const OWN_COMMANDS: readonly string[] = [
  'makerPpm',
  'takerPpm',
  'referencePrice',
  'opens',
  'openAt',
];
