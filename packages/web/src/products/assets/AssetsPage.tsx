// The spot account: one total, every coin with its value, and what moved it. A new person gets demo
// money here when this is the sandbox.
import { ApiError } from '@isobath/sdk';
import { type AnyLocale, languageTagOf } from '@isobath/texts';
import { assetsRoutes, type AssetRow, siteRoutes } from '@isobath/wire';
import {
  Amount,
  Button,
  CoinIcon,
  type Column,
  DataTable,
  EmptyState,
  Eye,
  EyeOff,
  IconButton,
  Money,
  SearchBox,
  useToasts,
} from '@isobath/ui';
import { useEffect, useState } from 'react';
import { Link, redirect, useRevalidator } from 'react-router';
import type { Route } from './+types/AssetsPage';
import { loginAddress } from '../../base/address.ts';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { browserClient } from '../../base/client.ts';
import { browserLive } from '../../base/live.ts';
import { pageRequest } from '../../base/page-context.ts';
import { useRootData } from '../../base/session.ts';
import { hideSetting, useSetting } from '../../base/settings.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { CloseOut } from '../../base/trade/CloseOut.tsx';
import { findDust, useDustFacts } from '../../base/trade/dust.ts';
import './assets.css';

/** Texts of this page. */
export const handle = { texts: ['assets', 'trade'] } as const;

/** Title. */
export function meta() {
  return [{ title: 'Isobath' }, { name: 'robots', content: 'noindex' }];
}

/** Balances and the newest movements; a guest is sent to sign in. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { client, isSignedIn } = context.get(pageRequest);
  const { pathname, search } = new URL(request.url);
  if (!isSignedIn) throw redirect(loginAddress(params.locale as AnyLocale, pathname + search));
  const [assets, moves] = await Promise.all([
    client.call(assetsRoutes.spotAssets),
    client.call(assetsRoutes.moves, { query: { limit: 12 } }),
  ]);
  return { assets, moves };
}

const REFRESH_MS = 1_000;

/** Ask again when the private channel says that something moved, at most once a second. */
function useRefresh(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    const stop = browserLive().subscribe('private', () => {
      if (isFirst) {
        isFirst = false;
        return;
      }
      timer ??= setTimeout(() => {
        timer = undefined;
        void revalidate();
      }, REFRESH_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [revalidate]);
}

/** The button that gives demo money. */
function DemoMoney() {
  const t = useTexts('assets');
  const toasts = useToasts();
  const { revalidate } = useRevalidator();
  const [isRunning, setRunning] = useState(false);
  const ask = async () => {
    setRunning(true);
    try {
      const gift = await browserClient().call(siteRoutes.faucet);
      const text = gift.received.map(({ asset, amount }) => `${amount} ${asset}`).join(', ');
      toasts.show({ kind: 'own', title: t('faucet.received'), text });
      void revalidate();
    } catch (error) {
      const title = error instanceof ApiError ? error.message : t('offline');
      toasts.show({ kind: 'error', title });
    }
    setRunning(false);
  };
  return (
    <Button isPending={isRunning} onClick={() => void ask()} variant="primary">
      {t('faucet.ask')}
    </Button>
  );
}

/** The asset page. */
export default function AssetsPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('assets');
  const locale = useLocale();
  const { mode } = useRootData();
  const { assets, moves } = loaderData;
  const [search, setSearch] = useState('');
  useRefresh();
  const words = search.trim().toLowerCase();
  const rows = assets.rows.filter((row) =>
    `${row.asset} ${row.name}`.toLowerCase().includes(words),
  );
  return (
    <main className="assets-page">
      <section className="assets-total">
        <Total totalBtc={assets.totalBtc} totalUsdt={assets.totalUsdt} />
        <div className="assets-acts">
          <ButtonLink to={`/${locale}/account/transfer?source=2&target=5`} variant="quiet">
            {t('transfer')}
          </ButtonLink>
          {mode === 'sandbox' ? <DemoMoney /> : null}
        </div>
      </section>
      <div className="assets-head">
        <h1 className="assets-title">{t('spot')}</h1>
        <SearchBox label={t('search')} onChange={setSearch} value={search} />
      </div>
      <Balances rows={rows} />
      <h2 className="assets-title">{t('moves')}</h2>
      <Moves rows={moves.rows} />
    </main>
  );
}

function Total(props: { totalUsdt: string; totalBtc: string }) {
  const t = useTexts('assets');
  const [isHidden, setHidden] = useSetting(hideSetting);
  return (
    <div>
      <p className="assets-label">
        {t('total')}
        <IconButton
          icon={isHidden ? <EyeOff /> : <Eye />}
          isPressed={isHidden}
          label={t('hide')}
          onClick={() => setHidden(!isHidden)}
          size="small"
        />
      </p>
      <p className="assets-sum">
        <Money decimals={2} isOwn standing="own" unit="USDT" value={props.totalUsdt || null} />
      </p>
      <p className="assets-label">
        <Amount decimals={8} isOwn unit="BTC" value={props.totalBtc || null} />
      </p>
    </div>
  );
}

function Balances({ rows }: { rows: readonly AssetRow[] }) {
  const t = useTexts('assets');
  const facts = useDustFacts();
  const { revalidate } = useRevalidator();
  const locale = useLocale();
  const amount = (key: 'total' | 'available' | 'held', priority: 1 | 2): Column<AssetRow> => ({
    key,
    head: t(key === 'total' ? 'amount' : key),
    width: 'minmax(120px, 1fr)',
    align: 'end',
    priority,
    card: key === 'total' ? 'main' : key === 'available' ? 'sub' : 'foot',
    sortBy: (row) => row[key],
    cell: (row) => (
      <>
        {key === 'total' ? null : <span className="assets-card-label">{t(key)} </span>}
        <Amount isOwn value={row[key]} />
      </>
    ),
  });
  const columns: Column<AssetRow>[] = [
    {
      key: 'asset',
      head: t('coin'),
      width: 'minmax(150px, 1.4fr)',
      card: 'lead',
      sortAs: 'text',
      sortBy: (row) => row.asset,
      cell: (row) => (
        <span className="assets-coin">
          <CoinIcon code={row.asset} size={24} />
          <Link to={`/${locale}/coinInfo?coin=${row.asset}`}>{row.asset}</Link>
          <span className="assets-name">{row.name}</span>
        </span>
      ),
    },
    amount('total', 1),
    amount('available', 2),
    amount('held', 2),
    {
      key: 'value',
      head: t('value'),
      width: 'minmax(120px, 1fr)',
      align: 'end',
      card: 'side',
      sortBy: (row) => row.valueUsdt || null,
      cell: (row) => (
        <Money decimals={2} isOwn standing="own" unit="USDT" value={row.valueUsdt || null} />
      ),
    },
    {
      key: 'action',
      head: t('trade'),
      headNode: <span className="ui-sr">{t('trade')}</span>,
      width: '160px',
      align: 'end',
      card: 'tool',
      cell: (row) => {
        const dust = facts === null ? null : findDust(facts, row.asset, row.available);
        return (
          <span className="assets-deeds">
            {dust === null ? null : <CloseOut dust={dust} onDone={() => void revalidate()} />}
            <Link
              to={`/${locale}/trade/exchange/?tradeCode=${
                row.asset === 'USDT' ? 'btc' : row.asset.toLowerCase()
              }_usdt`}
            >
              {t('trade')}
            </Link>
          </span>
        );
      },
    },
  ];
  return (
    <DataTable
      columns={columns}
      empty={<EmptyState text={t('emptyText')} title={t('empty')} />}
      label={t('spot')}
      rowKey={(row) => row.asset}
      rows={rows}
    />
  );
}

interface Move {
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
] as const;

function Moves({ rows }: { rows: readonly Move[] }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const columns: Column<Move>[] = [
    {
      key: 'at',
      head: t('time'),
      width: 'minmax(150px, 1fr)',
      card: 'sub',
      cell: (row) => (
        <time dateTime={new Date(row.at).toISOString()} suppressHydrationWarning>
          {new Date(row.at).toLocaleString(languageTagOf(locale))}
        </time>
      ),
    },
    {
      key: 'reason',
      head: t('reason'),
      width: 'minmax(120px, 1fr)',
      card: 'lead',
      cell: (row) => {
        const reason = reasons.find((one) => one === row.reason);
        return reason === undefined ? row.reason : t(`reason.${reason}`);
      },
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
      empty={<EmptyState size="small" title={t('noMoves')} />}
      label={t('moves')}
      rowKey={(row) => `${row.seq} ${row.asset} ${row.reason} ${row.change}`}
      rows={rows}
    />
  );
}
