// The place of the bell. The bell itself, its count and its panel are the inbox's; it comes once
// the page runs, for a bell without a page rings for nobody.
import { Bell } from '@isobath/ui';
import { Suspense, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { NotificationBell } from '../../header-parts.ts';

const watchNothing = () => () => {};

/** The bell of a signed-in person; before the page runs, a link to the messages. */
export function NoticeTool() {
  const isRunning = useSyncExternalStore(
    watchNothing,
    () => true,
    () => false,
  );
  return isRunning ? (
    <Suspense fallback={<BellLink />}>
      <NotificationBell />
    </Suspense>
  ) : (
    <BellLink />
  );
}

function BellLink() {
  const t = useTexts('shell');
  const locale = useLocale();
  return (
    <Link
      aria-label={t('link.notices')}
      className="ui-icon-button"
      title={t('link.notices')}
      to={`/${locale}/inMail/noticeNavList`}
    >
      <Bell aria-hidden="true" />
    </Link>
  );
}
