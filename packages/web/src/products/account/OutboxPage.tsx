// The sandbox's outbox: mails to addresses that were begun in this browser. There is no mail server
// here.
import { siteRoutes } from '@isobath/wire';
import { Banner, Button, CopyField, EmptyState, Moment } from '@isobath/ui';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { Route } from './+types/OutboxPage';
import { pageRequest } from '../../base/page-context.ts';
import { useTexts } from '../../base/texts.tsx';
import './account.css';

/** Texts of this page. */
export const handle = { texts: ['account'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** The mails, newest first; only the sandbox has them. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client, mode } = context.get(pageRequest);
  if (mode !== 'sandbox') throw new Response(null, { status: 404 });
  return client.call(siteRoutes.outbox);
}

const LOOK_EVERY_MS = 3_000;

/** The outbox. */
export default function OutboxPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('account');
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => void revalidate(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <main className="account-room">
      <h1 className="account-title">{t('outbox.title')}</h1>
      <Banner>{t('outbox.text')}</Banner>
      {loaderData.length === 0 ? (
        <EmptyState
          actions={<Button onClick={() => void revalidate()}>{t('outbox.look')}</Button>}
          title={t('outbox.empty')}
        />
      ) : null}
      {loaderData.map((mail) => {
        const code = /\b\d{6}\b/.exec(mail.subject)?.[0];
        return (
          <article className="account-mail" key={mail.id}>
            <header className="account-mail-head">
              <h2>{mail.subject}</h2>
              <Moment atMs={mail.at} />
            </header>
            <p className="account-mail-to">{mail.to}</p>
            {code === undefined ? null : <CopyField label={t('code.label')} value={code} />}
            <p className="account-mail-text">{mail.text}</p>
          </article>
        );
      })}
    </main>
  );
}
