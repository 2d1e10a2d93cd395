// Every call with its fields, refusals, code and a form to try it: the generated reference as
// pages. Works without scripts: the list, the search and each call are addresses.
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { EmptyState } from '@isobath/ui';
import { siteRoutes } from '@isobath/wire';
import { Fragment, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Route } from './+types/ReferencePage';
import { pageRequest } from '../../../base/page-context.ts';
import { type Translate, useTexts } from '../../../base/texts.tsx';
import { CodeSamples } from './CodeSamples.tsx';
import {
  type CallLine,
  type CallPage,
  findCall,
  findRefusals,
  listCalls,
  type ReferenceDocument,
  type ReferenceField,
} from './reference.ts';
import { RefusalTable } from './RefusalTable.tsx';
import { SearchForm } from './SearchForm.tsx';
import { TryIt } from './TryIt.tsx';
import './reference.css';

/** Texts of this page. */
export const handle = { texts: ['docs'] } as const;

/** The list that fits the words, and the call asked for or the first. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { client, mode, origin } = context.get(pageRequest);
  const { searchParams } = new URL(request.url);
  const query = (searchParams.get('q') ?? '').slice(0, 100);
  const document = (await client.call(siteRoutes.openapi)) as unknown as ReferenceDocument;
  const lines = listCalls(document, query);
  const wanted = searchParams.get('call') ?? lines[0]?.id ?? '';
  const refusals = findRefusals(document, query);
  return { lines, query, mode, origin, refusals, call: findCall(document, wanted) ?? null };
}

function CallList(props: { lines: readonly CallLine[]; query: string; current: string }) {
  const t = useTexts('docs');
  const products = [...new Set(props.lines.map(({ product }) => product))];
  const search = props.query === '' ? '' : `&q=${encodeURIComponent(props.query)}`;
  const list = useRef<HTMLElement>(null);
  // The list is longer than the window: what is open stands in the middle of it.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!link || !list.current) return;
    list.current.scrollTop = link.offsetTop - list.current.clientHeight / 2;
  }, []);
  return (
    <nav aria-label={t('reference.calls')} className="reference-list" ref={list}>
      {products.map((product) => (
        <section key={product}>
          <h2>{t(`group.${product}` as 'group.spot')}</h2>
          <ul>
            {props.lines
              .filter((line) => line.product === product)
              .map(({ id, method, path }) => (
                <li key={id}>
                  <Link
                    aria-current={id === props.current ? 'page' : undefined}
                    preventScrollReset
                    to={`?call=${id}${search}`}
                  >
                    <b>{method}</b> <PathWords path={path} />
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** A path that breaks before a slash, and inside of a name only where it must. */
function PathWords({ path }: { path: string }) {
  const parts = path.split(/(?=\/)/);
  return (
    <span>
      {parts.map((part, at) => (
        <Fragment key={`${at} ${part}`}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

/** A sentence whose words in backquotes are what is sent. */
function Words(props: { text: string }) {
  const parts = props.text.split('`');
  return parts.map((part, at) => (at % 2 === 1 ? <code key={`${at} ${part}`}>{part}</code> : part));
}

/** What fields are is said in English on every page: it is made from the shapes. */
function FieldTable(props: {
  fields: readonly ReferenceField[];
  isAnswer?: boolean;
  t: Translate<'docs'>;
}) {
  const { t, isAnswer = false } = props;
  return (
    <div className="reference-scroll">
      <table>
        <thead>
          <tr>
            <th>{t('column.field')}</th>
            <th>{t('column.what')}</th>
            {isAnswer ? null : <th>{t('column.needed')}</th>}
          </tr>
        </thead>
        <tbody>
          {props.fields.map(({ name, what, isRequired }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              <td lang="en">
                <Words text={what} />
              </td>
              {isAnswer ? null : <td>{isRequired ? t('needed.yes') : ''}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CallArticle(props: { call: CallPage; origin: string; isSandbox: boolean }) {
  const { call } = props;
  const t = useTexts('docs');
  return (
    <article className="reference-call">
      <h2 lang="en">{call.summary.replaceAll('`', '')}</h2>
      <p className="reference-path">
        <b>{call.method}</b> <code>{call.path}</code>
      </p>
      <dl className="reference-facts">
        <dt>{t('fact.role')}</dt>
        <dd>{t(`role.${call.role}` as 'role.public')}</dd>
        {call.weight === null ? (
          <>
            <dt>{t('fact.limit')}</dt>
            <dd>{call.rate}</dd>
          </>
        ) : (
          <>
            <dt>{t('fact.weight')}</dt>
            <dd>{call.weight}</dd>
          </>
        )}
        {call.socketMethod === '' ? null : (
          <>
            <dt>{t('fact.method')}</dt>
            <dd>
              <code>{call.socketMethod}</code>
            </dd>
          </>
        )}
      </dl>
      <h3>{t('reference.parameters')}</h3>
      {call.parameters.length > 0 ? (
        <FieldTable fields={call.parameters} t={t} />
      ) : (
        <p>{t('reference.noParameters')}</p>
      )}
      {call.body.length > 0 ? (
        <>
          <h3>{t('reference.body')}</h3>
          <FieldTable fields={call.body} t={t} />
        </>
      ) : null}
      <h3>{t('reference.answer')}</h3>
      {call.answer.length > 0 ? (
        <FieldTable fields={call.answer} isAnswer t={t} />
      ) : (
        <p>{t('reference.plainAnswer')}</p>
      )}
      <h3>{t('reference.refusals')}</h3>
      <RefusalTable refusals={call.refusals} />
      {call.isForm ? null : (
        <>
          <h3>{t('code.title')}</h3>
          <CodeSamples call={call} key={call.id} origin={props.origin} />
          <h3>{t('try.title')}</h3>
          <TryIt call={call} isSandbox={props.isSandbox} key={`try ${call.id}`} />
        </>
      )}
    </article>
  );
}

/** The reference. */
export default function ReferencePage({ loaderData }: Route.ComponentProps) {
  const { lines, query, mode, origin, refusals, call } = loaderData;
  const t = useTexts('docs');
  return (
    <main className="reference-page">
      <header className="reference-head">
        <h1>{t('reference.title')}</h1>
        <p>{t('reference.lead')}</p>
        <p className="reference-links">
          <Link to="../docs">{t('reference.guide')}</Link>
          <a href="/openapi.json">{t('reference.machine')}</a>
        </p>
        <SearchForm query={query} />
      </header>
      {refusals.length === 0 ? null : (
        <section className="reference-found">
          <h2>{t('reference.refusals')}</h2>
          <RefusalTable refusals={refusals} />
        </section>
      )}
      {call === null || lines.length === 0 ? (
        <EmptyState
          actions={<ButtonLink to="?">{t('reference.clear')}</ButtonLink>}
          text={t('reference.noneText')}
          title={t('reference.none', { query: query === '' ? '?' : query })}
        />
      ) : (
        <div className="reference-body">
          <CallList current={call.id} lines={lines} query={query} />
          <CallArticle call={call} isSandbox={mode === 'sandbox'} origin={origin} />
        </div>
      )}
    </main>
  );
}
