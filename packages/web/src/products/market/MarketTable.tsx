// Markets in rows: name, price, change, the day's line, volume. Used by home and the overview, and
// with stars and ranges by LongMarketTable.tsx.
import { Money, Percent, Price, CoinIcon, type Column, DataTable, Sparkline } from '@isobath/ui';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { readDayChange } from '../../base/market-code.ts';
import { type Translate, useLocale, useTexts } from '../../base/texts.tsx';
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

function listColumns(t: Translate<'market'>, lines: DayLines): Column<MarketRow>[] {
  return [
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
      sortBy: readDayChange,
      cell: (row) => <Percent hasArrow value={readDayChange(row)} />,
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
          values={lines[row.symbol]}
        />
      ),
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

const readKey = (row: MarketRow) => row.symbol;

/** The table. @param lines - the day's points by symbol. */
export function MarketTable(props: {
  rows: readonly MarketRow[];
  lines: DayLines;
  /** A column before all others. */
  lead?: Column<MarketRow>;
  /** A column before the volume. */
  range?: Column<MarketRow>;
  /** A column behind all others: what can be done with a market. */
  tool?: Column<MarketRow>;
  empty?: ReactNode;
}) {
  const t = useTexts('market');
  const locale = useLocale();
  const navigate = useNavigate();
  const { lines, lead, range, tool } = props;
  // Kept from turn to turn, so that a row is drawn again only when its market has moved.
  const columns = useMemo(() => {
    const own = listColumns(t, lines);
    return [lead, ...own.slice(0, -1), range, ...own.slice(-1), tool].filter(
      (column) => column !== undefined,
    );
  }, [t, lines, lead, range, tool]);
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
