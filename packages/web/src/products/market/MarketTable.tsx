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
import { type ReactNode, useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useFavourites } from '../../base/favourites.ts';
import { type Say, useLocale, useTexts } from '../../base/texts.tsx';
import type { DayLines, MarketRow } from './market-data.ts';

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

/** The star of a market: pressed when it is one of this person's. */
function StarCell(props: { row: MarketRow; label: string }) {
  const { tradeIds, turn } = useFavourites();
  const { tradeId } = props.row;
  return (
    <IconButton
      icon={<Star />}
      isPressed={tradeIds.includes(tradeId)}
      label={props.label}
      onClick={(event) => {
        event.stopPropagation();
        turn(tradeId);
      }}
      size="small"
    />
  );
}

function listColumns(t: Say<'market'>, lines: DayLines): Column<MarketRow>[] {
  return [
    {
      key: 'star',
      head: t('favourite'),
      headNode: <span className="ui-sr">{t('favourite')}</span>,
      width: '40px',
      card: 'tool',
      cell: (row) => <StarCell label={t('favourite')} row={row} />,
    },
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
          values={lines[row.symbol] ?? []}
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
}

/** Columns that the short table leaves out. */
const longOnly: readonly string[] = ['star', 'range'];
const readKey = (row: MarketRow) => row.symbol;

/** The table. @param lines - the day's points by symbol. */
export function MarketTable(props: {
  rows: readonly MarketRow[];
  lines: DayLines;
  isShort?: boolean;
  empty?: ReactNode;
}) {
  const t = useTexts('market');
  const locale = useLocale();
  const navigate = useNavigate();
  const { lines, isShort = false } = props;
  // Kept from turn to turn, so that a row is drawn again only when its market has moved.
  const columns = useMemo(
    () => listColumns(t, lines).filter(({ key }) => !isShort || !longOnly.includes(key)),
    [t, lines, isShort],
  );
  const openRow = useCallback(
    (row: MarketRow) => void navigate(`/${locale}/trade/exchange/?tradeCode=${row.code}`),
    [navigate, locale],
  );
  return (
    <DataTable
      columns={columns}
      empty={props.empty}
      holdsRows
      label={t('markets')}
      onRowOpen={openRow}
      rowKey={readKey}
      rows={props.rows}
    />
  );
}
