// One article: its words in one language, a preview or another language beside them, its versions,
// and from when to when it is shown. A draft is kept by the button only.
import { useRead } from '@isobath/kit';
import { localeNames, locales, type Locale } from '@isobath/texts';
import { Button, Panel, Select, TextArea, TextField } from '@isobath/ui';
import { editingRoutes, type EditorRow, type RouteAnswer } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { Missing, sayUnready } from '../../base/missing.tsx';
import { usePermission } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import { Beside } from './Beside.tsx';
import { Terms } from './Terms.tsx';
import { Versions } from './Versions.tsx';

type Versioned = RouteAnswer<typeof editingRoutes.editorVersions>;

/** The editor of one article. */
export function EditorPage(props: {
  article: EditorRow;
  categories: readonly { readonly categoryId: number; readonly name: string }[];
  onChanged: () => void;
}) {
  const t = useTexts('admin');
  const { article } = props;
  const { articleId } = article;
  const [locale, setLocale] = useState<Locale>('en_US');
  const loaded = useRead(['versions', articleId, locale], (signal) =>
    client.call(editingRoutes.editorVersions, {
      query: { articleId: String(articleId), locale },
      signal,
    }),
  );
  const reload = () => {
    loaded.reload();
    props.onChanged();
  };
  return (
    <>
      <PageHead
        back={{ path: 'content', label: t('page.content') }}
        text={article.code}
        title={article.title}
      />
      <div className="office-stack">
        <Select
          className="editor-language"
          label={t('language')}
          onChange={setLocale}
          options={locales.map((value) => ({
            value,
            label: localeNames[value],
            note: article.languages.some((one) => one.locale === value) ? '●' : '',
          }))}
          value={locale}
        />
        <LoadedBody read={loaded}>
          {(data) => (
            <div className="office-stack">
              <Words
                article={article}
                data={data}
                key={`${locale} ${data.newest?.version ?? 0}`}
                locale={locale}
                onSaved={reload}
              />
              <Versions article={article} data={data} locale={locale} onChanged={reload} />
            </div>
          )}
        </LoadedBody>
        <Terms article={article} categories={props.categories} onChanged={props.onChanged} />
      </div>
    </>
  );
}

function Words(props: {
  article: EditorRow;
  data: Versioned;
  locale: Locale;
  onSaved: () => void;
}) {
  const t = useTexts('admin');
  const canWrite = usePermission('content.write');
  const { act, isPending } = useAction();
  const { newest } = props.data;
  const [draft, setDraft] = useState({
    title: newest?.title ?? '',
    summary: newest?.summary ?? '',
    body: newest?.body ?? '',
  });
  const isSame =
    draft.title === newest?.title && draft.summary === newest.summary && draft.body === newest.body;
  const why = sayUnready(t, {
    missing: draft.title.trim() === '' ? ['content.title'] : [],
    isSame,
  });
  const save = async () => {
    const { articleId } = props.article;
    const body = { articleId, locale: props.locale, baseVersion: newest?.version ?? 0, ...draft };
    const work = () => client.call(editingRoutes.saveVersion, { body });
    if (await act(work, t('saved'))) props.onSaved();
  };
  return (
    <div className="editor-columns">
      <form
        className="office-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          input={{ maxLength: 200 }}
          isDisabled={!canWrite}
          label={t('content.title')}
          onChange={(title) => setDraft({ ...draft, title })}
          value={draft.title}
        />
        <TextArea
          isDisabled={!canWrite}
          label={t('content.summary')}
          maxLength={500}
          onChange={(summary) => setDraft({ ...draft, summary })}
          rows={2}
          value={draft.summary}
        />
        <TextArea
          className="editor-body"
          isDisabled={!canWrite}
          label={t('content.body')}
          maxLength={60_000}
          onChange={(body) => setDraft({ ...draft, body })}
          rows={22}
          value={draft.body}
        />
        {canWrite ? (
          <div>
            <Button isPending={isPending} type="submit" variant="primary" {...why}>
              {t('content.keep')}
            </Button>
            <Missing why={why} />
          </div>
        ) : null}
      </form>
      <Panel isFramed title={t('content.beside')}>
        <Beside articleId={props.article.articleId} body={draft.body} locale={props.locale} />
      </Panel>
    </div>
  );
}
