// One account beside spot: its total, its balances, and the way to move money in and out.
// One component for C2C, contract and margin accounts; each page says which types it shows.
import type { AnyLocale } from '@isobath/texts';
import { type RouteAnswer, type TransferType, transferRoutes } from '@isobath/wire';
import { Amount, CoinIcon, type Column, DataTable, EmptyState, Money } from '@isobath/ui';
import { redirect, useLoaderData, useLocation } from 'react-router';
import type { Route } from './+types/AccountPage';
import { loginAddress } from '../../base/address.ts';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { pageRequest } from '../../base/page-context.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import type { TypeText } from './accounts.ts';
import './transfer.css';

/** Texts of this page. */
export const handle = { texts: ['transfer'] } as const;

/** Title. */
export function meta() {
  return [{ title: 'Isobath' }, { name: 'robots', content: 'noindex' }];
}

/** Account types by the page's path below the language. */
const pagesByPath: Readonly<Record<string, readonly TransferType[]>> = {
  'assetManagement/margin': [6, 7],
  'assetManagement/swaps': [5],
  'c2c/account': [3],
};

function readTypes(pathname: string): readonly TransferType[] {
  return pagesByPath[pathname.split('/').slice(2).join('/').replace(/\/$/, '')] ?? [5];
}

/** Balances of the page's accounts; a guest is sent to sign in. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { client, isSignedIn } = context.get(pageRequest);
  const { pathname, search } = new URL(request.url);
  if (!isSignedIn) throw redirect(loginAddress(params.locale as AnyLocale, pathname + search));
  const types = readTypes(pathname.replace(/\.data$/, ''));
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
  const accounts = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const [first] = accounts;
  if (first === undefined) return null;
  return (
    <main className="transfer-page" key={pathname}>
      <h1 className="transfer-title">{t(`account.page.${first.type as 3 | 5 | 6}`)}</h1>
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

function AccountPart(props: { type: TransferType; title: string; account: Account }) {
  const t = useTexts('transfer');
  const locale = useLocale();
  const { type, account } = props;
  const into = `/${locale}/account/transfer?source=2&target=${type}`;
  const make = (
    <ButtonLink size="small" to={into} variant="primary">
      {t('submit')}
    </ButtonLink>
  );
  return (
    <section aria-label={props.title || t(`account.${String(type) as TypeText}`)}>
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
        {account.rows.length === 0 ? null : make}
      </div>
      <DataTable
        columns={useColumns()}
        empty={
          <EmptyState
            actions={make}
            text={t('account.empty.text')}
            title={t('account.empty.title')}
          />
        }
        label={t(`account.${String(type) as TypeText}`)}
        rowKey={(row) => `${row.tradeId}:${row.coinId}`}
        rows={account.rows}
      />
    </section>
  );
}

function useColumns(): Column<Balance>[] {
  const t = useTexts('transfer');
  const number = (key: 'available' | 'held', head: string, card: 'main' | 'foot') => ({
    key,
    head,
    width: 'minmax(120px, 1fr)',
    align: 'end' as const,
    card,
    sortBy: (row: Balance) => row[key],
    cell: (row: Balance) => <Amount isOwn value={row[key]} />,
  });
  return [
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
          <strong>{row.asset}</strong> {row.name}
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
}
