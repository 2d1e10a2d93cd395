// Articles as a list of links: pinned marked, announcements with their day, searches with the place
// of the text that was found. Not the choice of what is listed: pages bring that.
import type { ArticleRow } from '@isobath/wire';
import { Moment, Tag } from '@isobath/ui';
import { Link } from 'react-router';
import { useLocale, useTexts } from '../../base/texts.tsx';

/** The list. */
export function ArticleList(props: {
  rows: readonly ArticleRow[];
  /** Show the day, as announcements do. */
  hasDay?: boolean;
  /** Show the category of each. */
  hasCategory?: boolean;
  /** Codes of those that the reader has not opened: they are marked. */
  unread?: readonly string[];
}) {
  const t = useTexts('content');
  const locale = useLocale();
  return (
    <ul className="content-rows">
      {props.rows.map((row) => (
        <li key={row.id}>
          <Link
            className="content-row"
            lang={row.locale === locale ? undefined : 'en'}
            to={`/${locale}/support/article?code=${row.code}`}
          >
            <span className="content-row-title">
              {props.unread?.includes(row.code) === true ? (
                <span className="content-unread">
                  <span className="ui-sr">{t('notices.unread')}</span>
                </span>
              ) : null}
              {row.title}
            </span>
            <span className="content-row-text">{row.excerpt || row.summary}</span>
            <span className="content-row-facts">
              {row.isPinned && props.hasDay === true ? <Tag>{t('pinned')}</Tag> : null}
              {props.hasDay === true ? <Moment atMs={row.publishedTime} form="date" /> : null}
              {props.hasCategory === true ? <span>{row.categoryName}</span> : null}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
