// What one told the house, each with where it stands and what was answered, and where nothing was
// told yet the way to the form. Not the form itself (FeedbackForm.tsx). Called by FeedbackPage.tsx.
import { feedbackRoutes } from '@isobath/wire';
import { EmptyState, ErrorState, Moment, Skeleton, Tag } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { useRequested } from '../../../base/requested.ts';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';

const askFeedback = (signal: AbortSignal) =>
  browserClient().call(feedbackRoutes.feedback, { signal });

/** The list. */
export function FeedbackList() {
  const t = useTexts('content');
  const { answer: rows, again } = useRequested(askFeedback);
  if (rows === 'failed') {
    return <ErrorState onRetry={again} title={t('feedback.offline')} />;
  }
  if (rows === null) {
    return (
      <div aria-busy="true" className="content-sent">
        <Skeleton width="60%" />
        <Skeleton width="90%" />
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        actions={
          <ButtonLink to="?" variant="primary">
            {t('feedback.give')}
          </ButtonLink>
        }
        text={t('feedback.noneText')}
        title={t('feedback.none')}
      />
    );
  }
  return (
    <ul className="content-sent">
      {rows.map((row) => (
        <li key={row.id}>
          <p className="content-sent-head">
            <Tag tone={row.state === 'answered' ? 'info' : undefined}>
              {t(`state.${row.state}`)}
            </Tag>
            <span>{t(`type.${row.type}`)}</span>
            <Moment atMs={row.createdTime} />
          </p>
          <p className="content-sent-text">{row.text}</p>
          <Pictures pictureIds={row.pictureIds} />
          {row.answer === '' ? null : (
            <div className="content-answer">
              <p className="content-sent-head">
                <b>{t('feedback.answer')}</b>
                <Moment atMs={row.answeredTime} />
              </p>
              <p className="content-sent-text">{row.answer}</p>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Pictures(props: { pictureIds: readonly string[] }) {
  if (props.pictureIds.length === 0) return null;
  return (
    <div className="content-sent-pictures">
      {props.pictureIds.map((pictureId, place) => (
        <Picture key={pictureId} number={place + 1} pictureId={pictureId} />
      ))}
    </div>
  );
}

function Picture(props: { pictureId: string; number: number }) {
  const t = useTexts('content');
  const { pictureId, number } = props;
  const [source, setSource] = useState('');
  useEffect(() => {
    const leave = new AbortController();
    browserClient()
      .call(feedbackRoutes.picture, { query: { pictureId }, signal: leave.signal })
      .then(({ type, content }) => setSource(`data:${type};base64,${content}`))
      // Its place stays empty: the words are what counts.
      .catch(() => {});
    return () => leave.abort();
  }, [pictureId]);
  const name = t('feedback.picture', { number });
  return source === '' ? (
    <span className="content-picture-room" />
  ) : (
    <img alt={name} className="content-picture-room" height={96} src={source} width={96} />
  );
}
