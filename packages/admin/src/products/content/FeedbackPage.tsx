// What people told the house, and answering it. Not conversations: those are the service desk's.
// Listed by index.ts.
import { useRead } from '@isobath/kit';
import { Button, EmptyState, Moment, Panel, Segmented, Tag, TextArea } from '@isobath/ui';
import { editingRoutes, type RouteAnswer } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { linkTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { Missing, sayUnready } from '../../base/missing.tsx';
import { usePermission } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import './content.css';

type Row = RouteAnswer<typeof editingRoutes.listFeedback>[number];

/** The page. */
export function FeedbackPage() {
  const t = useTexts('admin');
  const [isOpen, setOpen] = useState<'true' | 'false'>('true');
  const loaded = useRead(['feedback', isOpen], (signal) =>
    client.call(editingRoutes.listFeedback, { query: { isOpen }, signal }),
  );
  return (
    <>
      <PageHead text={t('feedback.text')} title={t('page.feedback')} />
      <div className="office-filters">
        <Segmented
          label={t('page.feedback')}
          onChange={setOpen}
          options={[
            { value: 'true', label: t('feedback.open') },
            { value: 'false', label: t('feedback.all') },
          ]}
          value={isOpen}
        />
      </div>
      <LoadedBody read={loaded}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              actions={
                isOpen === 'true' ? (
                  <Button onClick={() => setOpen('false')} variant="quiet">
                    {t('feedback.all')}
                  </Button>
                ) : null
              }
              title={isOpen === 'true' ? t('feedback.none') : t('person.none')}
            />
          ) : (
            <div className="office-stack">
              {rows.map((row) => (
                <Feedback key={row.id} onAnswered={loaded.reload} row={row} />
              ))}
            </div>
          )
        }
      </LoadedBody>
    </>
  );
}

function Feedback(props: { row: Row; onAnswered: () => void }) {
  const t = useTexts('admin');
  const content = useTexts('content');
  const canAnswer = usePermission('desk.answer');
  const { act, isPending } = useAction();
  const { row } = props;
  const [answer, setAnswer] = useState(row.answer);
  const why = sayUnready(t, {
    missing: answer.trim() === '' ? ['feedback.answer'] : [],
    isSame: answer === row.answer,
  });
  const send = async () => {
    const body = { feedbackId: Number(row.id), answer };
    const work = () => client.call(editingRoutes.answerFeedback, { body });
    if (await act(work, t('saved'))) props.onAnswered();
  };
  return (
    <Panel
      isFramed
      title={content(`type.${row.type}`)}
      tools={<Tag tone="outline">{content(`state.${row.state}`)}</Tag>}
    >
      <div className="office-form editor-feedback">
        <small className="office-quiet editor-feedback-head">
          <a className="ui-link" {...linkTo(`people/${row.ownerId}`)}>
            {row.ownerId}
          </a>
          <Moment atMs={row.createdTime} />
          <span>{row.locale}</span>
          {row.contact === '' ? null : <span>{row.contact}</span>}
        </small>
        <p>{row.text}</p>
        {row.pictureIds.length === 0 ? null : (
          <>
            <small className="office-quiet">
              {t('feedback.pictures', { number: row.pictureIds.length })}
            </small>
            <div className="editor-pictures">
              {row.pictureIds.map((pictureId, place) => (
                <Picture key={pictureId} number={place + 1} pictureId={pictureId} />
              ))}
            </div>
          </>
        )}
        <TextArea
          isDisabled={!canAnswer}
          label={t('feedback.answer')}
          maxLength={4_000}
          onChange={setAnswer}
          rows={3}
          value={answer}
        />
        {canAnswer ? (
          <div>
            <Button isPending={isPending} onClick={() => void send()} variant="primary" {...why}>
              {t('feedback.send')}
            </Button>
            <Missing why={why} />
          </div>
        ) : null}
      </div>
    </Panel>
  );
}

function Picture(props: { pictureId: string; number: number }) {
  const content = useTexts('content');
  const { pictureId, number } = props;
  const [source, setSource] = useState('');
  useEffect(() => {
    const leave = new AbortController();
    client
      .call(editingRoutes.readFeedbackPicture, { query: { pictureId }, signal: leave.signal })
      .then(({ type, content: bytes }) => setSource(`data:${type};base64,${bytes}`))
      // Its place stays empty: the words are what counts.
      .catch(() => {});
    return () => leave.abort();
  }, [pictureId]);
  if (source === '') return <span className="editor-picture" />;
  return (
    <img alt={content('feedback.picture', { number })} className="editor-picture" src={source} />
  );
}
