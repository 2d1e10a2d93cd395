// Rules of transfers as the operator keeps them: `contract:USDT`, `isolated:BTC`, and for one pair
// `isolated:BTC:btc_usdt`. Amounts are text in the coin; the table keeps base units.
// Not what a rule means (rules.ts). Put together by edge-process.ts.
import { AccountType } from '@isobath/core';
import { cutZeros, formatDecimal, parseDecimal } from '@isobath/core/math';
import { isAccountUsed, type TransferType } from '@isobath/wire';
import type { ReferenceTable } from '../../base/reference-tables/index.ts';
import type { Coin, MarketRegistry } from '../../base/market/index.ts';
import { refuseField } from '../../base/product/index.ts';
import { isOfPair, readDefault, type RuleRow } from './rules.ts';

const TYPES = {
  spot: AccountType.spot,
  c2c: AccountType.c2c,
  contract: AccountType.contract,
  cross: AccountType.crossMargin,
  isolated: AccountType.isolatedMargin,
} as const;
type TypeName = keyof typeof TYPES;
const typeNames = Object.keys(TYPES) as readonly TypeName[];

interface Place {
  readonly type: TransferType;
  readonly coin: Coin;
  /** Pair of an isolated account, 0 = every one. */
  readonly scope: number;
}

/** Make the table. */
export function createTransferRulesTable(markets: MarketRegistry): ReferenceTable {
  function readPlace(key: string): Place {
    const [typeName, coinName = '', symbol, ...rest] = key.split(':');
    const known = typeNames.find((name) => name === typeName.toLowerCase());
    if (known === undefined || rest.length > 0) {
      throw refuseField('key', `ACCOUNT:COIN with an account of ${typeNames.join(' ')}`);
    }
    const coin = markets.coinByName(coinName.toUpperCase());
    if (coin === undefined || coin.isMock) throw refuseField('key', `no coin ${coinName}`);
    if (symbol === undefined) return { type: TYPES[known], coin, scope: 0 };
    const pair = markets.marketBySymbol(symbol.toLowerCase());
    if (known !== 'isolated' || pair === undefined || !isOfPair(pair, coin)) {
      throw refuseField('key', 'a pair stands with isolated and one of its two coins');
    }
    return { type: TYPES.isolated, coin, scope: pair.instrumentId };
  }

  function writeKey({ type, coin, scope }: Place): string {
    const name = typeNames.find((each) => TYPES[each] === type) ?? String(type);
    const pair = scope === 0 ? '' : `:${markets.marketById(scope)?.symbol ?? scope}`;
    return `${name}:${coin.shortName}${pair}`;
  }

  const showAmount = (units: string, coin: Coin) =>
    cutZeros(formatDecimal(BigInt(units), coin.scale));

  function parseLimit(text: string, coin: Coin): string | null {
    if (text === '') return null;
    const decimals = text.split('.')[1]?.length ?? 0;
    if (decimals > coin.scale) throw refuseField('dayLimit', `at most ${coin.scale} decimals`);
    return String(parseDecimal(text, coin.scale));
  }

  return {
    name: 'transferRules',
    async list(session) {
      const rows = await session.query<RuleRow>(
        'SELECT * FROM transfer_rules ORDER BY account_type, asset_id, scope',
      );
      return rows.flatMap((row) => {
        const coin = markets.coinById(row.asset_id);
        // Of a coin that this process has not heard of yet; it is there at the next look.
        if (coin === undefined) return [];
        const { account_type: type, scope } = row;
        const limit = row.day_limit_units;
        return {
          key: writeKey({ type: type as TransferType, coin, scope }),
          cells: {
            canComeIn: String(row.can_come_in),
            canGoOut: String(row.can_go_out),
            dayLimit: limit === null ? '' : showAmount(limit, coin),
          },
        };
      });
    },
    readKey: (key) => writeKey(readPlace(key)),
    begin(key) {
      const { type, coin } = readPlace(key);
      const { canComeIn, canGoOut } = readDefault(type, coin);
      return { canComeIn: String(canComeIn), canGoOut: String(canGoOut), dayLimit: '' };
    },
    async write(session, { key, cells }) {
      const { type, coin, scope } = readPlace(key);
      await session.execute(
        `INSERT INTO transfer_rules
           (account_type, asset_id, scope, can_come_in, can_go_out, day_limit_units)
         VALUES ($1, $2, $3, $4, $5, $6::numeric)
         ON CONFLICT (account_type, asset_id, scope) DO UPDATE
         SET can_come_in = $4, can_go_out = $5, day_limit_units = $6::numeric`,
        [
          type,
          coin.coinId,
          scope,
          cells['canComeIn'] === 'true',
          cells['canGoOut'] === 'true',
          parseLimit(cells['dayLimit'] ?? '', coin),
        ],
      );
    },
    checkOffice({ key, cells }) {
      if (cells['canComeIn'] !== 'true' || isAccountUsed(readPlace(key).type)) return;
      const used = typeNames.filter((name) => isAccountUsed(TYPES[name])).join(' ');
      throw refuseField('canComeIn', `no product uses this account yet; used are: ${used}`);
    },
    async remove(session, key) {
      const { type, coin, scope } = readPlace(key);
      await session.execute(
        'DELETE FROM transfer_rules WHERE account_type = $1 AND asset_id = $2 AND scope = $3',
        [type, coin.coinId, scope],
      );
    },
  };
}
