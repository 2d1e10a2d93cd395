// One topic of the help centre: all its articles. Its number and its code both name it; without
// either, or with one that is none, all topics are there to choose from.
import { contentRoutes } from '@isobath/wire';
import { EmptyState } from '@isobath/ui';
import { Link } from 'react-router';
import type { Route } from './+types/CategoryPage';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { pageRequest } from '../../base/page-context.ts';
import { PageTitle } from '../../base/PageTitle.tsx';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { ArticleList } from './ArticleList.tsx';
import { Crumbs } from './Crumbs.tsx';
import './content.css';

/** Texts of this page. */
export const handle = { texts: ['content'] } as const;

/** The topic and its articles. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { client } = context.get(pageRequest);
  const requested = new URL(request.url).searchParams;
  const topics = await client.call(contentRoutes.categories, { query: { kind: 'help' } });
  const topic =
    topics.find(({ code }) => code === requested.get('code')) ??
    topics.find(({ id }) => String(id) === requested.get('id'));
  const list =
    topic === undefined
      ? []
      : (
          await client.call(contentRoutes.articles, {
            query: { kind: 'help', category: topic.code, pageSize: 100 },
          })
        ).list;
  return { topics, topic: topic ?? null, list };
}

/** The page. */
export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('content');
  const locale = useLocale();
  const { topics, topic, list } = loaderData;
  if (topic === null) return <AllTopics topics={topics} />;
  return (
    <main className="content-page">
      <PageTitle about={topic.lead} name={topic.name} />
      <Crumbs kind="help" />
      <div className="content-columns">
        <div className="content-main">
          <header className="content-head">
            <h1 className="content-title">{topic.name}</h1>
            <p className="content-lead">{topic.lead}</p>
          </header>
          {list.length > 0 ? (
            <ArticleList rows={list} />
          ) : (
            <EmptyState
              actions={<ButtonLink to={`/${locale}/support/index`}>{t('help.title')}</ButtonLink>}
              title={t('category.none')}
            />
          )}
        </div>
        <nav aria-label={t('topics')} className="content-side">
          <h2>{t('topics')}</h2>
          <ul>
            {topics.map((each) => (
              <li key={each.id}>
                <Link
                  aria-current={each.id === topic.id ? 'page' : undefined}
                  to={`?id=${each.id}&code=${each.code}`}
                >
                  {each.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </main>
  );
}

/** No topic was named: each with what it is about. */
function AllTopics(props: { topics: Route.ComponentProps['loaderData']['topics'] }) {
  const t = useTexts('content');
  return (
    <main className="content-page">
      <PageTitle about={t('help.lead')} name={t('help.title')} />
      <Crumbs kind="help" />
      <header className="content-head">
        <h1 className="content-title">{t('help.title')}</h1>
        <p className="content-lead">{t('help.lead')}</p>
      </header>
      <div className="content-topics">
        {props.topics.map((topic) => (
          <section className="content-topic" key={topic.id}>
            <h2>
              <Link to={`?id=${topic.id}&code=${topic.code}`}>{topic.name}</Link>
            </h2>
            <p>{topic.lead}</p>
          </section>
        ))}
      </div>
    </main>
  );
}
