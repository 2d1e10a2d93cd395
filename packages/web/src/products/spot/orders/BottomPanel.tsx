// The panel below the chart: open orders, history, fills, assets; for guests the way in.
// Not the tables themselves. Every layout has one.
import { downloadCsv } from '@isobath/kit';
import { Button, Checkbox, Download, GuestState, IconButton, Tabs } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { thisMarketSetting } from '../layout/trade-settings.ts';
import { useValue } from '../../../base/value.ts';

import { hasBalance, type OwnList, type OwnStore } from '../live/own-store.ts';
import { DeadManSwitch } from './DeadManSwitch.tsx';
import { CancelAll, OpenOrders, useOpenRows } from './OpenOrders.tsx';
import { BalanceList, FillList, OrderHistory, useHere } from './OrderLists.tsx';

const tabNames = ['open', 'history', 'fills', 'assets'] as const;
type TabName = (typeof tabNames)[number];

/** Marks tabs in which something happened while another one was open. */
function useNews(own: OwnStore, tab: TabName): ReadonlySet<TabName> {
  const [news, setNews] = useState<ReadonlySet<TabName>>(new Set());
  useEffect(
    () =>
      own.listenNews((item) => {
        const name = item.kind === 'fill' ? 'fills' : item.kind === 'closed' ? 'history' : null;
        if (name !== null && name !== tab) setNews((before) => new Set(before).add(name));
      }),
    [own, tab],
  );
  useEffect(() => {
    setNews((before) => {
      if (!before.has(tab)) return before;
      const next = new Set(before);
      next.delete(tab);
      return next;
    });
  }, [tab]);
  return news;
}

/** The list of a tab as a file, with the rows that are shown. */
function SaveList({ own, tab }: { own: OwnStore; tab: TabName }) {
  const { market } = useTrade();
  const t = useTexts('spot');
  const [isHere] = useSetting(thisMarketSetting);
  const value = { open: own.open, history: own.history, fills: own.fills, assets: own.balances }[
    tab
  ];
  const { rows } = useValue<OwnList<object>>(value, 250);
  const shown = rows.filter((row) => !isHere || !('symbol' in row) || row.symbol === market.symbol);
  if (shown.length === 0) return null;
  return (
    <IconButton
      icon={<Download />}
      label={t('orders.export')}
      onClick={() => downloadCsv(`isobath-${tab}.csv`, shown)}
      size="small"
    />
  );
}

const countMost = 99;

/** How many rows each tab shows; of closed orders and fills only the newest hundred came. */
function useCounts(own: OwnStore): Readonly<Record<TabName, number | string | undefined>> {
  const say = (count: number) => (count > countMost ? `${countMost}+` : count || undefined);
  return {
    open: useOpenRows().length || undefined,
    history: say(useHere(useValue(own.history, 250)).rows.length),
    fills: say(useHere(useValue(own.fills, 250)).rows.length),
    assets: say(useValue(own.balances, 250).rows.filter(hasBalance).length),
  };
}

/** The tab that is open stands in the address: a page that is loaded again has it, and a link. */
function useTab(): readonly [TabName, (tab: TabName) => void] {
  const [params, setParams] = useSearchParams();
  const requested = params.get('tab');
  const setTab = (tab: TabName) =>
    setParams(
      (before) => {
        if (tab === 'open') before.delete('tab');
        else before.set('tab', tab);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return [tabNames.find((name) => name === requested) ?? 'open', setTab];
}

function OwnTabs({ own }: { own: OwnStore }) {
  const t = useTexts('spot');
  const [tab, setTab] = useTab();
  const [isHere, setHere] = useSetting(thisMarketSetting);
  const news = useNews(own, tab);
  const counts = useCounts(own);
  const tabs = tabNames.map((value) => ({
    value,
    label: t(`tabs.${value}`),
    count: counts[value],
    hasNews: news.has(value),
  }));
  return (
    <Tabs
      className="bottom-tabs"
      end={
        <>
          {tab === 'assets' ? null : (
            <Checkbox isOn={isHere} label={t('orders.thisMarket')} onChange={setHere} />
          )}
          {tab === 'open' ? <CancelAll /> : null}
          <SaveList own={own} tab={tab} />
          <DeadManSwitch />
        </>
      }
      label={t('tabs.label')}
      onChange={setTab}
      tabs={tabs}
      value={tab}
    >
      {tab === 'open' ? <OpenOrders /> : null}
      {tab === 'history' ? <OrderHistory own={own} /> : null}
      {tab === 'fills' ? <FillList own={own} /> : null}
      {tab === 'assets' ? <BalanceList own={own} /> : null}
    </Tabs>
  );
}

/** My side of the page. */
export function BottomPanel() {
  const { own, loginTo } = useTrade();
  const t = useTexts('spot');
  if (own !== null) {
    return (
      <section aria-label={t('tabs.label')} className="bottom" data-density="compact">
        <OwnTabs own={own} />
      </section>
    );
  }
  return (
    <section aria-label={t('tabs.label')} className="bottom" data-density="compact">
      <GuestState
        actions={
          <Button render={<Link to={loginTo} />} size="small">
            {t('form.signIn')}
          </Button>
        }
        size="small"
        text={t('guest.text')}
        title={t('guest.title')}
      />
    </section>
  );
}
