// A code that leads a phone to the app's page, and other domains of this exchange.
import { Link } from 'react-router';
import { useRootData } from '../../base/session.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { OtherDomains } from '../../base/downloads/OtherDomains.tsx';
import { QrPicture } from '../../base/downloads/QrPicture.tsx';
import { useDownloads } from '../../base/downloads/use-downloads.ts';
import './header.css';

/** The card. */
export function DownloadCard() {
  const t = useTexts('shell');
  const locale = useLocale();
  const { origin } = useRootData();
  const config = useDownloads();
  const page = `/${locale}/app/downLoad`;
  const address = config?.appUrl || `${origin}${page}`;
  return (
    <div className="download-card">
      <QrPicture address={address} label={t('download.scan')} />
      <p>{t('download.scan')}</p>
      <Link to={page}>{t('download.more')}</Link>
      <OtherDomains domains={config?.backupWebsites ?? []} />
    </div>
  );
}
