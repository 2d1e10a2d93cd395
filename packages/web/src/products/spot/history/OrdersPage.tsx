// My spot orders as a page: open, past, fills; filters in the address, cancel, and a file of what
// is shown. Not the open orders of the trade page.
import { type FillRow, marketRoutes, type OrderRow, spotRoutes } from '@isobath/wire';
import { Button, EmptyState, FilteredState, Tabs } from '@isobath/ui';
import { useMemo, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import type { Route } from './+types/OrdersPage';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { browserClient } from '../../../base/client.ts';
import { clientOfPerson } from '../../../base/signed-in.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { readDigits } from '../market/market.ts';
import { FillDetail } from '../orders/OrderDetail.tsx';
import { showPair } from '../orders/order-rows.ts';
import { CancelEverything } from './CancelEverything.tsx';
import { downloadCsv } from './csv.ts';
import { OpenedOrder } from './OpenedOrder.tsx';
import {
  type OrderFilter,
  orderTabs,
  type OrderTab,
  queryOf,
  readFilter,
} from './order-filters.ts';
import { OrderFilters } from './OrderFilters.tsx';
import { FillsTable, OrdersTable } from './OrdersTables.tsx';
import './history.css';

/** Texts of this page. */
export const handle = { texts: ['assets', 'spot'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

interface Page {
  readonly orders: readonly OrderRow[];
  readonly fills: readonly FillRow[];
  readonly nextCursor: string;
}

/** One page of the list that is asked for. @param cursor - "" for the first. */
async function loadPage(
  client: ReturnType<typeof browserClient>,
  asked: { tab: OrderTab; filter: OrderFilter },
  cursor: string,
): Promise<Page> {
  const query = { ...queryOf(asked.filter, Date.now()), ...(cursor === '' ? {} : { cursor }) };
  if (asked.tab === 'fills') {
    const { rows, nextCursor } = await client.call(spotRoutes.fills, { query });
    return { orders: [], fills: rows, nextCursor };
  }
  const route = asked.tab === 'open' ? spotRoutes.openOrders : spotRoutes.orderHistory;
  const { rows, nextCursor } = await client.call(route, { query });
  return { orders: rows, fills: [], nextCursor };
}

/** The list that the address asks for, and the decimals of every market. */
export async function loader(args: Route.LoaderArgs) {
  const client = clientOfPerson(args);
  const asked = readFilter(new URL(args.request.url).searchParams);
  const [page, infos] = await Promise.all([
    loadPage(client, asked, ''),
    client.call(marketRoutes.markets),
  ]);
  return { ...page, markets: infos.map(({ symbol, digit }) => ({ symbol, digit })) };
}

/** Filters hide everything: each can be taken away by itself. */
function NothingFound(props: {
  filter: OrderFilter;
  onChange: (name: 'side' | 'market' | 'days' | 'status', value: string) => void;
  onClear: () => void;
}) {
  const t = useTexts('assets');
  const { side, symbol, span, status } = props.filter;
  const chips = [
    side === undefined ? null : { key: 'side' as const, label: t(`orders.${side}`) },
    symbol === undefined ? null : { key: 'market' as const, label: showPair(symbol) },
    span === undefined ? null : { key: 'days' as const, label: t(`overview.span.${span}`) },
    status === undefined ? null : { key: 'status' as const, label: t(`status.${status}`) },
  ].filter((chip) => chip !== null);
  return (
    <FilteredState
      filters={chips.map(({ key, label }) => ({
        key,
        label,
        onRemove: () => props.onChange(key, 'all'),
      }))}
      label={t('orders.title')}
      onClearAll={props.onClear}
    />
  );
}

function NoneYet() {
  const t = useTexts('assets');
  const locale = useLocale();
  return (
    <EmptyState
      actions={
        <ButtonLink to={`/${locale}/trade/exchange/?tradeCode=btc_usdt`} variant="primary">
          {t('orders.goTrade')}
        </ButtonLink>
      }
      drawing="hook"
      title={t('orders.none')}
    />
  );
}

/** The order page. */
export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('assets');
  const { revalidate } = useRevalidator();
  const [params, setParams] = useSearchParams();
  const [more, setMore] = useState<readonly Page[]>([]);
  const [opened, setOpened] = useState<OrderRow | FillRow | null>(null);
  const asked = readFilter(params);
  const { tab, filter } = asked;
  const pages = [loaderData, ...more];
  const orders = pages.flatMap((page) => page.orders);
  const fills = pages.flatMap((page) => page.fills);
  const cursor = pages.at(-1)?.nextCursor ?? '';
  const digits = useMemo(
    () => new Map(loaderData.markets.map((info) => [info.symbol, readDigits(info)])),
    [loaderData.markets],
  );
  const digitsOf = (symbol: string) => digits.get(symbol);

  const turn = (change: (params: URLSearchParams) => void) => {
    setMore([]);
    setParams(
      (before) => {
        change(before);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const change = (name: string, value: string) =>
    turn((before) => (value === 'all' ? before.delete(name) : before.set(name, value)));
  const clear = () =>
    turn((before) => {
      for (const name of ['side', 'market', 'days', 'status']) before.delete(name);
    });
  const readAnew = async () => {
    setMore([]);
    await revalidate();
  };
  const cancel = async (orderId: string) => {
    await browserClient().call(spotRoutes.cancel, { body: { orderId } });
    await readAnew();
  };
  const isFiltered = Object.keys(filter).length > 0;
  const empty = isFiltered ? (
    <NothingFound filter={filter} onChange={change} onClear={clear} />
  ) : (
    <NoneYet />
  );
  // What would be cancelled must be what is shown: all sides, from any time.
  const isWhole = filter.side === undefined && filter.span === undefined;
  return (
    <main className="history-page">
      <h1 className="history-title">{t('orders.title')}</h1>
      <Tabs
        end={
          <>
            {tab === 'open' && isWhole && orders.length > 1 ? (
              <CancelEverything onDone={() => void readAnew()} symbol={filter.symbol} />
            ) : null}
            <Button
              onClick={() => downloadCsv(`isobath-${tab}.csv`, tab === 'fills' ? fills : orders)}
              size="small"
            >
              {t('orders.export')}
            </Button>
          </>
        }
        label={t('orders.title')}
        onChange={(value) => change('tab', value)}
        tabs={orderTabs.map((value) => ({ value, label: t(`orders.${value}`) }))}
        value={tab}
      >
        <OrderFilters
          filter={filter}
          onChange={change}
          symbols={loaderData.markets.map(({ symbol }) => symbol)}
          tab={tab}
        />
        {tab === 'fills' ? (
          <FillsTable digitsOf={digitsOf} empty={empty} onOpen={setOpened} rows={fills} />
        ) : (
          <OrdersTable
            digitsOf={digitsOf}
            empty={empty}
            onCancel={tab === 'open' ? cancel : undefined}
            onOpen={setOpened}
            rows={orders}
          />
        )}
        {cursor === '' ? null : (
          <Button
            onClick={() =>
              void loadPage(browserClient(), asked, cursor).then((page) => setMore([...more, page]))
            }
          >
            {t('orders.more')}
          </Button>
        )}
      </Tabs>
      {opened !== null && 'status' in opened ? (
        <OpenedOrder
          digits={digitsOf(opened.symbol)}
          onCancel={
            tab === 'open'
              ? () => {
                  setOpened(null);
                  void cancel(opened.orderId);
                }
              : undefined
          }
          onClose={() => setOpened(null)}
          order={opened}
        />
      ) : null}
      {opened !== null && !('status' in opened) ? (
        <FillDetail
          digits={digitsOf(opened.symbol)}
          fill={opened}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </main>
  );
}
