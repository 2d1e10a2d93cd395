// The bell before the page runs, and until its own part has come: a link to the messages.
import { Bell } from '@isobath/ui';
import { Link } from 'react-router';
import { useLocale, useTexts } from '../../base/texts.tsx';

/** The link. */
export function BellLink() {
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
