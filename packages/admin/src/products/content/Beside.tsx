// Beside the words that are written: what they become, or the newest words of another language.
import { localeNames, locales, type Locale } from '@isobath/texts';
import { ArticleBody, Select } from '@isobath/ui';
import { type ArticleBlock, editingRoutes } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { client } from '../../base/client.ts';
import { useTexts } from '../../base/texts.tsx';

const waitMs = 400;

/** What a text becomes, asked of the server a moment after the last key. */
function usePreview(body: string): readonly ArticleBlock[] {
  const [blocks, setBlocks] = useState<readonly ArticleBlock[]>([]);
  useEffect(() => {
    const leave = new AbortController();
    const timer = setTimeout(() => {
      client
        .call(editingRoutes.editorPreview, { body: { body }, signal: leave.signal })
        .then((answer) => setBlocks(answer.blocks))
        // The next key asks again.
        .catch(() => {});
    }, waitMs);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [body]);
  return blocks;
}

/** The newest words of a language, "" while they come or when there are none. */
function useOther(articleId: number, locale: string): string {
  const [body, setBody] = useState('');
  useEffect(() => {
    const leave = new AbortController();
    setBody('');
    if (locale === 'preview') return undefined;
    client
      .call(editingRoutes.editorVersions, {
        query: { articleId: String(articleId), locale },
        signal: leave.signal,
      })
      .then(({ newest }) => setBody(newest?.body ?? ''))
      // The choice can be made again.
      .catch(() => {});
    return () => leave.abort();
  }, [articleId, locale]);
  return body;
}

/** The pane. */
export function Beside(props: { articleId: number; body: string; locale: Locale }) {
  const t = useTexts('admin');
  const content = useTexts('content');
  const [choice, setChoice] = useState<string>('preview');
  const other = useOther(props.articleId, choice);
  const blocks = usePreview(choice === 'preview' ? props.body : other);
  return (
    <div className="editor-beside">
      <Select
        label={t('content.beside')}
        labelPlace="hidden"
        onChange={setChoice}
        options={[
          { value: 'preview', label: t('content.preview') },
          ...locales
            .filter((value) => value !== props.locale)
            .map((value) => ({ value: value as string, label: localeNames[value] })),
        ]}
        value={choice}
      />
      <ArticleBody
        blocks={blocks}
        renderLink={(href, words) => (
          <a
            href={href.startsWith('/') ? `/${props.locale}${href}` : href}
            rel="noreferrer noopener"
            target="_blank"
          >
            {words}
          </a>
        )}
        words={{ note: content('article.note'), warning: content('article.warning') }}
      />
    </div>
  );
}
