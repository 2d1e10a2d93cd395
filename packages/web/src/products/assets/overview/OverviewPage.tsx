// Everything one owns: one total in the unit one likes, how it changed and why, its split by
// account and by coin, and the newest movements. Single accounts have pages of their own.
import type { Client } from '@isobath/sdk';
import { assetsRoutes, configurationRoutes } from '@isobath/wire';
import { EmptyState, Eye, EyeOff, IconButton, Money, Segmented, StaleMark } from '@isobath/ui';
import type { ReactNode } from 'react';
import type { Route } from './+types/OverviewPage';
import { AccountTabs } from '../../../base/AccountTabs.tsx';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { assetUnits, currencySetting, unitSetting } from '../../../base/money.ts';
import { useRootData } from '../../../base/session.ts';
import { hideSetting, readSetting, useSetting } from '../../../base/settings.ts';
import { clientOfPerson } from '../../../base/signed-in.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { useHideKey } from '../../../base/trade/hide-key.ts';
import { TransferLink } from '../../../base/TransferLink.tsx';
import { showWorth } from '../../../base/worth.ts';
import { Balances } from '../Balances.tsx';
import { DemoMoney } from '../../../base/DemoMoney.tsx';
import { Moves } from '../Moves.tsx';
import { type Since, useFresh } from '../../../base/use-fresh.ts';
import { ChangePanel, spanSetting } from './ChangePanel.tsx';
import { SplitPanel } from './SplitPanel.tsx';
import type { Unit } from './unit.ts';
import '../assets.css';
import './overview.css';

/** Texts of this page. */
export const handle = { texts: ['assets', 'transfer', 'trade'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** The overview, rates and newest movements; a guest is sent to sign in. */
export async function loader(args: Route.LoaderArgs) {
  // Which span was chosen is known in the browser alone.
  return loadOf(clientOfPerson(args), { days: '1' });
}

async function loadOf(client: Client, requested: Since & { days: '1' | '7' | '30' }) {
  const { days, ...since } = requested;
  const [overview, moves, { rates }] = await Promise.all([
    client.call(assetsRoutes.overview, { query: { days, ...since } }),
    client.call(assetsRoutes.moves, { query: { limit: 8, ...since } }),
    client.call(configurationRoutes.currencyRates),
  ]);
  return { overview, moves: moves.rows, rates };
}

const load = (client: Client, since: Since) =>
  loadOf(client, { days: readSetting(spanSetting), ...since });

/** The page. */
export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('assets');
  const shell = useTexts('shell');
  const { data, staleSinceMs } = useFresh(loaderData, load);
  const { overview, moves, rates } = data;
  const [unitName] = useSetting(unitSetting);
  const [currency] = useSetting(currencySetting);
  const code = unitName === 'Cny' ? currency : unitName;
  const unit: Unit = {
    code,
    show: (usdt) => showWorth({ totalUsdt: usdt, rates }, code) || null,
  };
  const isNew = overview.coins.length === 0 && moves.length === 0;
  const isSandbox = useRootData().mode === 'sandbox';
  return (
    <main className="assets-page">
      <AccountTabs />
      <h1 className="ui-sr">{shell('link.assetsOverview')}</h1>
      <section aria-label={t('total')} className="assets-total">
        <Total staleSinceMs={staleSinceMs} totalUsdt={overview.totalUsdt} unit={unit} />
        <Actions>{isSandbox && !isNew ? <DemoMoney /> : null}</Actions>
      </section>
      {isNew ? (
        <NewPerson isSandbox={isSandbox} />
      ) : (
        <>
          <div className="overview-panels">
            <ChangePanel reported={overview.change} unit={unit} />
            <SplitPanel accounts={overview.accounts} unit={unit} />
          </div>
          <h2 className="assets-title">{t('overview.coins')}</h2>
          <Balances label={t('overview.coins')} rows={overview.coins} />
          <h2 className="assets-title">{t('moves')}</h2>
          <Moves isOneAccount={false} rows={moves} />
        </>
      )}
    </main>
  );
}

function Total(props: { totalUsdt: string; unit: Unit; staleSinceMs: number | null }) {
  const t = useTexts('assets');
  const [isHidden, setHidden] = useSetting(hideSetting);
  useHideKey();
  const [unitName, setUnit] = useSetting(unitSetting);
  const [currency] = useSetting(currencySetting);
  const { unit } = props;
  return (
    <div className="overview-total">
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
        <Money
          decimals={2}
          isOwn
          standing="own"
          unit={unit.code}
          value={unit.show(props.totalUsdt)}
        />
      </p>
      <Segmented
        label={t('overview.unit')}
        onChange={setUnit}
        options={assetUnits.map((each) => ({
          value: each,
          label: each === 'Cny' ? currency : each,
        }))}
        value={unitName}
      />
    </div>
  );
}

/** What can be done; a new person finds the demo money where their coins will stand. */
function Actions({ children }: { children: ReactNode }) {
  const t = useTexts('assets');
  const shell = useTexts('shell');
  const locale = useLocale();
  return (
    <div className="assets-acts">
      <ButtonLink to={`/${locale}/assetManagement/topup`} variant="quiet">
        {shell('link.topUp')}
      </ButtonLink>
      <ButtonLink to={`/${locale}/assetManagement/extract`} variant="quiet">
        {shell('link.withdraw')}
      </ButtonLink>
      <TransferLink variant="quiet" request={{}}>
        {t('transfer')}
      </TransferLink>
      {children}
    </div>
  );
}

/** Somebody who has nothing yet: where to begin. */
function NewPerson({ isSandbox }: { isSandbox: boolean }) {
  const t = useTexts('assets');
  const shell = useTexts('shell');
  const locale = useLocale();
  return (
    <EmptyState
      actions={
        <>
          {isSandbox ? <DemoMoney /> : null}
          <ButtonLink to={`/${locale}/market`} variant="quiet">
            {shell('link.markets')}
          </ButtonLink>
        </>
      }
      text={isSandbox ? t('emptyText') : t('emptyDeposit')}
      title={t('empty')}
    />
  );
}
