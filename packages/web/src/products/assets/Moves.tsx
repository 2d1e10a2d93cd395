// What moved one's balances, newest first, and the words for why. Not the whole history, which a
// file has. Called by the pages of assets; the words also by what opens below a coin.
import { Amount, type Column, DataTable, EmptyState, Moment } from '@isobath/ui';
import { useTexts } from '../../base/texts.tsx';
import { NextSteps } from '../../base/NextSteps.tsx';

/** One movement. */
export interface Move {
  readonly seq: string;
  readonly at: number;
  readonly asset: string;
  readonly change: string;
  readonly reason: string;
  /** Account types of a transfer between own accounts, else null. */
  readonly fromType: number | null;
  readonly toType: number | null;
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
  'network_fee',
  'suspense',
  'rollback',
  'internal',
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

/** Says why a movement was, and of a transfer between own accounts from where to where. */
export function useWhy(): (move: Move) => string {
  const say = useReason();
  const t = useTexts('assets');
  const words = useTexts('transfer');
  const name = (type: number) => words(`account.${type}` as Parameters<typeof words>[0]);
  return ({ reason, fromType, toType }) =>
    fromType === null || toType === null
      ? say(reason)
      : t('transferOf', { from: name(fromType), to: name(toType) });
}

/**
 * The table.
 *
 * @param isOneAccount - they are one account's: a transfer takes from it or gives to it; else it
 *   leaves the whole as it was.
 */
export function Moves({ rows, isOneAccount }: { rows: readonly Move[]; isOneAccount: boolean }) {
  const t = useTexts('assets');
  const why = useWhy();
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
      width: 'minmax(120px, 2fr)',
      card: 'lead',
      cell: why,
    },
    {
      key: 'change',
      head: t('change'),
      width: 'minmax(150px, 1fr)',
      align: 'end',
      card: 'main',
      cell: (row) => (
        <Amount
          isChange={isOneAccount || row.fromType === null}
          isOwn
          unit={row.asset}
          value={row.change}
        />
      ),
    },
  ];
  return (
    <DataTable
      columns={columns}
      empty={<EmptyState actions={<NextSteps />} size="small" title={t('noMoves')} />}
      label={t('moves')}
      rowKey={(row) => `${row.seq} ${row.asset} ${row.reason} ${row.change}`}
      rows={rows}
    />
  );
}
