// Versions of one language: which one readers see, showing another, restoring an older one.
import type { Locale } from '@isobath/texts';
import { Button, Moment, Panel, Tag } from '@isobath/ui';
import { editingRoutes, type EditorRow, type RouteAnswer } from '@isobath/wire';
import { client } from '../../base/client.ts';
import { usePermission } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';

/** The list. */
export function Versions(props: {
  article: EditorRow;
  data: RouteAnswer<typeof editingRoutes.editorVersions>;
  locale: Locale;
  onChanged: () => void;
}) {
  const t = useTexts('admin');
  const canWrite = usePermission('content.write');
  const { act, isPending } = useAction();
  const { article, data, locale } = props;
  const { articleId } = article;
  const shown = article.languages.find((one) => one.locale === locale)?.shownVersion ?? 0;
  const newest = data.newest?.version ?? 0;
  const run = async (work: () => Promise<unknown>) => {
    if (await act(work, t('saved'))) props.onChanged();
  };
  const show = (version: number) =>
    run(() => client.call(editingRoutes.showVersion, { body: { articleId, locale, version } }));
  const restore = (version: number) =>
    run(() => client.call(editingRoutes.restoreVersion, { body: { articleId, locale, version } }));
  return (
    <Panel isFramed title={t('content.versions')}>
      <ul className="office-list">
        {data.versions.map((row) => (
          <li key={row.version}>
            <span className="editor-version">
              <b>{t('content.version', { number: row.version })}</b>
              {row.version === shown ? <Tag tone="info">{t('content.isShown')}</Tag> : null}
              <span>{row.title}</span>
              <small className="office-quiet">
                {row.author} <Moment atMs={row.at} />
              </small>
            </span>
            {canWrite ? (
              <span className="office-row-tools">
                {row.version === shown ? (
                  <Button isPending={isPending} onClick={() => void show(0)} size="small">
                    {t('content.hide')}
                  </Button>
                ) : (
                  <Button isPending={isPending} onClick={() => void show(row.version)} size="small">
                    {t('content.show')}
                  </Button>
                )}
                {row.version === newest ? null : (
                  <Button
                    isPending={isPending}
                    onClick={() => void restore(row.version)}
                    size="small"
                    variant="quiet"
                  >
                    {t('content.restore')}
                  </Button>
                )}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
