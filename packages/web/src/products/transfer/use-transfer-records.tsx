// Transfers that were made, newest first, with the way the money went: reading them, and how a row
// looks. On the page of records and beside the form.
import { cutZeros } from '@isobath/core/math';
import { type RecordsListProps, useRecords } from '@isobath/kit';
import { type TransferRow, transferRoutes, type TransferType } from '@isobath/wire';
import { languageTagOf } from '@isobath/texts';
import { Amount, ArrowRight, type Column, formatMoment } from '@isobath/ui';
import { browserClient } from '../../base/client.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { ToHelp } from '../../base/NextSteps.tsx';
import type { TypeText } from './accounts.ts';
import './transfer.css';

/** Which transfers. */
export interface TransferFilter {
  readonly source?: TypeText;
  readonly target?: TypeText;
}

/** Read transfers and say how they are shown. */
export function useTransferRecords(request: {
  filter: TransferFilter;
  limit: number;
}): RecordsListProps<TransferRow> & { readonly state: { readonly reload: () => void } } {
  const t = useTexts('transfer');
  const { filter, limit } = request;
  const { source, target } = filter;
  const asked = (type: TypeText) => Number(type) as TransferType;
  const { pages, ...state } = useRecords({
    key: ['transfers', source ?? '', target ?? '', limit],
    load: (cursor, signal) =>
      browserClient().call(transferRoutes.history, {
        query: {
          ...(source === undefined ? {} : { source: asked(source) }),
          ...(target === undefined ? {} : { target: asked(target) }),
          ...(cursor === '' ? {} : { cursor }),
          limit,
        },
        signal,
      }),
  });
  const rows = pages?.flatMap((page) => page.rows) ?? null;
  return {
    rows,
    state,
    empty: {
      actions: <ToHelp />,
      size: 'small',
      text: t('records.empty.text'),
      title: t('records.empty.title'),
    },
    table: {
      columns: useColumns(readDecimals(rows ?? [])),
      label: t('records.title'),
      rowKey: (row) => row.id,
    },
  };
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
