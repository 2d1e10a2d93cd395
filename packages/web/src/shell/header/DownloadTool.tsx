// The download popup's button; the code to scan and the other domains come when it opens.
import { Download, IconButton } from '@isobath/ui';
import { lazyPart } from '../../base/late/lazy-part.ts';
import { LatePopover } from '../../base/late/LatePopover.tsx';
import { useTexts } from '../../base/texts.tsx';

const DownloadCard = lazyPart(
  () => import('./DownloadCard.tsx'),
  'DownloadCard',
  <div className="download-card" />,
);

/** The popup. */
export function DownloadTool() {
  const t = useTexts('shell');
  return (
    <LatePopover
      align="end"
      isBare
      isFixed
      label={t('download.title')}
      opensOnHover
      trigger={<IconButton icon={<Download />} label={t('download.title')} />}
    >
      <DownloadCard />
    </LatePopover>
  );
}
