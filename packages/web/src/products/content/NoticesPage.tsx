// The announcements: all of them or one category, newest first, twenty a page.
import { contentRoutes } from '@isobath/wire';
import { EmptyState, TabLinks } from '@isobath/ui';
import { Link } from 'react-router';
import type { Route } from './+types/NoticesPage';
import { pageRequest } from '../../base/page-context.ts';
import { PageTitle } from '../../base/PageTitle.tsx';
import { useTexts } from '../../base/texts.tsx';
import { ToHelp } from '../../base/NextSteps.tsx';
import { ArticleList } from './ArticleList.tsx';
import { Pages } from './Pages.tsx';
import { useUnread } from './unread/unread.ts';
import './content.css';

/** Texts of this page. */
export const handle = { texts: ['content'] } as const;

const PAGE_SIZE = 20;

/** One page of announcements; a category or page that is none counts as all, or as the first. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { client } = context.get(pageRequest);
  const requested = new URL(request.url).searchParams;
  const categories = await client.call(contentRoutes.categories, { query: { kind: 'notice' } });
  const category = categories.find(({ code }) => code === requested.get('code'))?.code ?? '';
  const page = /^[1-9]\d{0,3}$/.test(requested.get('page') ?? '')
    ? Number(requested.get('page'))
    : 1;
  const { list, totalCount } = await client.call(contentRoutes.articles, {
    query: {
      kind: 'notice',
      pageNum: page,
      pageSize: PAGE_SIZE,
      ...(category === '' ? {} : { category }),
    },
  });
  return { categories, category, page, list, totalCount };
}

/** The page. */
export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('content');
  const { categories, category, page, list, totalCount } = loaderData;
  const unread = useUnread();
  const tabs = [
    { value: '', label: t('notices.all'), link: <Link replace to="?" /> },
    ...categories.map(({ code, name }) => ({
      value: code,
      label: name,
      link: <Link replace to={`?code=${code}`} />,
    })),
  ];
  return (
    <main className="content-page">
      <PageTitle about={t('notices.lead')} name={t('notices.title')} />
      <header className="content-head">
        <h1 className="content-title">{t('notices.title')}</h1>
        <p className="content-lead">{t('notices.lead')}</p>
      </header>
      <TabLinks label={t('notices.title')} tabs={tabs} value={category} />
      {list.length === 0 ? (
        <EmptyState actions={<ToHelp />} title={t('notices.none')} />
      ) : (
        <ArticleList hasCategory hasDay rows={list} unread={unread} />
      )}
      <Pages code={category} page={page} pagesCount={Math.ceil(totalCount / PAGE_SIZE)} />
    </main>
  );
}
