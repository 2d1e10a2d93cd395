// What stands where a page should be: an address that leads nowhere, or a page that failed.
import { Button } from '@isobath/ui';
import { useEffect } from 'react';
import { lazyPart } from '../base/late/lazy-part.ts';
import { ButtonLink } from '../base/ButtonLink.tsx';
import { lookIfOpen } from '../base/client.ts';
import { isRouteErrorResponse } from 'react-router';
import { useTradePath } from '../base/last-markets.ts';
import { useLocale, useTexts } from '../base/texts.tsx';
import { askForSearch } from './search/search-door.ts';

/** Drawn behind the words; who has no network does without. */
const Contours = lazyPart(() => import('./Contours.tsx'), 'Contours');

/** 404 leads on or to the search; 500 tries again. */
export function ErrorPage({ error }: { error: unknown }) {
  const t = useTexts('shell');
  const locale = useLocale();
  const tradePath = useTradePath();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  // A page may have failed because the exchange was closed meanwhile: then the screen says so.
  useEffect(() => {
    if (!isMissing) void lookIfOpen();
  }, [isMissing]);
  return (
    <main className="shell-error">
      <title>{isMissing ? t('missing.title') : t('failed.title')}</title>
      <Contours />
      <p className="type-number-xl">{isMissing ? '404' : '500'}</p>
      <h1 className="type-title-m">{isMissing ? t('missing.title') : t('failed.title')}</h1>
      <p className="shell-error-text" role="alert">
        {isMissing ? t('missing.text') : t('failed.text')}
      </p>
      <div className="shell-error-acts">
        {isMissing ? null : (
          <Button onClick={() => window.location.reload()} size="large" variant="primary">
            {t('ui.retry')}
          </Button>
        )}
        <ButtonLink
          size="large"
          to={`/${locale}/${tradePath}`}
          variant={isMissing ? 'primary' : 'quiet'}
        >
          {t('missing.action')}
        </ButtonLink>
        {isMissing ? (
          <Button onClick={askForSearch} size="large" variant="quiet">
            {t('ui.search')}
          </Button>
        ) : null}
      </div>
    </main>
  );
}
