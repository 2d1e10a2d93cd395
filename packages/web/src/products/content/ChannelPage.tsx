// Is this really the house? What somebody pastes is compared with the list of what is ours, in the
// browser; with `?text=` the server judges, so that it works without a script too.
// Not the judgement itself: official/check.ts.
import {
  contentRoutes,
  type DownloadConfig,
  type OfficialChannel,
  siteRoutes,
} from '@isobath/wire';
import { Banner } from '@isobath/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Route } from './+types/ChannelPage';
import { useDownloads } from '../../base/downloads/use-downloads.ts';
import { pageRequest } from '../../base/page-context.ts';
import { PageTitle } from '../../base/PageTitle.tsx';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { checkChannel, type Verdict } from './official/check.ts';
import { listOwnChannels } from './official/own-channels.ts';
import { SearchForm } from './SearchForm.tsx';
import './content.css';

/** Texts of this page. */
export const handle = { texts: ['content'] } as const;

/** The list, and the text of the address. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { client } = context.get(pageRequest);
  const [listed, { address, contacts }] = await Promise.all([
    client.call(contentRoutes.channels),
    client.call(siteRoutes.webConfig),
  ]);
  const text = (new URL(request.url).searchParams.get('text') ?? '').slice(0, TEXT_LENGTH_MAX);
  return { address, listed, contacts, text };
}

/** Until the browser has asked for them. */
const noDownloads: DownloadConfig = { appUrl: '', androidUrl: '', iosUrl: '', backupWebsites: [] };
const TEXT_LENGTH_MAX = 400;
const kinds = ['domain', 'mail', 'phone', 'social'] as const;

/** The page. */
export default function ChannelPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('content');
  const locale = useLocale();
  const { address, listed, contacts } = loaderData;
  const downloads = useDownloads() ?? noDownloads;
  const channels = listOwnChannels(address, listed, { contacts, downloads });
  const [text, setText] = useState(loaderData.text);
  const [checked, setChecked] = useState(loaderData.text);
  return (
    <main className="content-page">
      <PageTitle about={t('channel.lead')} name={t('channel.title')} />
      <header className="content-head">
        <h1 className="content-title">{t('channel.title')}</h1>
        <p className="content-lead">{t('channel.lead')}</p>
      </header>
      <SearchForm
        goLabel={t('channel.check')}
        label={t('channel.input')}
        lengthMax={TEXT_LENGTH_MAX}
        name="text"
        onChange={setText}
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(text);
        }}
        value={text}
      />
      <div aria-live="polite" className="content-verdict">
        {checked.trim() === '' ? null : (
          <Judgement text={checked.trim()} verdict={checkChannel(checked, channels)} />
        )}
      </div>
      <OwnList channels={channels} />
      <section className="content-section">
        <h2>{t('channel.never')}</h2>
        <ul className="content-bullets">
          {(['never1', 'never2', 'never3'] as const).map((rule) => (
            <li key={rule}>{t(`channel.${rule}`)}</li>
          ))}
        </ul>
        <p>
          {t('channel.report')} <Link to={`/${locale}/userfeedback`}>{t('feedback.give')}</Link>
        </p>
      </section>
    </main>
  );
}

function Judgement({ text, verdict }: { text: string; verdict: Verdict }) {
  const t = useTexts('content');
  const seen = <code className="content-pasted">{text.slice(0, 200)}</code>;
  switch (verdict.kind) {
    case 'official':
      return (
        <Banner title={t('verdict.official')}>
          {seen}
          <p>{t('verdict.officialText')}</p>
        </Banner>
      );
    case 'copy':
      return (
        <Banner title={t('verdict.copy')} tone="danger">
          {seen}
          <p>{t('verdict.copyText', { ours: verdict.channel.value })}</p>
          {verdict.hasHidden ? <p>{t('verdict.hidden')}</p> : null}
        </Banner>
      );
    case 'handle':
      return (
        <Banner title={t('verdict.handle')} tone="warn">
          {seen}
          <p>
            {t('verdict.handleText', {
              places: verdict.channels.map(({ value }) => value).join(', '),
            })}
          </p>
        </Banner>
      );
    case 'unknown':
      return (
        <Banner title={t('verdict.unknown')} tone="danger">
          {seen}
          <p>{t('verdict.unknownText')}</p>
        </Banner>
      );
    case 'unreadable':
      return (
        <Banner title={t('verdict.unreadable')} tone="warn">
          <p>{t(verdict.hasHidden ? 'verdict.hidden' : 'verdict.unreadableText')}</p>
        </Banner>
      );
  }
}

function OwnList({ channels }: { channels: readonly OfficialChannel[] }) {
  const t = useTexts('content');
  return (
    <section className="content-section">
      <h2>{t('channel.list')}</h2>
      <p>{t('channel.listText')}</p>
      <dl className="content-channels">
        {kinds.map((kind) => {
          const own = channels.filter((channel) => channel.kind === kind);
          return (
            <div key={kind}>
              <dt>{t(`channel.${kind}`)}</dt>
              {own.length === 0 ? <dd className="content-none">{t('channel.none')}</dd> : null}
              {own.map(({ value, name }) => (
                <dd key={value}>
                  <code>{value}</code>
                  {name === '' ? null : <span>{name}</span>}
                </dd>
              ))}
            </div>
          );
        })}
      </dl>
    </section>
  );
}
