// The panel below the chart: open orders, history, fills, assets; for guests the way in.
// Not the tables themselves. Every layout has one.
import { Button, Checkbox, GuestState, Tabs } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { thisMarketSetting } from '../layout/trade-settings.ts';
import type { OwnStore } from '../live/own-store.ts';
import { DeadManSwitch } from './DeadManSwitch.tsx';
import { CancelAll, OpenOrders, useOpenRows } from './OpenOrders.tsx';
import { BalanceList, FillList, OrderHistory } from './OrderLists.tsx';

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

function OwnTabs({ own }: { own: OwnStore }) {
  const t = useTexts('spot');
  const [tab, setTab] = useState<TabName>('open');
  const [isHere, setHere] = useSetting(thisMarketSetting);
  const news = useNews(own, tab);
  const rows = useOpenRows();
  const tabs = tabNames.map((value) => ({
    value,
    label: t(`tabs.${value}`),
    count: value === 'open' && rows.length > 0 ? rows.length : undefined,
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
