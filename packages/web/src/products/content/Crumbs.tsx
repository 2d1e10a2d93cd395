import { ChevronRight } from '@isobath/ui';
import { Link } from 'react-router';
import { useLocale, useTexts } from '../../base/texts.tsx';

/** The way from the help centre or the announcements to where one is. */
export function Crumbs(props: {
  kind: 'help' | 'notice';
  category?: { readonly code: string; readonly number: number; readonly name: string };
}) {
  const t = useTexts('content');
  const locale = useLocale();
  const { kind, category } = props;
  const isHelp = kind === 'help';
  const categoryTo = isHelp
    ? `/${locale}/support/nav/3?id=${category?.number}&code=${category?.code}`
    : `/${locale}/support/notice?code=${category?.code}`;
  return (
    <nav aria-label={t('crumbs')} className="content-crumbs">
      <Link to={`/${locale}/support/${isHelp ? 'index' : 'notice'}`}>
        {t(isHelp ? 'help.title' : 'notices.title')}
      </Link>
      {category === undefined ? null : (
        <>
          <ChevronRight aria-hidden="true" />
          <Link to={categoryTo}>{category.name}</Link>
        </>
      )}
    </nav>
  );
}
