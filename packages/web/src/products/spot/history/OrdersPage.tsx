// My spot orders as a page: open, conditional, past, fills. Filters and sorting stand in the
// address, rows stay true over the private channel, and what is shown can be saved as a file. Not
// the lists of the trade page.
import { type FillRow, marketRoutes, type OrderRow } from '@isobath/wire';
import { type Column, ColumnChooser, OfflineBar, Tabs } from '@isobath/ui';
import { useEffect, useMemo, useState } from 'react';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import type { Route } from './+types/OrdersPage';
import { useLiveState } from '../../../base/live.ts';
import { defineSetting, useSetting } from '../../../base/settings.ts';
import { clientOfPerson } from '../../../base/signed-in.ts';
import { useTexts } from '../../../base/texts.tsx';
import { readDigits } from '../market/market.ts';
import { ListTools } from './ListTools.tsx';
import { OpenedRow } from './OpenedRow.tsx';
import { filterNames, orderTabs, readFilter } from './order-filters.ts';
import { OrderFilters } from './OrderFilters.tsx';
import { loadFirst } from './orders-page.ts';
import { useFillColumns } from './FillsTable.tsx';
import { useOrderColumns } from './OrdersTable.tsx';
import { ShownList } from './ShownList.tsx';
import { useAddress } from './use-address.ts';
import { useOrderList } from './use-order-list.ts';
import './history.css';

/** Texts of this page. */
export const handle = { texts: ['assets', 'spot'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** The list that the address asks for, and the decimals of every market. */
export async function loader(args: Route.LoaderArgs) {
  const client = clientOfPerson(args);
  const requested = readFilter(new URL(args.request.url).searchParams);
  const [page, infos] = await Promise.all([
    loadFirst(client, requested),
    client.call(marketRoutes.markets),
  ]);
  return { page, markets: infos.map(({ symbol, digit }) => ({ symbol, digit })) };
}

/** Another column to sort by asks for no rows. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = change;
  const isSorting = currentUrl.search !== nextUrl.search;
  const isSame = ['tab', ...filterNames].every(
    (name) => currentUrl.searchParams.get(name) === nextUrl.searchParams.get(name),
  );
  return isSorting && isSame ? false : defaultShouldRevalidate;
}

/** Columns that were hidden, by list. */
const hiddenSetting = defineSetting<Readonly<Record<string, readonly string[]>>>(
  'orders.hidden',
  {},
  (value) => typeof value === 'object' && value !== null,
);

/** What the chooser of columns needs of one. */
function nameColumn<TRow>({ key, head, isFixed }: Column<TRow>): Column<never> {
  return { key, head, isFixed, width: '', cell: () => null };
}

/** Since when there is no connection. */
function Offline() {
  const isOffline = useLiveState() === 'offline';
  const [sinceMs, setSince] = useState<number | null>(null);
  useEffect(() => setSince(isOffline ? Date.now() : null), [isOffline]);
  return <OfflineBar sinceMs={sinceMs} />;
}

/** The order page. */
export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('assets');
  const address = useAddress();
  const { tab, filter } = address;
  const list = useOrderList(loaderData.page, { tab, filter });
  const [opened, setOpened] = useState<OrderRow | FillRow | null>(null);
  const [hidden, setHidden] = useSetting(hiddenSetting);
  const digits = useMemo(
    () => new Map(loaderData.markets.map((info) => [info.symbol, readDigits(info)])),
    [loaderData.markets],
  );
  const digitsOf = (symbol: string) => digits.get(symbol);
  const orders = useOrderColumns({ tab, digitsOf, onChanged: list.noteAction });
  const fills = useFillColumns(digitsOf);
  const count = (tab === 'fills' ? list.fills : list.orders).length;
  const tools = <ListTools requested={{ tab, filter }} list={list} />;
  return (
    <main className="history-page">
      <Offline />
      <h1 className="history-title">{t('orders.title')}</h1>
      <Tabs
        end={
          <>
            <ColumnChooser
              columns={tab === 'fills' ? fills.map(nameColumn) : orders.map(nameColumn)}
              hidden={hidden[tab] ?? []}
              onChange={(keys) => setHidden({ ...hidden, [tab]: keys })}
            />
            {tools}
          </>
        }
        label={t('orders.title')}
        onChange={(value) => address.change('tab', value)}
        tabs={orderTabs.map((value) => ({ value, label: t(`orders.${value}`) }))}
        value={address.requested.tab}
      >
        <OrderFilters
          count={`${count}${list.hasMore ? '+' : ''}`}
          filter={address.requested.filter}
          onChange={address.change}
          symbols={loaderData.markets.map((info) => info.symbol)}
          tab={address.requested.tab}
          tools={tools}
        />
        <ShownList
          address={address}
          columns={{ orders, fills }}
          failure={loaderData.page.failure}
          hidden={hidden[tab] ?? []}
          list={list}
          onOpen={setOpened}
        />
      </Tabs>
      {opened === null ? null : (
        <OpenedRow
          digits={digitsOf(opened.symbol)}
          onChanged={list.noteAction}
          onClose={() => setOpened(null)}
          row={'status' in opened ? list.latestOf(opened) : opened}
        />
      )}
    </main>
  );
}
