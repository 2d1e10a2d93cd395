// The bell: leads to the messages. The popup of messages opens from here once there are messages.
import { Bell } from '@isobath/ui';
import { Link } from 'react-router';
import { useLocale, useTexts } from '../../base/texts.tsx';

/** The bell of a signed-in person. */
export function NoticeTool() {
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
