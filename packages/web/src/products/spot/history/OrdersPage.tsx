// My spot orders as a page: open, conditional, past, fills. Filters and sorting stand in the
// address, rows stay true over the private channel, and what is shown can be saved as a file. Not
// the lists of the trade page.
import { RecordsPage } from '@isobath/kit';
import { type FillRow, marketRoutes, type OrderRow } from '@isobath/wire';
import { type Column, ColumnChooser } from '@isobath/ui';
import { useEffect, useMemo, useState } from 'react';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import type { Route } from './+types/OrdersPage';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { useTradePath } from '../../../base/last-markets.ts';
import { useLiveState } from '../../../base/live.ts';
import { ToHelp } from '../../../base/NextSteps.tsx';
import { defineSetting, useSetting } from '../../../base/settings.ts';
import { clientOfPerson } from '../../../base/signed-in.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { readDigits } from '../market/market.ts';
import { useFillColumns } from './fill-columns.tsx';
import { ListTools } from './ListTools.tsx';
import { OpenedRow } from './OpenedRow.tsx';
import { type DigitsOf, useOrderColumns } from './order-columns.tsx';
import { filterNames, type OrderTab, orderTabs, readFilter } from './order-filters.ts';
import { keyOfFill } from './order-news.ts';
import { loadFirst } from './orders-page.ts';
import { useAddress, useOrderFilters } from './use-address.ts';
import { type OrderList, useOrderList } from './use-order-list.ts';
import './history.css';

/** Texts of this page. */
export const handle = { texts: ['assets', 'spot', 'kit'] } as const;

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

/** Since when there is no connection; null while there is one. */
function useOfflineSince(): number | null {
  const isOffline = useLiveState() === 'offline';
  const [sinceMs, setSince] = useState<number | null>(null);
  useEffect(() => setSince(isOffline ? Date.now() : null), [isOffline]);
  return sinceMs;
}

const noneYet = {
  open: 'orders.none',
  conditional: 'orders.noneConditional',
  history: 'orders.noHistory',
  fills: 'orders.noFills',
} as const;

/** What stands in place of rows while there are none. */
function useNoneYet(tab: OrderTab) {
  const t = useTexts('assets');
  const words = useTexts('spot');
  const locale = useLocale();
  const tradePath = useTradePath();
  return {
    actions: (
      <>
        <ButtonLink to={`/${locale}/${tradePath}`} variant="primary">
          {t('orders.goTrade')}
        </ButtonLink>
        <ToHelp />
      </>
    ),
    drawing: 'hook' as const,
    text: tab === 'conditional' ? words('orders.noneConditionalText') : undefined,
    title: words(noneYet[tab]),
  };
}

/** Either list as the page of records takes it: a row is an order or a fill. */
function useTable(
  address: ReturnType<typeof useAddress>,
  list: OrderList,
  digitsOf: DigitsOf,
): { columns: readonly Column<never>[]; rows: readonly Row[]; rowKey: (row: Row) => string } {
  const { tab } = address;
  const orders = useOrderColumns({ tab, digitsOf, onChanged: list.noteAction });
  const fills = useFillColumns(digitsOf);
  return tab === 'fills'
    ? { columns: fills, rows: list.fills, rowKey: (row) => keyOfFill(row as FillRow) }
    : { columns: orders, rows: list.orders, rowKey: (row) => row.orderId };
}

type Row = OrderRow | FillRow;

/** The order page. */
export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('assets');
  const address = useAddress();
  const { tab, filter } = address;
  const list = useOrderList(loaderData.page, { tab, filter });
  const [opened, setOpened] = useState<Row | null>(null);
  const [hidden, setHidden] = useSetting(hiddenSetting);
  const digits = useMemo(
    () => new Map(loaderData.markets.map((info) => [info.symbol, readDigits(info)])),
    [loaderData.markets],
  );
  const digitsOf = (symbol: string) => digits.get(symbol);
  const filters = useOrderFilters(
    address,
    loaderData.markets.map(({ symbol }) => symbol),
  );
  const { columns, rows, rowKey } = useTable(address, list, digitsOf);
  return (
    <RecordsPage<Row>
      columnTools={
        <ColumnChooser
          columns={columns}
          hidden={hidden[tab] ?? []}
          onChange={(keys) => setHidden({ ...hidden, [tab]: keys })}
        />
      }
      empty={useNoneYet(tab)}
      filters={filters}
      params={address.params}
      rows={rows}
      staleSinceMs={useOfflineSince()}
      state={list.state}
      table={{
        columns: columns as readonly Column<Row>[],
        hidden: hidden[tab] ?? [],
        label: t(tab === 'fills' ? 'orders.fills' : 'orders.title'),
        onRowOpen: setOpened,
        onSort: address.setSort,
        rowKey,
        sort: address.sort,
      }}
      tabs={{
        tabs: orderTabs.map((value) => ({ value, label: t(`orders.${value}`) })),
        value: address.requestedTab,
        onChange: address.chooseTab,
      }}
      title={t('orders.title')}
      tools={<ListTools list={list} requested={{ tab, filter }} />}
    >
      {opened === null ? null : (
        <OpenedRow
          digits={digitsOf(opened.symbol)}
          onChanged={list.noteAction}
          onClose={() => setOpened(null)}
          row={'status' in opened ? list.latestOf(opened) : opened}
        />
      )}
    </RecordsPage>
  );
}
