// The page of transfers: the form, and the newest records beside it.
import type { AnyLocale } from '@isobath/texts';
import { Panel } from '@isobath/ui';
import { useState } from 'react';
import { Link, redirect, useSearchParams } from 'react-router';
import type { Route } from './+types/TransferPage';
import { loginAddress } from '../../base/address.ts';
import { pageRequest } from '../../base/page-context.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { readType } from './accounts.ts';
import { Records } from './Records.tsx';
import { TransferForm } from './TransferForm.tsx';
import './transfer.css';

/** Texts of this page. */
export const handle = { texts: ['transfer'] } as const;

/** Title. */
export function meta() {
  return [{ title: 'Isobath' }, { name: 'robots', content: 'noindex' }];
}

/** A guest is sent to sign in and comes back to these accounts. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { isSignedIn } = context.get(pageRequest);
  const { pathname, search } = new URL(request.url);
  if (!isSignedIn) throw redirect(loginAddress(params.locale as AnyLocale, pathname + search));
  return null;
}

/** The page. */
export default function TransferPage() {
  const t = useTexts('transfer');
  const locale = useLocale();
  const [search] = useSearchParams();
  const [doneCount, setDoneCount] = useState(0);
  const source = readType(search.get('source'), 2);
  const target = readType(search.get('target'), source === 5 ? 2 : 5);
  const coin = Number(search.get('coinId')) || undefined;
  return (
    <main className="transfer-page">
      <h1 className="transfer-title">{t('title')}</h1>
      <p className="transfer-lead">{t('lead')}</p>
      <div className="transfer-columns">
        <Panel isFramed isPadded title={t('title')}>
          <TransferForm
            coinId={coin}
            key={search.toString()}
            onDone={() => setDoneCount((count) => count + 1)}
            source={source}
            target={target}
          />
        </Panel>
        <Panel
          isFramed
          title={t('records.title')}
          tools={<Link to={`/${locale}/orderHome/transferRecord`}>{t('records.title')}</Link>}
        >
          <Records filter={{}} limit={10} refreshKey={doneCount} />
        </Panel>
      </div>
    </main>
  );
}
