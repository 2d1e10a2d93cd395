// One account beside spot: its total, its balances, and the way to move money in and out.
// One component for C2C, contract, margin and financial accounts; each page says which types.
import type { Client } from '@isobath/sdk';
import { type PageAccountType, type RouteAnswer, transferRoutes } from '@isobath/wire';
import { Amount, CoinIcon, type Column, DataTable, EmptyState, Money } from '@isobath/ui';
import { useCallback } from 'react';
import { Link, useLoaderData, useLocation } from 'react-router';
import type { Route } from './+types/AccountPage';
import { hasProduct } from '../../base/account-pages.ts';
import { AccountTabs } from '../../base/AccountTabs.tsx';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { clientOfPerson } from '../../base/signed-in.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { TransferLink, transferAddress, useTransferPress } from '../../base/TransferLink.tsx';
import { useFresh } from '../../base/use-fresh.ts';
import { ISOLATED, WEALTH } from './accounts.ts';
import './transfer.css';

/** Texts of this page. */
export const handle = { texts: ['transfer'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** Account types by the page's path below the language. */
const pagesByPath: Readonly<Record<string, readonly PageAccountType[]>> = {
  'assetManagement/margin': [6, 7],
  'assetManagement/swaps': [5],
  'c2c/account': [3],
  'assetManagement/financialAccount': [WEALTH],
};

function readTypes(pathname: string): readonly PageAccountType[] {
  return pagesByPath[pathname.split('/').slice(2).join('/').replace(/\/$/, '')] ?? [5];
}

/** Balances of the page's accounts; a guest is sent to sign in. */
export async function loader(args: Route.LoaderArgs) {
  return loadAccounts(clientOfPerson(args), readTypes(args.url.pathname));
}

function loadAccounts(client: Client, types: readonly PageAccountType[]) {
  return Promise.all(
    types.map(async (type) => ({
      type,
      account: await client.call(transferRoutes.account, { query: { type } }),
    })),
  );
}

type Account = RouteAnswer<typeof transferRoutes.account>;
type Balance = Account['rows'][number];

/** The page. */
export default function AccountPage() {
  const t = useTexts('transfer');
  const { pathname } = useLocation();
  const load = useCallback(
    (client: Client) => loadAccounts(client, readTypes(pathname)),
    [pathname],
  );
  const { data: accounts } = useFresh(useLoaderData<typeof loader>(), load);
  const [first] = accounts;
  if (first === undefined) return null;
  return (
    <main className="transfer-page" key={pathname}>
      <AccountTabs />
      <h1 className="transfer-title">{t(`account.page.${first.type as 3 | 5 | 6 | 101}`)}</h1>
      {accounts.map(({ type, account }) => (
        <AccountPart
          account={account}
          key={type}
          title={accounts.length > 1 ? t(`account.section.${type as 6 | 7}`) : ''}
          type={type}
        />
      ))}
    </main>
  );
}

function AccountPart(props: { type: PageAccountType; title: string; account: Account }) {
  const t = useTexts('transfer');
  const { type, account } = props;
  return (
    <section aria-label={props.title || t(`account.${type}`)} className="transfer-account">
      <div className="transfer-head">
        <div>
          <p className="transfer-lead">
            {props.title === '' ? '' : `${props.title} · `}
            {t('account.total')}
          </p>
          <p className="transfer-sum">
            <Money decimals={2} isOwn unit="USDT" value={account.totalUsdt || null} />
          </p>
        </div>
        {account.rows.length === 0 ? null : <FirstAction type={type} />}
      </div>
      <DataTable
        columns={useColumns(type)}
        empty={
          <EmptyState
            actions={<FirstAction type={type} />}
            text={t(textOf(type))}
            title={t('account.empty.title')}
          />
        }
        label={t(`account.${type}`)}
        rowKey={(row) => `${row.tradeId}:${row.coinId}`}
        rows={account.rows}
      />
    </section>
  );
}

/** What an empty account says. */
function textOf(type: PageAccountType) {
  if (!hasProduct(type)) return 'account.soon.text';
  return type === WEALTH ? 'account.wealth.text' : 'account.empty.text';
}

/**
 * What one does first with an account: bring money in; of the financial one, choose a product.
 * Nothing as long as no product uses it.
 */
function FirstAction({ type }: { type: PageAccountType }) {
  const t = useTexts('transfer');
  const locale = useLocale();
  if (!hasProduct(type)) return null;
  if (type === WEALTH) {
    return (
      <ButtonLink size="small" to={`/${locale}/wealthManagement`} variant="primary">
        {t('account.wealth.go')}
      </ButtonLink>
    );
  }
  return (
    <TransferLink size="small" variant="primary" request={{ source: 2, target: type }}>
      {t('submit')}
    </TransferLink>
  );
}

function useColumns(type: PageAccountType): Column<Balance>[] {
  const t = useTexts('transfer');
  const number = (key: 'available' | 'held', head: string, card: 'main' | 'foot') => ({
    key,
    head,
    width: 'minmax(120px, 1fr)',
    align: 'end' as const,
    card,
    sortBy: (row: Balance) => row[key],
    cell: (row: Balance) => (
      <>
        {card === 'foot' ? <span className="transfer-card-label">{head} </span> : null}
        <Amount isOwn value={row[key]} />
      </>
    ),
  });
  const columns: Column<Balance>[] = [
    {
      key: 'asset',
      head: t('coin'),
      width: 'minmax(150px, 1.4fr)',
      card: 'lead',
      sortAs: 'text',
      sortBy: (row) => row.asset,
      cell: (row) => (
        <span className="transfer-way">
          <CoinIcon code={row.asset} size={24} />
          <strong>{row.asset}</strong>
          <span className="transfer-name">{row.pair === '' ? row.name : row.pair}</span>
        </span>
      ),
    },
    number('available', t('available'), 'main'),
    number('held', t('account.held'), 'foot'),
    {
      key: 'value',
      head: t('account.value'),
      width: 'minmax(120px, 1fr)',
      align: 'end',
      card: 'side',
      sortBy: (row) => row.valueUsdt || null,
      cell: (row) => <Money decimals={2} isOwn unit="USDT" value={row.valueUsdt || null} />,
    },
  ];
  if (type === WEALTH) return columns;
  const act: Column<Balance> = {
    key: 'act',
    head: t('submit'),
    headNode: <span className="ui-sr">{t('submit')}</span>,
    width: '120px',
    align: 'end',
    card: 'tool',
    cell: (row) => <MoveOut row={row} type={type} />,
  };
  return [...columns, act];
}

/** Back to spot, with the coin and the pair of the row. */
function MoveOut({ row, type }: { row: Balance; type: Exclude<PageAccountType, 101> }) {
  const t = useTexts('transfer');
  const locale = useLocale();
  const tradeId = type === ISOLATED ? row.tradeId : undefined;
  const request = { source: type, target: 2, asset: row.asset, tradeId } as const;
  const press = useTransferPress(request);
  return (
    <Link onClick={press} to={transferAddress(locale, request)}>
      {t('submit')}
    </Link>
  );
}
