// The app: this very site on one's own screen, how it gets there, and apps of a store where the
// operator names some. Not the popup of the header, which leads here.
import { Button } from '@isobath/ui';
import type { DownloadConfig } from '@isobath/wire';
import { useSyncExternalStore } from 'react';
import { OtherDomains } from '../../base/downloads/OtherDomains.tsx';
import { QrPicture } from '../../base/downloads/QrPicture.tsx';
import { useDownloads } from '../../base/downloads/use-downloads.ts';
import { install, installOffer } from '../../base/install.ts';
import { useRootData } from '../../base/session.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { useValue } from '../../base/value.ts';
import './site.css';

/** Texts of this page. */
export const handle = { texts: ['site'] } as const;

const ownWindow = '(display-mode: standalone)';

function watchWindow(onChange: () => void): () => void {
  const media = matchMedia(ownWindow);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Whether the site stands in a window of its own already. */
function useOwnWindow(): boolean {
  return useSyncExternalStore(
    watchWindow,
    () => matchMedia(ownWindow).matches,
    () => false,
  );
}

/** The button where the browser installs, else how it is done by hand. */
function Install() {
  const t = useTexts('site');
  const offer = useValue(installOffer);
  if (useOwnWindow()) return <p className="app-done">{t('app.installed')}</p>;
  return (
    <>
      {offer === null ? null : (
        <div>
          <Button onClick={() => void install()} size="large" variant="primary">
            {t('app.install')}
          </Button>
        </div>
      )}
      <ul className="app-ways">
        <li>{t('app.ios')}</li>
        <li>{t('app.other')}</li>
      </ul>
    </>
  );
}

/** Apps that the operator names; where none is, that none is ours. */
function Stores(props: { config: DownloadConfig }) {
  const t = useTexts('site');
  const shell = useTexts('shell');
  const { appUrl, androidUrl, iosUrl } = props.config;
  const stores = [
    { address: androidUrl, label: t('app.android') },
    { address: iosUrl, label: t('app.iphone') },
    { address: appUrl, label: shell('download.title') },
  ].filter(({ address }) => address !== '');
  if (stores.length === 0) return <p className="app-note">{t('app.noStores')}</p>;
  return (
    <p className="app-stores">
      {stores.map(({ address, label }) => (
        <Button
          key={address}
          render={<a href={address} rel="noopener noreferrer" target="_blank" />}
        >
          {label}
        </Button>
      ))}
    </p>
  );
}

/** The page. */
export default function AppPage() {
  const t = useTexts('site');
  const shell = useTexts('shell');
  const locale = useLocale();
  const { origin } = useRootData();
  const config = useDownloads();
  const here = `${origin}/${locale}/app/downLoad`;
  return (
    <main className="status-page app-page">
      <div className="app-words">
        <h1 className="status-title">{shell('link.app')}</h1>
        <p className="app-lead">{t('app.lead')}</p>
        <Install />
        {config === null ? null : <Stores config={config} />}
      </div>
      <aside className="app-code">
        <QrPicture address={here} label={shell('download.scan')} />
        <p>{shell('download.scan')}</p>
        <a href={here}>{here.replace(/^https?:\/\//, '')}</a>
        <OtherDomains domains={config?.backupWebsites ?? []} />
      </aside>
    </main>
  );
}
