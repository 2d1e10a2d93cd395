// The markets that stand out, above all of them. Their places are the same before and after the
// first trades. Not the table (MarketTable.tsx).
import { Percent, Price } from '@isobath/ui';
import { Link } from 'react-router';
import { readDayChange } from '../../base/market-code.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { listMovers, type MarketRow } from './market-data.ts';

const findMost = (rows: readonly MarketRow[], measure: (row: MarketRow) => number) =>
  rows.reduce((best, one) => (measure(one) > measure(best) ? one : best));

const tiles = {
  gainers: (rows: readonly MarketRow[]) => listMovers(rows, 'gainers')[0],
  losers: (rows: readonly MarketRow[]) => listMovers(rows, 'losers')[0],
  turnover: (rows: readonly MarketRow[]) => {
    const most = findMost(rows, (row) => Number(row.quoteVolume));
    return Number(most.quoteVolume) > 0 ? most : undefined;
  },
  newest: (rows: readonly MarketRow[]) => findMost(rows, (row) => row.tradeId),
} as const;

/** Four markets that stand out: each leads to its trade page. */
export function Tiles(props: { rows: readonly MarketRow[] }) {
  const t = useTexts('market');
  const locale = useLocale();
  const plain = props.rows.filter((row) => row.quoteCurrency === 'USDT' && row.tradeArea !== 6);
  if (plain.length === 0) return null;
  const found = (Object.keys(tiles) as (keyof typeof tiles)[]).map((name) => {
    return { name, row: tiles[name](plain) };
  });
  return (
    <section className="market-tiles">
      {found.map(({ name, row }) =>
        row === undefined ? (
          // Its place is kept: the first trades and the first market that falls push nothing aside.
          <div className="home-tile" key={name}>
            <span>{t(`list.${name}`)}</span>
            <Price className="home-tile-price" value={null} />
            <Percent value={null} />
          </div>
        ) : (
          <Link
            className="home-tile"
            key={name}
            to={`/${locale}/trade/exchange/?tradeCode=${row.code}`}
          >
            <span>{t(`list.${name}`)}</span>
            <b className="market-tile-name">{row.baseCurrency}</b>
            <Price className="home-tile-price" decimals={row.priceDecimals} value={row.last} />
            <Percent hasArrow value={readDayChange(row)} />
          </Link>
        ),
      )}
    </section>
  );
}
