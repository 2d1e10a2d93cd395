// The page of transfer records, narrowed by the accounts in its address.
import { FileLink, RecordsPage as Page, type RecordFilter } from '@isobath/kit';
import { transferRoutes } from '@isobath/wire';
import type { Route } from './+types/RecordsPage';
import { useRequestedParams } from '../../base/requested-params.ts';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { clientOfPerson } from '../../base/signed-in.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { typeTexts } from './accounts.ts';
import { useTransferRecords } from './use-transfer-records.tsx';

/** Texts of this page. */
export const handle = { texts: ['transfer', 'kit'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** A guest is sent to sign in. */
export async function loader(args: Route.LoaderArgs) {
  clientOfPerson(args);
  return null;
}

const LIMIT = 50;

/** The page. */
export default function RecordsPage() {
  const t = useTexts('transfer');
  const locale = useLocale();
  const params = useRequestedParams();
  const accounts = typeTexts.map((value) => ({ value, label: t(`account.${value}`) }));
  const filters: readonly RecordFilter[] = [
    { name: 'source', label: t('from'), options: accounts },
    { name: 'target', label: t('to'), options: accounts },
  ];
  const chosen = (side: string) => typeTexts.find((type) => type === params.shown.get(side));
  const source = chosen('source');
  const target = chosen('target');
  const query = {
    ...(source === undefined ? {} : { source }),
    ...(target === undefined ? {} : { target }),
  };
  const records = useTransferRecords({ filter: query, limit: LIMIT });
  return (
    <Page
      {...records}
      actions={
        <ButtonLink size="small" to={`/${locale}/account/transfer`} variant="primary">
          {t('records.make')}
        </ButtonLink>
      }
      filters={filters}
      params={params}
      title={t('records.title')}
      tools={
        records.rows === null || records.rows.length === 0 ? null : (
          <FileLink path={transferRoutes.historyFile.path} query={query} />
        )
      }
    />
  );
}
