// The tables of one person: plain rows as the server tells them.
// Acts of operators have a table of their own (../ActionsTable.tsx).
// Shown by PersonPage.tsx.
import { Amount, type Column, DataTable, EmptyState, Moment, Price } from '@isobath/ui';
import type { LoginOutcome, OrderRow, UserView } from '@isobath/wire';
import type { ReactNode } from 'react';
import { Figure } from '../../../base/Figure.tsx';
import { type Translate, useTexts } from '../../../base/texts.tsx';

/** A part of a person's page. */
export type PersonPart =
  | 'balances'
  | 'orders'
  | 'closedOrders'
  | 'moves'
  | 'notes'
  | 'fills'
  | 'transfers'
  | 'sessions'
  | 'logins'
  | 'keys'
  | 'messages'
  | 'talks'
  | 'feedback'
  | 'acts';

interface Row {
  readonly key: number;
  readonly cells: readonly ReactNode[];
}

interface Shape {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
  /** Columns of figures, by place. */
  readonly figures?: readonly number[];
}

/** What says the office's own words, those of orders and those of accounts. */
interface Sayers {
  readonly t: Translate<'admin'>;
  readonly sayOrder: Translate<'spot'>;
  readonly sayAccount: Translate<'account'>;
  readonly sayAssets: Translate<'assets'>;
}

const when = (atMs: number) => <Moment atMs={atMs} />;
const pairOf = (symbol: string) => symbol.toUpperCase().replace('_', '/');

function readShape(sayers: Sayers, view: UserView, part: PersonPart): Shape {
  const { t, sayOrder } = sayers;
  const saySide = (side: string) => sayOrder(`orders.${side as OrderRow['side']}`);
  switch (part) {
    case 'balances':
      return {
        heads: [t('asset'), t('person.account'), t('person.available'), t('person.held')],
        rows: view.balances.map((row) => [
          row.asset,
          t(`account.${row.accountType as 2}`),
          <Amount key="a" value={row.available} />,
          <Amount key="h" value={row.held} />,
        ]),
        figures: [2, 3],
      };
    case 'orders':
    case 'closedOrders':
      return {
        heads: [t('time'), t('person.market'), t('person.order'), t('price'), t('amount')],
        rows: (part === 'orders' ? view.openOrders : view.closedOrders).map((row) => [
          when(row.at),
          pairOf(row.symbol),
          [saySide(row.side), sayOrder(`kind.${row.type as OrderRow['type']}`)].join(' '),
          <Price key="p" value={row.price} />,
          <span key="a">
            <Amount value={row.executed} /> / <Amount value={row.quantity} />
          </span>,
        ]),
        figures: [3, 4],
      };
    case 'fills':
      return {
        heads: [t('time'), t('person.market'), t('person.order'), t('price'), t('amount')],
        rows: view.fills.map((row) => [
          when(row.at),
          pairOf(row.symbol),
          saySide(row.side),
          <Price key="p" value={row.price} />,
          <Amount key="a" value={row.quantity} />,
        ]),
        figures: [3, 4],
      };
    default:
      return readMoves(sayers, view, part);
  }
}

/** What moved. */
function readMoves({ t, sayAccount, sayAssets }: Sayers, view: UserView, part: PersonPart): Shape {
  switch (part) {
    case 'moves':
      return {
        heads: [t('time'), t('asset'), t('person.move'), t('amount')],
        rows: view.moves.map((row) => [
          when(row.at),
          row.asset,
          sayAssets(`reason.${row.reason as 'deposit'}`),
          <Amount key="a" value={row.change} />,
        ]),
        figures: [3],
      };
    case 'transfers':
      return {
        heads: [t('time'), t('person.from'), t('person.to'), t('asset'), t('amount')],
        rows: view.transfers.map((row) => [
          when(row.at),
          t(`account.${row.source as 2}`),
          t(`account.${row.target as 2}`),
          row.asset,
          <Amount key="a" value={row.amount} />,
        ]),
        figures: [4],
      };
    default:
      return readOwnShape({ t, sayAccount }, view, part);
  }
}

/** What is about the person's way in, and what they were told. */
function readOwnShape(
  { t, sayAccount }: Pick<Sayers, 't' | 'sayAccount'>,
  view: UserView,
  part: PersonPart,
): Shape {
  switch (part) {
    case 'sessions':
      return {
        heads: [t('person.device'), 'IP', t('people.since'), t('operator.seen')],
        rows: view.sessions.map((row) => [
          row.device,
          row.ip,
          when(row.createdAt),
          when(row.lastSeenAt),
        ]),
      };
    case 'logins':
      return {
        heads: [t('time'), t('person.device'), 'IP', t('approval.outcome')],
        rows: view.logins.map(({ at, device, ip, outcome }) => {
          const said = sayAccount(`settings.outcome.${outcome as LoginOutcome}`);
          return [when(at), device, ip, said];
        }),
      };
    case 'keys':
      return {
        heads: [t('person.key'), t('person.permissions'), 'IP', t('people.since')],
        rows: view.keys.map((row) => [
          row.label,
          row.permissions.join(', '),
          row.ipList.join(', ') || '--',
          when(row.createdAt),
        ]),
      };
    default:
      return readWords(t, view, part);
  }
}

/** What was said, and by whom. */
function readWords(t: Translate<'admin'>, view: UserView, part: PersonPart): Shape {
  switch (part) {
    case 'notes':
      return {
        heads: [t('time'), t('audit.operator'), t('person.note')],
        rows: view.notes.map((row) => [when(row.at), row.operator, row.text]),
      };
    case 'talks':
      return {
        heads: [
          t('time'),
          t('page.desk'),
          t('person.state'),
          t('person.message'),
          t('person.messages'),
        ],
        rows: view.talks.map((row) => [
          when(row.at),
          t(`desk.line.${row.line}`),
          t(`desk.${row.state}`),
          row.lastText || '--',
          row.messagesCount,
        ]),
        figures: [4],
      };
    case 'feedback':
      return {
        heads: [t('time'), t('person.state'), t('person.feedback'), t('feedback.answer')],
        rows: view.feedback.map((row) => [
          when(row.at),
          t(`person.feedback.${row.state}`),
          row.text || '--',
          row.answer || '--',
        ]),
      };
    default:
      return {
        heads: [t('time'), t('person.message'), t('person.read')],
        rows: view.messages.map((row) => [when(row.at), row.title, row.read ? t('yes') : t('no')]),
      };
  }
}

const places = ['lead', 'main', 'sub', 'side', 'foot'] as const;

/** One part of a person in a table. */
export function PersonTables({ view, part }: { view: UserView; part: PersonPart }) {
  const t = useTexts('admin');
  const sayers = {
    t,
    sayOrder: useTexts('spot'),
    sayAccount: useTexts('account'),
    sayAssets: useTexts('assets'),
  };
  const { heads, rows, figures = [] } = readShape(sayers, view, part);
  const columns: readonly Column<Row>[] = heads.map((head, place) => ({
    key: String(place),
    head,
    width: 'minmax(90px, 1fr)',
    align: figures.includes(place) ? 'end' : 'start',
    card: places[place],
    cell: (row) =>
      figures.includes(place) ? <Figure head={head}>{row.cells[place]}</Figure> : row.cells[place],
  }));
  return (
    <DataTable
      columns={columns}
      empty={<EmptyState size="small" title={t('person.none')} />}
      label={t(`person.${part}`)}
      rowKey={(row) => String(row.key)}
      rows={rows.map((cells, key) => ({ key, cells }))}
    />
  );
}
