// One article, whole from the server: words, contents, related ones, and what search engines ask
// for. An article that is not there any more says so and leads on.
import { ApiError } from '@isobath/sdk';
import { languageTagOf, readLocale } from '@isobath/texts';
import { type Article, contentRoutes } from '@isobath/wire';
import { ArticleBody, Banner, EmptyState, Moment } from '@isobath/ui';
import type { ReactNode } from 'react';
import { data, Link } from 'react-router';
import type { Route } from './+types/ArticlePage';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { readBrandName } from '../../base/house.ts';
import { pageRequest } from '../../base/page-context.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { Crumbs } from './Crumbs.tsx';
import { readEvent } from './facts/article-facts.ts';
import { ArticleTools } from './facts/ArticleTools.tsx';
import { feedbackAddress, makeArticleLink } from './links.tsx';
import { useReadMark } from './unread/unread.ts';
import { HelpfulVote } from './vote/HelpfulVote.tsx';
import './content.css';

/** Texts of this page. */
export const handle = { texts: ['content'] } as const;

/** The article by `code`, or by `id` when there is no code. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { client, origin } = context.get(pageRequest);
  const requested = new URL(request.url).searchParams;
  const code = requested.get('code') ?? requested.get('id') ?? '';
  try {
    const article = await client.call(contentRoutes.article, { query: { code } });
    const alternates = { locales: article.locales, query: `?code=${article.code}` };
    const event = article.kind === 'notice' ? readEvent(article.blocks, Date.now()) : undefined;
    return { article, event, origin, alternates };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const gone = { article: null, event: undefined, origin, alternates: null };
    return data(gone, { status: 404 });
  }
}

function describe(article: Article, origin: string, house: string): object {
  const kind = article.kind === 'notice' ? 'NewsArticle' : 'TechArticle';
  const locale = readLocale(article.locale) ?? 'en_US';
  return {
    '@context': 'https://schema.org',
    '@type': kind,
    headline: article.title,
    description: article.summary,
    inLanguage: languageTagOf(locale),
    datePublished: new Date(article.publishedTime).toISOString(),
    dateModified: new Date(article.changedTime).toISOString(),
    mainEntityOfPage: `${origin}/${locale}/support/article?code=${article.code}`,
    publisher: { '@type': 'Organization', name: house, url: origin },
  };
}

/** Title, description, and the article's facts for programs. */
export function meta({ loaderData, matches }: Route.MetaArgs) {
  const house = readBrandName(matches);
  const article = loaderData?.article;
  if (!article) return [{ title: house }, { name: 'robots', content: 'noindex' }];
  return [
    { title: `${article.title} - ${house}` },
    { name: 'description', content: article.summary },
    { property: 'og:type', content: 'article' },
    { property: 'og:title', content: article.title },
    { property: 'og:description', content: article.summary },
    { 'script:ld+json': describe(article, loaderData.origin, house) },
  ];
}

/** The page. */
export default function ArticlePage({ loaderData }: Route.ComponentProps) {
  const { article, event, origin } = loaderData;
  useReadMark(article?.kind === 'notice' ? article.code : undefined);
  if (article === null) return <Gone />;
  return (
    <Whole
      article={article}
      tools={<ArticleTools article={article} event={event} origin={origin} />}
    />
  );
}

const DAY_MS = 86_400_000;

function Gone() {
  const t = useTexts('content');
  const locale = useLocale();
  return (
    <main className="content-page">
      <h1 className="ui-sr">{t('article.gone')}</h1>
      <EmptyState
        actions={
          <>
            <ButtonLink to={`/${locale}/support/index`} variant="primary">
              {t('help.title')}
            </ButtonLink>
            <ButtonLink to={`/${locale}/support/notice`} variant="quiet">
              {t('notices.title')}
            </ButtonLink>
          </>
        }
        drawing="sail"
        text={t('article.goneText')}
        title={t('article.gone')}
      />
    </main>
  );
}

function Whole({ article, tools }: { article: Article; tools: ReactNode }) {
  const t = useTexts('content');
  const locale = useLocale();
  const isElsewhere = article.locale !== locale;
  const language = languageTagOf(readLocale(article.locale) ?? 'en_US');
  const category = {
    code: article.categoryCode,
    number: article.categoryNumber,
    name: article.categoryName,
  };
  return (
    <main className="content-page">
      <Crumbs category={category} kind={article.kind} />
      <div className="content-columns">
        <article className="content-main" lang={isElsewhere ? language : undefined}>
          <header className="content-head">
            <h1 className="content-title">{article.title}</h1>
            <p className="content-lead">{article.summary}</p>
            <p className="content-facts" lang={languageTagOf(locale)}>
              {t('article.published')} <Moment atMs={article.publishedTime} form="date" />
              {article.changedTime - article.publishedTime < DAY_MS ? null : (
                <>
                  {' · '}
                  {t('article.changed')} <Moment atMs={article.changedTime} form="date" />
                </>
              )}
            </p>
            <div lang={languageTagOf(locale)}>{tools}</div>
          </header>
          {isElsewhere ? (
            <div lang={languageTagOf(locale)}>
              <Banner>{t('article.english')}</Banner>
            </div>
          ) : null}
          <ArticleBody
            blocks={article.blocks}
            renderLink={makeArticleLink(locale)}
            words={{ note: t('article.note'), warning: t('article.warning') }}
          />
          {article.kind === 'help' ? (
            <div lang={languageTagOf(locale)}>
              <HelpfulVote code={article.code} />
            </div>
          ) : null}
        </article>
        <Side article={article} />
      </div>
    </main>
  );
}

function Side({ article }: { article: Article }) {
  const t = useTexts('content');
  const locale = useLocale();
  const heads = article.blocks.filter((block) => block.kind === 'heading' && block.level === 2);
  return (
    <aside className="content-side">
      {heads.length < 2 ? null : (
        <nav aria-label={t('article.contents')} className="content-contents">
          <h2>{t('article.contents')}</h2>
          <ul>
            {heads.map((block) =>
              block.kind === 'heading' ? (
                <li key={block.anchor}>
                  <a href={`#${block.anchor}`}>{block.spans.map(({ text }) => text).join('')}</a>
                </li>
              ) : null,
            )}
          </ul>
        </nav>
      )}
      {article.related.length === 0 ? null : (
        <nav aria-label={t('article.related')}>
          <h2>{t('article.related')}</h2>
          <ul>
            {article.related.map(({ code, title }) => (
              <li key={code}>
                <Link to={`/${locale}/support/article?code=${code}`}>{title}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <p className="content-side-note">
        {t('help.more')}{' '}
        <Link to={feedbackAddress(locale, `support/article?code=${article.code}`)}>
          {t('feedback.give')}
        </Link>
      </p>
    </aside>
  );
}
