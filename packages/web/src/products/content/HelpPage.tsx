// The help centre: search over everything that is written, what people can solve themselves, topics
// with their first articles, the latest announcements, and the lines to people. The search works
// without a script: it is a form.
import { configurationRoutes, contentRoutes } from '@isobath/wire';
import { Button, EmptyState } from '@isobath/ui';
import { useState } from 'react';
import { Link, useNavigation } from 'react-router';
import type { Route } from './+types/HelpPage';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { pageRequest } from '../../base/page-context.ts';
import { PageTitle } from '../../base/PageTitle.tsx';
import { openService } from '../../base/service-request.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { feedbackAddress } from './links.tsx';
import { ArticleList } from './ArticleList.tsx';
import { ContactLines } from './help/ContactLines.tsx';
import { SelfHelp } from './help/SelfHelp.tsx';
import { SearchForm } from './SearchForm.tsx';
import './content.css';

/** Texts of this page. */
export const handle = { texts: ['content', 'service'] } as const;

const SHOWN_PER_TOPIC = 4;
const NOTIFICATIONS_SHOWN = 3;
const FOUND_MAX = 50;
const KEYWORD_LENGTH_MAX = 80;

/** Topics with their articles, or what a search finds. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { client } = context.get(pageRequest);
  const keyword = (new URL(request.url).searchParams.get('keyword') ?? '')
    .trim()
    .slice(0, KEYWORD_LENGTH_MAX);
  const ask = (query: object) => client.call(contentRoutes.articles, { query });
  const [topics, articles, notifications, found, { serviceLines }] = await Promise.all([
    client.call(contentRoutes.categories, { query: { kind: 'help' } }),
    ask({ kind: 'help', pageSize: 100 }),
    ask({ kind: 'notice', pageSize: NOTIFICATIONS_SHOWN }),
    keyword === '' ? null : ask({ keyword, pageSize: FOUND_MAX }),
    client.call(configurationRoutes.serviceConfig),
  ]);
  return {
    keyword,
    topics,
    articles: articles.list,
    notifications: notifications.list,
    found,
    serviceLines,
  };
}

/** Searches are not for search engines. */
export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.keyword ? [{ name: 'robots', content: 'noindex' }] : [];
}

/** The page. */
export default function HelpPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('content');
  const locale = useLocale();
  const { keyword, found } = loaderData;
  return (
    <main className="content-page">
      <PageTitle about={t('help.lead')} name={t('help.title')} />
      <header className="content-head">
        <h1 className="content-title">{t('help.title')}</h1>
        <p className="content-lead">{t('help.lead')}</p>
        <HelpSearch keyword={keyword} key={keyword} />
      </header>
      {found === null ? <Topics data={loaderData} /> : <Found data={loaderData} />}
      <footer className="content-more">
        <h2>{t('help.more')}</h2>
        <ContactLines configured={loaderData.serviceLines} />
        <p>{t('help.moreText')}</p>
        <div className="content-actions">
          <ButtonLink to={feedbackAddress(locale, 'support/index')} variant="quiet">
            {t('feedback.give')}
          </ButtonLink>
        </div>
      </footer>
    </main>
  );
}

type Data = Route.ComponentProps['loaderData'];

// An article that is on its way has words after its address too, but none that are sought.
const isSearching = (search: string) => new URLSearchParams(search).has('keyword');

function HelpSearch(props: { keyword: string }) {
  const t = useTexts('content');
  const navigation = useNavigation();
  const [typed, setTyped] = useState(props.keyword);
  return (
    <SearchForm
      goLabel={t('search.go')}
      isPending={navigation.state === 'loading' && isSearching(navigation.location.search)}
      isSearch
      label={t('search.label')}
      lengthMax={KEYWORD_LENGTH_MAX}
      name="keyword"
      onChange={setTyped}
      value={typed}
    />
  );
}

function Found({ data }: { data: Data }) {
  const t = useTexts('content');
  const service = useTexts('service');
  const { keyword, found } = data;
  if (found === null) return null;
  if (found.totalCount === 0) {
    return (
      <EmptyState
        actions={
          <>
            <Button onClick={() => openService()} variant="primary">
              {service('title')}
            </Button>
            <ButtonLink to="?" variant="quiet">
              {t('search.back')}
            </ButtonLink>
          </>
        }
        drawing="hook"
        text={t('search.noneText')}
        title={t('search.none', { keyword })}
      />
    );
  }
  return (
    <section aria-label={t('search.label')}>
      <p className="content-count" role="status">
        {t('search.found', { number: found.totalCount, keyword })}
      </p>
      <ArticleList hasCategory rows={found.list} />
      <ButtonLink to="?">{t('search.back')}</ButtonLink>
    </section>
  );
}

function Topics({ data }: { data: Data }) {
  const t = useTexts('content');
  const locale = useLocale();
  return (
    <>
      <SelfHelp codes={data.articles.map(({ code }) => code)} />
      <div className="content-topics">
        {data.topics.map((topic) => {
          const own = data.articles.filter((row) => row.categoryCode === topic.code);
          if (own.length === 0) return null;
          const to = `/${locale}/support/nav/3?id=${topic.id}&code=${topic.code}`;
          return (
            <section className="content-topic" key={topic.id}>
              <h2>
                <Link to={to}>{topic.name}</Link>
              </h2>
              <p>{topic.lead}</p>
              <ul>
                {own.slice(0, SHOWN_PER_TOPIC).map((row) => (
                  <li key={row.id}>
                    <Link to={`/${locale}/support/article?code=${row.code}`}>{row.title}</Link>
                  </li>
                ))}
              </ul>
              {own.length > SHOWN_PER_TOPIC ? (
                <Link className="content-all" to={to}>
                  {t('help.all', { number: own.length })}
                </Link>
              ) : null}
            </section>
          );
        })}
      </div>
      {data.notifications.length === 0 ? null : (
        <section className="content-notices">
          <h2>
            <Link to={`/${locale}/support/notice`}>{t('notices.title')}</Link>
          </h2>
          <ArticleList hasDay rows={data.notifications} />
        </section>
      )}
    </>
  );
}
