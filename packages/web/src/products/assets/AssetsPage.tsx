// The spot account: one total, every coin with its value and cost, and what moved it. A new person
// gets demo money here when this is the sandbox. All accounts together are the overview's.
import { FileLink } from '@isobath/kit';
import type { Client } from '@isobath/sdk';
import { assetsRoutes, type SpotAssetRow } from '@isobath/wire';
import {
  Amount,
  EmptyState,
  Eye,
  EyeOff,
  FilteredState,
  IconButton,
  Money,
  SearchBox,
  StaleMark,
  Switch,
} from '@isobath/ui';
import { useState } from 'react';
import type { Route } from './+types/AssetsPage';
import { AccountTabs } from '../../base/AccountTabs.tsx';
import { ButtonLink } from '../../base/ButtonLink.tsx';

import { useRootData } from '../../base/session.ts';
import { defineSetting, hideSetting, useSetting } from '../../base/settings.ts';
import { clientOfPerson } from '../../base/signed-in.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { useHideKey } from '../../base/trade/hide-key.ts';
import { TransferLink } from '../../base/TransferLink.tsx';
import { DemoMoney } from '../../base/DemoMoney.tsx';
import { Moves } from './Moves.tsx';
import { SpotBalances } from './spot/SpotBalances.tsx';
import { type Since, useFresh } from '../../base/use-fresh.ts';
import './assets.css';

/** The account type that this page is of. */
const SPOT = 2;

/** Texts of this page. */
export const handle = { texts: ['assets', 'transfer', 'trade', 'kit'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** Balances and the newest movements; a guest is sent to sign in. */
export async function loader(args: Route.LoaderArgs) {
  return load(clientOfPerson(args), {});
}

async function load(client: Client, since: Since) {
  const [assets, moves] = await Promise.all([
    client.call(assetsRoutes.spotAssets, { query: since }),
    client.call(assetsRoutes.moves, { query: { type: SPOT, limit: 12, ...since } }),
  ]);
  return { assets, moves };
}

/** Worth less than this counts as small. */
const SMALL_BELOW_USDT = 1;

/** Small coins are not listed. */
const hideSmallSetting = defineSetting('assets.hideSmall', false);

/** A coin that nothing prices is not known to be small. */
const isSmall = (row: SpotAssetRow) =>
  row.valueUsdt !== '' && Number(row.valueUsdt) < SMALL_BELOW_USDT;

/** The asset page. */
export default function AssetsPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('assets');
  const { mode } = useRootData();
  const { data, staleSinceMs } = useFresh(loaderData, load);
  const { assets, moves } = data;
  const isEmpty = assets.rows.length === 0;
  return (
    <main className="assets-page">
      <AccountTabs />
      <section className="assets-total">
        <Total
          staleSinceMs={staleSinceMs}
          totalBtc={assets.totalBtc}
          totalUsdt={assets.totalUsdt}
        />
        <div className="assets-acts">
          <TransferLink variant="quiet" request={{}}>
            {t('transfer')}
          </TransferLink>
          {mode === 'sandbox' && !isEmpty ? <DemoMoney /> : null}
        </div>
      </section>
      {isEmpty ? <FirstMoney /> : <Coins rows={assets.rows} />}
      {isEmpty && moves.rows.length === 0 ? null : (
        <>
          <div className="assets-head">
            <h2 className="assets-title">{t('moves')}</h2>
            {moves.rows.length === 0 ? null : (
              <FileLink path={assetsRoutes.movesFile.path} query={{ type: String(SPOT) }} />
            )}
          </div>
          <Moves isOneAccount rows={moves.rows} />
        </>
      )}
    </main>
  );
}

/** Nothing there yet: the way to the first money. */
function FirstMoney() {
  const t = useTexts('assets');
  const shell = useTexts('shell');
  const locale = useLocale();
  const { mode } = useRootData();
  const isSandbox = mode === 'sandbox';
  return (
    <>
      <h1 className="assets-title">{t('spot')}</h1>
      <EmptyState
        actions={
          isSandbox ? (
            <DemoMoney />
          ) : (
            <ButtonLink to={`/${locale}/assetManagement/topup`} variant="primary">
              {shell('link.topUp')}
            </ButtonLink>
          )
        }
        text={isSandbox ? t('emptyText') : t('emptyDeposit')}
        title={t('empty')}
      />
    </>
  );
}

/** Every coin, those that are searched for, or those that are not small. */
function Coins({ rows }: { rows: readonly SpotAssetRow[] }) {
  const t = useTexts('assets');
  const [search, setSearch] = useState('');
  const [hidesSmall, setHidesSmall] = useSetting(hideSmallSetting);
  const words = search.trim().toLowerCase();
  const shown = rows.filter(
    (row) =>
      `${row.asset} ${row.name}`.toLowerCase().includes(words) && !(hidesSmall && isSmall(row)),
  );
  const small = t('hideSmall', { amount: `${SMALL_BELOW_USDT} USDT` });
  const filters = [
    { key: 'q', label: search, isOn: words !== '', onRemove: () => setSearch('') },
    { key: 'small', label: small, isOn: hidesSmall, onRemove: () => setHidesSmall(false) },
  ].filter(({ isOn }) => isOn);
  return (
    <>
      <div className="assets-head">
        <h1 className="assets-title">{t('spot')}</h1>
        <div className="assets-filters">
          <Switch isOn={hidesSmall} label={small} onChange={setHidesSmall} />
          <SearchBox label={t('search')} onChange={setSearch} value={search} />
        </div>
      </div>
      <SpotBalances
        empty={
          <FilteredState
            filters={filters}
            label={t('search')}
            onClearAll={() => {
              for (const filter of filters) filter.onRemove();
            }}
          />
        }
        rows={shown}
      />
    </>
  );
}

function Total(props: { totalUsdt: string; totalBtc: string; staleSinceMs: number | null }) {
  const t = useTexts('assets');
  const [isHidden, setHidden] = useSetting(hideSetting);
  useHideKey();
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
        <StaleMark isShown={props.staleSinceMs !== null} lastAtMs={props.staleSinceMs ?? 0} />
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
