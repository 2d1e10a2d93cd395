// The page of transfers: the form, and the newest records beside it. Not the form itself
// (TransferForm.tsx), nor the page of all records. Listed in products.ts.
import { QueryView, RecordsList } from '@isobath/kit';
import { ChevronRight, Panel, Skeleton } from '@isobath/ui';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Route } from './+types/TransferPage';
import { hasProduct } from '../../base/account-pages.ts';
import { useSetting } from '../../base/settings.ts';
import { clientOfPerson } from '../../base/signed-in.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { readType, waySetting } from './accounts.ts';
import { useTransferRecords } from './use-transfer-records.tsx';
import { NoWay, TransferForm } from './TransferForm.tsx';
import { useWay } from './way.ts';
import './transfer.css';

/** Texts of this page. */
export const handle = { texts: ['transfer', 'kit'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** A guest is sent to sign in and comes back to these accounts. */
export async function loader(args: Route.LoaderArgs) {
  clientOfPerson(args);
  return null;
}

/** New rows are written a moment after the answer. */
const SETTLE_MS = 800;

/** The newest records, and a way to read them anew after money has moved. */
function useNewestRecords() {
  const records = useTransferRecords({ filter: {}, limit: 10 });
  const { reload } = records.state;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const readAnew = () => {
    reload();
    clearTimeout(timer.current);
    timer.current = setTimeout(reload, SETTLE_MS);
  };
  return { records, readAnew };
}

/** The page. */
export default function TransferPage() {
  const t = useTexts('transfer');
  const locale = useLocale();
  const [search] = useSearchParams();
  const { records, readAnew } = useNewestRecords();
  const [last] = useSetting(waySetting);
  const isNamed = search.has('source') || search.has('target');
  const isLastOpen = hasProduct(last.source) && hasProduct(last.target);
  const source = readType(search.get('source'), last.source);
  const other = source === last.target ? last.source : last.target;
  const wanted = readType(search.get('target'), other);
  const target = wanted === source ? other : wanted;
  const asset = search.get('asset') ?? undefined;
  const read = useWay(isNamed || isLastOpen ? { source, target, asset } : { asset });
  const coin = Number(search.get('coinId')) || undefined;
  const pair = Number(search.get('tradeId')) || undefined;
  return (
    <main className="transfer-page">
      <h1 className="transfer-title">{t('title')}</h1>
      <p className="transfer-lead">{t('lead')}</p>
      <div className="transfer-columns">
        <section aria-label={t('title')} className="ui-panel transfer-panel" data-framed="">
          <QueryView read={read} size="small" waiting={<Skeleton height={436} />}>
            {({ way }) =>
              way === null ? (
                <NoWay />
              ) : (
                <TransferForm
                  {...way}
                  asset={asset}
                  coinId={coin}
                  key={`${way.source} ${way.target} ${search}`}
                  onDone={readAnew}
                  tradeId={pair}
                />
              )
            }
          </QueryView>
        </section>
        <Panel
          isFramed
          title={t('records.title')}
          tools={
            <Link
              aria-label={t('records.title')}
              className="ui-icon-button"
              data-size="medium"
              to={`/${locale}/orderHome/transferRecord`}
            >
              <ChevronRight aria-hidden="true" />
            </Link>
          }
        >
          <RecordsList {...records} />
        </Panel>
      </div>
    </main>
  );
}
