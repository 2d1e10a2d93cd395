// The page of records: deposits, withdrawals, rewards and corrections. Filters and tab stand in the
// address. Not how a row is read and looks (use-capital-records.tsx). Listed in products.ts.
import { downloadCsv, RecordsPage as Page, type RecordFilter, readFilter } from '@isobath/kit';
import { Button } from '@isobath/ui';
import type { Route } from './+types/RecordsPage';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { useRequestedParams } from '../../../base/requested-params.ts';
import { clientOfPerson } from '../../../base/signed-in.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { Claims } from '../claims/Claims.tsx';
import { depositStatuses, withdrawStatuses } from './states.ts';
import { loadNames, type RecordsType, useCapitalRecords } from './use-capital-records.tsx';

/** Texts of this page. */
export const handle = { texts: ['capital', 'kit'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** Names that rows are told with; a guest is sent to sign in. */
export async function loader(args: Route.LoaderArgs) {
  return loadNames(clientOfPerson(args));
}

const LIMIT = 50;

/** The lists of the page: type, name of the file of rows, and the page that makes one. */
const lists = {
  '1': { type: 1, file: 'deposits.csv', way: 'topup' },
  '2': { type: 2, file: 'withdrawals.csv', way: 'extract' },
  '4': { type: 4, file: 'rewards.csv', way: 'topup' },
} as const satisfies Record<string, { type: RecordsType; file: string; way: string }>;

type Tab = keyof typeof lists;

const readTab = (type: string | null): Tab => (type === '2' || type === '4' ? type : '1');

/** What narrows a list: the coin, and the states that its rows can be in. */
function useFilters(tab: Tab, coins: Route.ComponentProps['loaderData']['coins']): RecordFilter[] {
  const t = useTexts('capital');
  const coin: RecordFilter = {
    name: 'coin',
    label: t('coin.label'),
    kind: 'search',
    options: coins
      .filter(({ networkIds }) => networkIds.length > 0)
      .map(({ coinId, shortName }) => ({ value: String(coinId), label: shortName })),
  };
  const status = { name: 'status', label: t('records.status') };
  const states = {
    '1': depositStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
    '2': withdrawStatuses.map((value) => ({ value, label: t(`out.status.${value}`) })),
    '4': [],
  }[tab];
  return states.length === 0 ? [coin] : [coin, { ...status, options: states }];
}

/** The page. */
export default function RecordsPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('capital');
  const shell = useTexts('shell');
  const kit = useTexts('kit');
  const locale = useLocale();
  const params = useRequestedParams();
  const tab = readTab(params.shown.get('type'));
  const list = lists[tab];
  const filters = useFilters(tab, loaderData.coins);
  const chosen = (name: string) => {
    const filter = filters.find((one) => one.name === name);
    const option = filter === undefined ? undefined : readFilter(filter, params.shown);
    return option === undefined ? undefined : Number(option.value);
  };
  const records = useCapitalRecords({
    names: loaderData,
    filter: { coinId: chosen('coin'), status: chosen('status') },
    type: list.type,
    limit: LIMIT,
  });
  const { rows } = records;
  return (
    <Page
      {...records}
      actions={
        <ButtonLink size="small" to={`/${locale}/assetManagement/${list.way}`} variant="primary">
          {t(tab === '2' ? 'records.makeOut' : 'records.make')}
        </ButtonLink>
      }
      filters={filters}
      params={params}
      tabs={{
        tabs: [
          { value: '1', label: t('records.deposits') },
          { value: '2', label: t('records.withdrawals') },
          { value: '4', label: t('records.rewards') },
        ],
        value: tab,
        onChange: (value) =>
          params.turn((next) => {
            next.set('type', value);
            // States of one list are none of another.
            next.delete('status');
          }),
      }}
      title={shell('link.records')}
      tools={
        rows === null || rows.length === 0 ? null : (
          <Button onClick={() => downloadCsv(list.file, rows)} size="small" variant="quiet">
            {kit('file')}
          </Button>
        )
      }
    >
      {tab === '1' ? <Claims names={loaderData} /> : null}
    </Page>
  );
}
