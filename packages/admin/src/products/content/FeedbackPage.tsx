// What people told the house, and answering it: a queue with the chosen one beside it. Not
// conversations: those are the service desk's. Listed by index.ts.
import { ReviewQueue, useRead } from '@isobath/kit';
import { Button, EmptyState, Moment, Panel, Tag, TextArea } from '@isobath/ui';
import { editingRoutes, type RouteAnswer } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { goTo, linkTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { PageHead } from '../../base/PageBody.tsx';
import { Missing, sayUnready } from '../../base/missing.tsx';
import { usePermission } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import './content.css';

type Row = RouteAnswer<typeof editingRoutes.listFeedback>[number];

type List = 'open' | 'all';

/** The page. */
export function FeedbackPage({ rest }: { rest: string }) {
  const t = useTexts('admin');
  const content = useTexts('content');
  const [list, setList] = useState<List>('open');
  const queue = useRead(['feedback', list], (signal) =>
    client.call(editingRoutes.listFeedback, {
      query: { isOpen: list === 'open' ? 'true' : 'false' },
      signal,
    }),
  );
  const chosen = queue.data?.find(({ id }) => id === rest);
  return (
    <>
      <PageHead text={t('feedback.text')} title={t('page.feedback')} />
      <ReviewQueue<Row, List>
        backLabel={t('back')}
        choose={{ title: t('feedback.choose') }}
        chosen={rest}
        empty={
          <EmptyState
            size="small"
            title={list === 'open' ? t('feedback.none') : t('person.none')}
          />
        }
        label={t('page.feedback')}
        linkTo={(key) => linkTo(key === '' ? 'feedback' : `feedback/${key}`)}
        list={list}
        lists={[
          { value: 'open', label: t('feedback.open') },
          { value: 'all', label: t('feedback.all') },
        ]}
        onList={setList}
        read={queue}
        showRow={(row) => ({
          key: row.id,
          title: content(`type.${row.type}`),
          marks: <Tag tone="outline">{content(`state.${row.state}`)}</Tag>,
          text: row.text,
          note: String(row.ownerId),
          atMs: row.createdTime,
          isOwn: false,
        })}
      >
        {chosen === undefined ? (
          <NotListed list={list} queue={queue} onAll={() => setList('all')} />
        ) : (
          <Feedback
            key={chosen.id}
            onAnswered={() => {
              queue.reload();
              goTo('feedback');
            }}
            row={chosen}
          />
        )}
      </ReviewQueue>
    </>
  );
}

/** In place of one that the list does not have: it may have been answered meanwhile. */
function NotListed(props: { list: List; queue: { data: unknown }; onAll: () => void }) {
  const t = useTexts('admin');
  if (props.queue.data === null) return null;
  return (
    <EmptyState
      actions={
        props.list === 'open' ? (
          <Button onClick={props.onAll} variant="quiet">
            {t('feedback.all')}
          </Button>
        ) : null
      }
      title={t('feedback.gone')}
    />
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
