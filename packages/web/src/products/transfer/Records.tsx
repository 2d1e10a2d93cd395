// Transfers that were made, newest first, with the way the money went. Filters come from outside.
import { cutZeros } from '@isobath/core/math';
import { type TransferRow, transferRoutes } from '@isobath/wire';
import { languageTagOf } from '@isobath/texts';
import {
  Amount,
  ArrowRight,
  Button,
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  formatMoment,
} from '@isobath/ui';
import { useCallback, useEffect, useState } from 'react';
import { browserClient } from '../../base/client.ts';
import { useNewest } from '../../base/newest.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { ToHelp } from '../../base/NextSteps.tsx';
import type { TypeText } from './accounts.ts';

/** Which transfers. */
export interface RecordFilter {
  readonly source?: number;
  readonly target?: number;
}

interface Page {
  readonly rows: readonly TransferRow[];
  readonly nextCursor: string;
}

/** New rows are written a moment after the answer. */
const SETTLE_MS = 800;

interface RecordsProps {
  readonly filter: RecordFilter;
  readonly limit: number;
  /** Another value reads anew. */
  readonly refreshKey?: number | undefined;
  /** Called with how many rows stand there whenever that changes. */
  readonly onCount?: ((rowsCount: number) => void) | undefined;
  /** Takes the filter away; who filters has one. */
  readonly onShowAll?: (() => void) | undefined;
}

/** The pages read so far, and a way to read from a cursor ("" = anew). */
function useRecords({ filter, limit, refreshKey }: RecordsProps) {
  const { source, target } = filter;
  const [page, setPage] = useState<Page | 'failed' | null>(null);
  const begin = useNewest();
  const read = useCallback(
    async (cursor: string) => {
      const isNewest = begin();
      const query = {
        ...(source === undefined ? {} : { source }),
        ...(target === undefined ? {} : { target }),
        ...(cursor === '' ? {} : { cursor }),
        limit,
      };
      try {
        const next = await browserClient().call(transferRoutes.history, { query });
        if (!isNewest()) return;
        setPage((before) => ({
          nextCursor: next.nextCursor,
          rows:
            cursor === '' || before === null || before === 'failed'
              ? next.rows
              : [...before.rows, ...next.rows],
        }));
      } catch {
        if (isNewest()) setPage('failed');
      }
    },
    [begin, source, target, limit],
  );
  useEffect(() => {
    void read('');
    if (!refreshKey) return undefined;
    const timer = setTimeout(() => void read(''), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [read, refreshKey]);
  return { page, read };
}

/** The table. */
export function Records(props: RecordsProps) {
  const t = useTexts('transfer');
  const { source, target } = props.filter;
  const { page, read } = useRecords(props);
  const rows = page === 'failed' || page === null ? [] : page.rows;
  const { onCount } = props;
  useEffect(() => onCount?.(rows.length), [onCount, rows.length]);
  const columns = useColumns(readDecimals(rows));
  if (page === 'failed') {
    return <ErrorState onRetry={() => void read('')} size="small" title={t('failed')} />;
  }
  const isFiltered = source !== undefined || target !== undefined;
  return (
    <>
      <DataTable
        columns={columns}
        empty={
          isFiltered ? (
            <EmptyState
              actions={
                <Button onClick={props.onShowAll} size="small" variant="quiet">
                  {t('records.any')}
                </Button>
              }
              drawing="hook"
              size="small"
              title={t('records.filtered')}
            />
          ) : (
            <EmptyState
              actions={<ToHelp />}
              size="small"
              text={t('records.empty.text')}
              title={t('records.empty.title')}
            />
          )
        }
        label={t('records.title')}
        rowKey={(row) => row.id}
        rows={rows}
        skeletonRows={page === null ? 4 : undefined}
      />
      {page === null || page.nextCursor === '' ? null : (
        <p className="transfer-more">
          <Button onClick={() => void read(page.nextCursor)} size="small" variant="quiet">
            {t('records.more')}
          </Button>
        </p>
      )}
    </>
  );
}

/** Decimals of the finest amount: those of all rows stand below each other. */
function readDecimals(rows: readonly TransferRow[]): number {
  return Math.max(0, ...rows.map(({ amount }) => cutZeros(amount).split('.')[1]?.length ?? 0));
}

function useColumns(decimals: number): Column<TransferRow>[] {
  const t = useTexts('transfer');
  const locale = languageTagOf(useLocale());
  const name = (type: number) => t(`account.${type}` as `account.${TypeText}`);
  return [
    {
      key: 'way',
      head: `${t('from')} / ${t('to')}`,
      width: 'minmax(200px, 2fr)',
      card: 'lead',
      cell: (row) => (
        <span className="transfer-way">
          {name(row.source)}
          <ArrowRight aria-hidden="true" />
          {name(row.target)}
        </span>
      ),
    },
    {
      key: 'amount',
      head: t('amount'),
      width: 'minmax(140px, 1fr)',
      align: 'end',
      card: 'main',
      cell: (row) => (
        <Amount decimals={decimals} isOwn isPadded unit={row.shortName} value={row.amount} />
      ),
    },
    {
      key: 'at',
      head: t('records.time'),
      width: 'minmax(150px, 1fr)',
      align: 'end',
      card: 'sub',
      cell: (row) => (
        <time dateTime={new Date(row.at).toISOString()}>
          {formatMoment(row.at, { locale, form: 'full' })}
        </time>
      ),
    },
  ];
}
