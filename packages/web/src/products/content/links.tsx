// How links of articles are drawn: our pages through the router, other houses in a new window.
import { Link as OutsideLink, type RenderArticleLink } from '@isobath/ui';
import { Link } from 'react-router';

/** Draw the links of an article in a language. */
export function makeArticleLink(locale: string): RenderArticleLink {
  return (href, words) => {
    if (href.startsWith('/')) return <Link to={`/${locale}${href}`}>{words}</Link>;
    if (href.startsWith('http')) {
      return (
        <OutsideLink href={href} isExternal>
          {words}
        </OutsideLink>
      );
    }
    return <a href={href}>{words}</a>;
  };
}

/** Where one says what is wrong with a page. @param page - below the language. */
export const feedbackAddress = (locale: string, page: string): string =>
  `/${locale}/userfeedback?page=${encodeURIComponent(page)}`;
