// The spot account: one total, every coin with its value, and what moved it. A new person gets demo
// money here when this is the sandbox. All accounts together are the overview's.
import { assetsRoutes } from '@isobath/wire';
import { Amount, Eye, EyeOff, IconButton, Money, SearchBox } from '@isobath/ui';
import { useState } from 'react';
import type { Route } from './+types/AssetsPage';
import { AccountTabs } from '../../base/AccountTabs.tsx';
import { useRootData } from '../../base/session.ts';
import { hideSetting, useSetting } from '../../base/settings.ts';
import { clientOfPerson } from '../../base/signed-in.ts';
import { useTexts } from '../../base/texts.tsx';
import { TransferLink } from '../../base/TransferLink.tsx';
import { Balances } from './Balances.tsx';
import { DemoMoney } from './DemoMoney.tsx';
import { Moves } from './Moves.tsx';
import { useRefresh } from './use-refresh.ts';
import './assets.css';

/** Texts of this page. */
export const handle = { texts: ['assets', 'trade'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** Balances and the newest movements; a guest is sent to sign in. */
export async function loader(args: Route.LoaderArgs) {
  const client = clientOfPerson(args);
  const [assets, moves] = await Promise.all([
    client.call(assetsRoutes.spotAssets),
    client.call(assetsRoutes.moves, { query: { limit: 12 } }),
  ]);
  return { assets, moves };
}

/** The asset page. */
export default function AssetsPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('assets');
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
      <AccountTabs />
      <section className="assets-total">
        <Total totalBtc={assets.totalBtc} totalUsdt={assets.totalUsdt} />
        <div className="assets-acts">
          <TransferLink variant="quiet" wish={{ source: 2, target: 5 }}>
            {t('transfer')}
          </TransferLink>
          {mode === 'sandbox' ? <DemoMoney /> : null}
        </div>
      </section>
      <div className="assets-head">
        <h1 className="assets-title">{t('spot')}</h1>
        <SearchBox label={t('search')} onChange={setSearch} value={search} />
      </div>
      <Balances isSpot label={t('spot')} rows={rows} />
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
