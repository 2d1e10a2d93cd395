// A code that leads a phone to the app's page, and other domains of this exchange: each opens in a
// new tab and can be copied.
import { configurationRoutes, type DownloadConfig } from '@isobath/wire';
import { Button, ExternalLink, useCopy } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { browserClient } from '../../base/client.ts';
import { useRootData } from '../../base/session.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { QrPicture } from '../QrPicture.tsx';
import { type BackupWebsite, listBackupWebsites } from './backup-websites.ts';
import './header.css';

function useDownloads(): DownloadConfig | null {
  const [config, setConfig] = useState<DownloadConfig | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    browserClient()
      .call(configurationRoutes.downloads, { body: {}, signal: leave.signal })
      .then(setConfig)
      .catch(() => {});
    return () => leave.abort();
  }, []);
  return config;
}

/** The card. */
export function DownloadCard() {
  const t = useTexts('shell');
  const locale = useLocale();
  const { origin } = useRootData();
  const config = useDownloads();
  const page = `/${locale}/app/downLoad`;
  const address = config?.appUrl || `${origin}${page}`;
  const others = listBackupWebsites(config?.backupWebsites ?? []);
  return (
    <div className="download-card">
      <QrPicture address={address} label={t('download.scan')} />
      <p>{t('download.scan')}</p>
      <Link to={page}>{t('download.more')}</Link>
      {others.length === 0 ? null : (
        <>
          <h2 className="download-head">{t('download.others')}</h2>
          <ul className="download-others">
            {others.map((other) => (
              <Other key={other.name} other={other} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Other(props: { other: BackupWebsite }) {
  const t = useTexts('shell');
  const { copy, isCopied } = useCopy();
  const { name, address } = props.other;
  return (
    <li>
      <a href={address} rel="noopener noreferrer" target="_blank">
        {name}
        <ExternalLink aria-hidden="true" />
        <span className="ui-sr">{t('ui.opensNewWindow')}</span>
      </a>
      <Button onClick={() => copy(address)} size="small" variant="plain">
        {isCopied ? t('ui.copied') : t('ui.copy')}
      </Button>
    </li>
  );
}
