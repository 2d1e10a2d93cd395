// Other domains of this exchange: each opens in a new tab and can be copied; nothing without one.
// Used by the popup of the header and by the page of the app.
import { Button, ExternalLink, useCopy } from '@isobath/ui';
import { useTexts } from '../texts.tsx';
import { type BackupWebsite, listBackupWebsites } from './backup-websites.ts';
import './downloads.css';

/** The list. @param domains - as the operator wrote them; the first three are shown. */
export function OtherDomains(props: { domains: readonly string[] }) {
  const t = useTexts('shell');
  const others = listBackupWebsites(props.domains);
  if (others.length === 0) return null;
  return (
    <section className="download-domains">
      <h2 className="download-head">{t('download.others')}</h2>
      <ul className="download-others">
        {others.map((other) => (
          <Other key={other.name} other={other} />
        ))}
      </ul>
    </section>
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
