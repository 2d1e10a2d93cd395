// My spot orders as a page: open, past, fills; filters in the address, cancel, and a file of what
// is shown. Not the open orders of the trade page.
import { type FillRow, type OrderRow, spotRoutes } from '@isobath/wire';
import { Button, EmptyState, FilteredState, Segmented, Tabs } from '@isobath/ui';
import { useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import type { Route } from './+types/OrdersPage';
import { browserClient } from '../../../base/client.ts';
import { clientOfPerson } from '../../../base/signed-in.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { downloadCsv } from './csv.ts';
import { FillsTable, OrdersTable } from './OrdersTables.tsx';
import './history.css';

/** Texts of this page. */
export const handle = { texts: ['assets', 'spot'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

const tabs = ['open', 'history', 'fills'] as const;
type Tab = (typeof tabs)[number];

/** The list that the address asks for. */
export async function loader(args: Route.LoaderArgs) {
  const client = clientOfPerson(args);
  const url = new URL(args.request.url);
  const tab: Tab = tabs.find((one) => one === url.searchParams.get('tab')) ?? 'open';
  const side = url.searchParams.get('side');
  const query = side === 'buy' || side === 'sell' ? ({ side } as const) : {};
  if (tab === 'fills') {
    const fills = await client.call(spotRoutes.fills, { query });
    return { tab, orders: [] as OrderRow[], fills: fills.rows, nextCursor: fills.nextCursor };
  }
  const route = tab === 'open' ? spotRoutes.openOrders : spotRoutes.orderHistory;
  const orders = await client.call(route, { query });
  return { tab, orders: orders.rows, fills: [] as FillRow[], nextCursor: orders.nextCursor };
}

/** More rows of the same list, asked for by the browser. */
async function loadMore(tab: Tab, cursor: string, side: string | null) {
  const query = { cursor, ...(side === 'buy' || side === 'sell' ? ({ side } as const) : {}) };
  if (tab === 'fills') {
    const { rows, nextCursor } = await browserClient().call(spotRoutes.fills, { query });
    return { orders: [] as OrderRow[], fills: rows, nextCursor };
  }
  const route = tab === 'open' ? spotRoutes.openOrders : spotRoutes.orderHistory;
  const { rows, nextCursor } = await browserClient().call(route, { query });
  return { orders: rows, fills: [] as FillRow[], nextCursor };
}

/** The order page. */
export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('assets');
  const locale = useLocale();
  const { revalidate } = useRevalidator();
  const [params, setParams] = useSearchParams();
  const [more, setMore] = useState<Awaited<ReturnType<typeof loadMore>>[]>([]);
  const { tab } = loaderData;
  const side = params.get('side') ?? 'all';
  const orders = [...loaderData.orders, ...more.flatMap((page) => page.orders)];
  const fills = [...loaderData.fills, ...more.flatMap((page) => page.fills)];
  const cursor = more.at(-1)?.nextCursor ?? loaderData.nextCursor;

  const change = (name: string, value: string) => {
    setMore([]);
    setParams(
      (before) => {
        if (value === 'all') before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  };
  const cancel = async (orderId: string) => {
    await browserClient().call(spotRoutes.cancel, { body: { orderId } });
    setMore([]);
    await revalidate();
  };
  const empty =
    side === 'all' ? (
      <EmptyState
        actions={
          <ButtonLink to={`/${locale}/trade/exchange/?tradeCode=btc_usdt`} variant="primary">
            {t('orders.goTrade')}
          </ButtonLink>
        }
        title={t('orders.none')}
      />
    ) : (
      <FilteredState
        filters={[
          {
            key: 'side',
            label: t(side === 'buy' ? 'orders.buy' : 'orders.sell'),
            onRemove: () => change('side', 'all'),
          },
        ]}
        label={t('orders.side')}
        onClearAll={() => change('side', 'all')}
      />
    );
  return (
    <main className="history-page">
      <h1 className="history-title">{t('orders.title')}</h1>
      <Tabs
        end={
          <Button
            onClick={() => downloadCsv(`isobath-${tab}.csv`, tab === 'fills' ? fills : orders)}
            size="small"
          >
            {t('orders.export')}
          </Button>
        }
        label={t('orders.title')}
        onChange={(value) => change('tab', value)}
        tabs={tabs.map((value) => ({ value, label: t(`orders.${value}`) }))}
        value={tab}
      >
        <div className="history-filters">
          <Segmented
            label={t('orders.side')}
            onChange={(value) => change('side', value)}
            options={[
              { value: 'all', label: t('orders.all') },
              { value: 'buy', label: t('orders.buy') },
              { value: 'sell', label: t('orders.sell') },
            ]}
            value={side}
          />
        </div>
        {tab === 'fills' ? (
          <FillsTable empty={empty} rows={fills} />
        ) : (
          <OrdersTable empty={empty} onCancel={tab === 'open' ? cancel : undefined} rows={orders} />
        )}
        {cursor === '' ? null : (
          <Button
            onClick={() =>
              void loadMore(tab, cursor, params.get('side')).then((page) =>
                setMore([...more, page]),
              )
            }
          >
            {t('orders.more')}
          </Button>
        )}
      </Tabs>
    </main>
  );
}
