// Markets in rows: star, name, price, change, the day's line and range, volume. Used by the market
// page and by home.
import {
  Money,
  Percent,
  Price,
  CoinIcon,
  type Column,
  DataTable,
  Sparkline,
  Star,
  IconButton,
} from '@isobath/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useFavourites } from '../../base/favourites.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import type { MarketRow } from './market-data.ts';

function Name(props: { row: MarketRow }) {
  return (
    <span className="market-name">
      <CoinIcon code={props.row.baseCurrency} size={24} />
      <span>
        <b>{props.row.baseCurrency}</b>
        <span className="market-quote">{`/${props.row.quoteCurrency}`}</span>
      </span>
    </span>
  );
}

/** Where the last price stands between the day's low and high. */
function Range(props: { row: MarketRow }) {
  const { high, low, last } = props.row;
  const span = Number(high) - Number(low);
  const share = span === 0 ? 50 : ((Number(last) - Number(low)) / span) * 100;
  return (
    <span aria-hidden="true" className="market-range">
      <span className="market-range-mark" style={{ insetInlineStart: `${share}%` }} />
    </span>
  );
}

/** The table. @param lines - the day's points by symbol. */
export function MarketTable(props: {
  rows: readonly MarketRow[];
  lines: Readonly<Record<string, readonly string[]>>;
  isShort?: boolean;
  empty?: ReactNode;
}) {
  const t = useTexts('market');
  const locale = useLocale();
  const navigate = useNavigate();
  const favourites = useFavourites();
  const star: Column<MarketRow> = {
    key: 'star',
    head: t('favourite'),
    headNode: <span className="ui-sr">{t('favourite')}</span>,
    width: '40px',
    card: 'tool',
    cell: (row) => (
      <IconButton
        icon={<Star />}
        isPressed={favourites.tradeIds.includes(row.tradeId)}
        label={t('favourite')}
        onClick={(event) => {
          event.stopPropagation();
          favourites.turn(row.tradeId);
        }}
        size="small"
      />
    ),
  };
  const columns: Column<MarketRow>[] = [
    ...(props.isShort ? [] : [star]),
    {
      key: 'name',
      head: t('market'),
      width: 'minmax(140px, 1.4fr)',
      card: 'lead',
      sortAs: 'text',
      sortBy: (row) => row.symbol,
      isFixed: true,
      cell: (row) => <Name row={row} />,
    },
    {
      key: 'last',
      head: t('price'),
      width: 'minmax(110px, 1fr)',
      align: 'end',
      card: 'main',
      sortBy: (row) => row.last,
      cell: (row) => <Price decimals={row.priceDecimals} isFlashing value={row.last} />,
    },
    {
      key: 'change',
      head: t('change'),
      width: 'minmax(90px, 0.8fr)',
      align: 'end',
      card: 'side',
      sortBy: (row) => row.change,
      cell: (row) => <Percent hasArrow value={row.change} />,
    },
    {
      key: 'line',
      head: t('day'),
      width: '110px',
      align: 'end',
      priority: 2,
      cell: (row) => (
        <Sparkline
          change={row.change}
          label={t('dayOf', { market: row.symbol })}
          values={props.lines[row.symbol] ?? []}
        />
      ),
    },
    {
      key: 'range',
      head: t('range'),
      width: 'minmax(110px, 0.8fr)',
      align: 'end',
      priority: 3,
      cell: (row) => <Range row={row} />,
    },
    {
      key: 'volume',
      head: t('volume'),
      width: 'minmax(110px, 1fr)',
      align: 'end',
      card: 'sub',
      priority: 2,
      sortBy: (row) => row.quoteVolume,
      cell: (row) => <Money isCompact unit={row.quoteCurrency} value={row.quoteVolume} />,
    },
  ];
  return (
    <DataTable
      columns={props.isShort ? columns.filter((column) => column.key !== 'range') : columns}
      empty={props.empty}
      holdsRows
      label={t('markets')}
      onRowOpen={(row) => void navigate(`/${locale}/trade/exchange/?tradeCode=${row.code}`)}
      rowKey={(row) => row.symbol}
      rows={props.rows}
    />
  );
}
