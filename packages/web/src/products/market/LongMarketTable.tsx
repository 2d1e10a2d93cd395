// The table of markets with what a page of its own has room for: a star before each row and where
// the price stands in its day. Home does without, and does not load it.
import { type Column, IconButton, Star } from '@isobath/ui';
import { type ComponentProps, useMemo } from 'react';
import { useFavourites } from '../../base/favourites.ts';
import { readDayChange } from '../../base/market-code.ts';
import { useTexts } from '../../base/texts.tsx';
import type { MarketRow } from './market-data.ts';
import { MarketTable } from './MarketTable.tsx';

/** Where the last price stands between the day's low and high. */
function Range(props: { row: MarketRow }) {
  const { high, low, last } = props.row;
  if (readDayChange(props.row) === null) return null;
  const span = Number(high) - Number(low);
  const share = span === 0 ? 50 : ((Number(last) - Number(low)) / span) * 100;
  return (
    <span aria-hidden="true" className="market-range">
      <span
        className="market-range-mark"
        style={{ insetInlineStart: `clamp(0px, ${share}% - 1px, 100% - 3px)` }}
      />
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

/** The table. */
export function LongMarketTable(props: Omit<ComponentProps<typeof MarketTable>, 'lead' | 'range'>) {
  const t = useTexts('market');
  const lead = useMemo(
    (): Column<MarketRow> => ({
      key: 'star',
      head: t('favourite'),
      headNode: <span className="ui-sr">{t('favourite')}</span>,
      width: '40px',
      card: 'tool',
      cell: (row) => <StarCell label={t('favourite')} row={row} />,
    }),
    [t],
  );
  const range = useMemo(
    (): Column<MarketRow> => ({
      key: 'range',
      head: t('range'),
      width: 'minmax(110px, 0.8fr)',
      align: 'end',
      priority: 3,
      cell: (row) => <Range row={row} />,
    }),
    [t],
  );
  return <MarketTable {...props} lead={lead} range={range} />;
}
