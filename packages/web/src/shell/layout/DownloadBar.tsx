// The bar that offers the app on a phone; once closed it stays closed in this browser.
import { BrandMark, IconButton, X } from '@isobath/ui';
import { Link } from 'react-router';
import { defineSetting, useSetting } from '../../base/settings.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';

/** True once the bar was closed; the script of the head reads it before the first picture. */
const closedSetting = defineSetting('downloadBar', false);

/** The bar; style sheets show it on phones only. */
export function DownloadBar() {
  const t = useTexts('shell');
  const locale = useLocale();
  const [isClosed, setClosed] = useSetting(closedSetting);
  if (isClosed) return null;
  return (
    <aside aria-label={t('download.title')} className="shell-download">
      <BrandMark />
      <Link to={`/${locale}/app/downLoad`}>{t('download.bar')}</Link>
      <IconButton icon={<X />} label={t('ui.close')} onClick={() => setClosed(true)} />
    </aside>
  );
}
