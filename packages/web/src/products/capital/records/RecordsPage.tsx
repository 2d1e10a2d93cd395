// The page of records: deposits, and payments between people. Filters and the tab stand in the
// address. Not how a row is read and looks (use-deposits.tsx). Listed in products.ts.
import { downloadCsv, RecordsPage as Page, type RecordFilter, readFilter } from '@isobath/kit';
import { Button } from '@isobath/ui';
import type { Route } from './+types/RecordsPage';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { useRequestedParams } from '../../../base/requested-params.ts';
import { clientOfPerson } from '../../../base/signed-in.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { depositStatuses } from './states.ts';
import { loadNames, useDeposits } from './use-deposits.tsx';

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
const DEPOSITS = '1';
const PAYMENTS = '4';

/** The page. */
export default function RecordsPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('capital');
  const shell = useTexts('shell');
  const kit = useTexts('kit');
  const locale = useLocale();
  const params = useRequestedParams();
  const tab = params.shown.get('type') === PAYMENTS ? PAYMENTS : DEPOSITS;
  const coin: RecordFilter = {
    name: 'coin',
    label: t('coin.label'),
    kind: 'search',
    options: loaderData.coins
      .filter(({ networkIds }) => networkIds.length > 0)
      .map(({ coinId, shortName }) => ({ value: String(coinId), label: shortName })),
  };
  const status: RecordFilter = {
    name: 'status',
    label: t('records.status'),
    options: depositStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
  };
  const filters = tab === DEPOSITS ? [coin, status] : [coin];
  const chosen = (filter: RecordFilter) => {
    const option = filters.includes(filter) ? readFilter(filter, params.shown) : undefined;
    return option === undefined ? undefined : Number(option.value);
  };
  const records = useDeposits({
    names: loaderData,
    filter: { coinId: chosen(coin), status: chosen(status) },
    type: tab === DEPOSITS ? 1 : 4,
    limit: LIMIT,
  });
  const empty =
    tab === DEPOSITS
      ? records.empty
      : { ...records.empty, text: t('records.noPayments.text'), title: t('records.noPayments') };
  const { rows } = records;
  return (
    <Page
      {...records}
      actions={
        <ButtonLink size="small" to={`/${locale}/assetManagement/topup`} variant="primary">
          {t('records.make')}
        </ButtonLink>
      }
      empty={empty}
      filters={filters}
      params={params}
      tabs={{
        tabs: [
          { value: DEPOSITS, label: t('records.deposits') },
          { value: PAYMENTS, label: t('records.payments') },
        ],
        value: tab,
        onChange: (value) => params.turn((next) => next.set('type', value)),
      }}
      title={shell('link.records')}
      tools={
        rows === null || rows.length === 0 ? null : (
          <Button onClick={() => downloadCsv('deposits.csv', rows)} size="small" variant="quiet">
            {kit('file')}
          </Button>
        )
      }
    />
  );
}
