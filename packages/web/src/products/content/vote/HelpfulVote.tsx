// Whether an article helped: yes or no, one vote for each person or browser, changed by pressing
// the other, taken back by pressing the same. Not the counts: those are the editor's.
import { ApiError } from '@isobath/sdk';
import { contentRoutes } from '@isobath/wire';
import { Button } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { browserClient } from '../../../base/client.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { feedbackAddress } from '../links.tsx';

type Vote = boolean | null;

/** The caller's vote as the server has it; undefined until it is known. */
function useVote(code: string) {
  const [vote, setVote] = useState<Vote | undefined>(undefined);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isHere = true;
    setVote(undefined);
    setProblem('');
    browserClient()
      .call(contentRoutes.vote, { query: { code } })
      .then(({ isHelpful }) => isHere && setVote(isHelpful))
      // Whoever votes writes over what could not be read.
      .catch(() => isHere && setVote(null));
    return () => {
      isHere = false;
    };
  }, [code]);
  const write = async (wanted: Vote, failed: string) => {
    const before = vote;
    setVote(wanted);
    setProblem('');
    try {
      await browserClient().call(contentRoutes.setVote, { body: { code, isHelpful: wanted } });
    } catch (error) {
      setVote(before);
      setProblem(error instanceof ApiError ? error.message : failed);
    }
  };
  return { vote, problem, write };
}

/** The question at the end of an article. */
export function HelpfulVote({ code }: { code: string }) {
  const t = useTexts('content');
  const locale = useLocale();
  const { vote, problem, write } = useVote(code);
  const press = (wanted: boolean) =>
    void write(vote === wanted ? null : wanted, t('feedback.offline'));
  return (
    <section aria-labelledby="helpful-question" className="content-vote">
      <h2 id="helpful-question">{t('vote.question')}</h2>
      <div className="content-vote-answers">
        {([true, false] as const).map((answer) => (
          <Button
            aria-pressed={vote === answer}
            disabled={vote === undefined}
            key={String(answer)}
            onClick={() => press(answer)}
            variant={vote === answer ? 'primary' : 'quiet'}
          >
            {t(answer ? 'vote.yes' : 'vote.no')}
          </Button>
        ))}
      </div>
      <p aria-live="polite">
        {problem}
        {problem === '' && vote === true ? t('vote.thanks') : null}
        {problem === '' && vote === false ? (
          <>
            {t('vote.sorry')}{' '}
            <Link to={feedbackAddress(locale, `support/article?code=${code}`)}>
              {t('feedback.give')}
            </Link>
          </>
        ) : null}
      </p>
    </section>
  );
}
