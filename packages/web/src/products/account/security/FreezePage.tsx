// The page behind the link of a mail: it asks once, and freezes the account of whoever got the
// mail, signed in or not. Opening it changes nothing. The token stands behind the # of the address,
// which no server is sent.
import { accountRoutes } from '@isobath/wire';
import { Banner } from '@isobath/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { browserClient } from '../../../base/client.ts';
import { PageTitle } from '../../../base/PageTitle.tsx';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { SafetySide } from '../SafetySide.tsx';
import { useCall } from '../../../base/codes/use-call.ts';
import { SendButton } from '../../../base/codes/SendButton.tsx';
import '../account.css';

/** Texts of this page. */
export const handle = { texts: ['account'] } as const;

/** Nobody looks for it. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

const TOKEN = /^#[A-Za-z0-9_-]{43}$/;

/** The page that freezes an account by a link. */
export default function FreezePage() {
  const t = useTexts('account');
  const shell = useTexts('shell');
  const locale = useLocale();
  const call = useCall(t('offline'));
  const [isDone, setDone] = useState(false);
  const [isCut, setCut] = useState(false);

  const freeze = async () => {
    const { hash } = window.location;
    // A link that lost its end on the way through a mail program.
    if (!TOKEN.test(hash)) return setCut(true);
    const body = { token: hash.slice(1) };
    const done = await call.run(() => browserClient().call(accountRoutes.freezeByLink, { body }));
    if (done !== undefined) setDone(true);
  };
  const isOver = isCut || call.word === 'ticket_invalid';
  return (
    <main className="account-page">
      <div className="account-main">
        <form
          className="account-form"
          onSubmit={(event) => {
            event.preventDefault();
            void freeze();
          }}
        >
          <PageTitle name={t('freeze.title')} />
          <h1 className="account-title">{t('freeze.title')}</h1>
          {isDone ? (
            <div role="status">
              <Banner title={shell('frozen.title')} tone="danger">
                {shell('frozen.text')}
              </Banner>
            </div>
          ) : (
            <>
              <p className="account-lead">{t('freeze.text')}</p>
              <p className="account-note">{t('freeze.confirm')}</p>
              {isOver ? <Banner tone="danger">{t('freeze.linkOver')}</Banner> : null}
              {!isOver && call.refusal !== '' ? (
                <Banner tone="danger">{call.refusal}</Banner>
              ) : null}
              <SendButton call={call} label={t('freeze.do')} size="large" />
            </>
          )}
          <p className="account-note">
            <Link to={`/${locale}/login`}>{t('backToLogin')}</Link>
          </p>
        </form>
      </div>
      <SafetySide isNew={false} />
    </main>
  );
}
