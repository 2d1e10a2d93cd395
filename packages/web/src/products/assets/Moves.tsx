// What moved one's balances, newest first, and the words for why.
import { Amount, type Column, DataTable, EmptyState, Moment } from '@isobath/ui';
import { useTexts } from '../../base/texts.tsx';
import { WaysOn } from '../../base/WaysOn.tsx';

/** One movement. */
export interface Move {
  readonly seq: string;
  readonly at: number;
  readonly asset: string;
  readonly change: string;
  readonly reason: string;
}

const reasons = [
  'deposit',
  'withdrawal',
  'between_accounts',
  'promotion',
  'seed',
  'fee',
  'correction',
  'close_out',
  'self_trade_transfer',
  'trade',
  'trade_fee',
  'price',
] as const;

/** Says why a balance moved, in the reader's language. */
export function useReason(): (word: string) => string {
  const t = useTexts('assets');
  return (word) => {
    const reason = reasons.find((one) => one === word);
    return reason === undefined ? word : t(`reason.${reason}`);
  };
}

/** The table. */
export function Moves({ rows }: { rows: readonly Move[] }) {
  const t = useTexts('assets');
  const say = useReason();
  const columns: Column<Move>[] = [
    {
      key: 'at',
      head: t('time'),
      width: 'minmax(150px, 1fr)',
      card: 'sub',
      cell: (row) => <Moment atMs={row.at} />,
    },
    {
      key: 'reason',
      head: t('reason'),
      width: 'minmax(120px, 1fr)',
      card: 'lead',
      cell: (row) => say(row.reason),
    },
    {
      key: 'change',
      head: t('change'),
      width: 'minmax(150px, 1fr)',
      align: 'end',
      card: 'main',
      cell: (row) => <Amount isChange isOwn unit={row.asset} value={row.change} />,
    },
  ];
  return (
    <DataTable
      columns={columns}
      empty={<EmptyState actions={<WaysOn />} size="small" title={t('noMoves')} />}
      label={t('moves')}
      rowKey={(row) => `${row.seq} ${row.asset} ${row.reason} ${row.change}`}
      rows={rows}
    />
  );
}
