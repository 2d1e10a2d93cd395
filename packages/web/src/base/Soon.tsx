// The mark of a way that leads to a page which is not built yet.
import { Tag } from '@isobath/ui';
import { isPlanned } from './planned.ts';
import { useTexts } from './texts.tsx';

/** The mark itself, for what is known to come. */
export function SoonTag() {
  const t = useTexts('shell');
  return (
    <>
      {' '}
      <Tag>{t('soon')}</Tag>
    </>
  );
}

/** The mark where an address leads to a page that is to come; nothing for any other. */
export function Soon({ to }: { to: string }) {
  return isPlanned(to) ? <SoonTag /> : null;
}
