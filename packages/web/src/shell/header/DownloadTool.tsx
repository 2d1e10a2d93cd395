// The download popup's button; the code to scan and the other domains come when it opens.
import { Download, IconButton } from '@isobath/ui';
import { Suspense } from 'react';
import { lazyPart } from '../../base/late/lazy-part.ts';
import { LatePopover } from '../../base/late/LatePopover.tsx';
import { useTexts } from '../../base/texts.tsx';

const DownloadCard = lazyPart(async () => ({
  default: (await import('./DownloadCard.tsx')).DownloadCard,
}));

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
      <Suspense fallback={<div className="download-card" />}>
        <DownloadCard />
      </Suspense>
    </LatePopover>
  );
}
