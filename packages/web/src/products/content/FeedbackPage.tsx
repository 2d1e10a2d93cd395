// Feedback: a form, and what was sent with its answers.
import { TabLinks } from '@isobath/ui';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Route } from './+types/FeedbackPage';
import { PageTitle } from '../../base/PageTitle.tsx';
import { clientOfPerson } from '../../base/signed-in.ts';
import { useTexts } from '../../base/texts.tsx';
import { FeedbackForm } from './feedback/FeedbackForm.tsx';
import { FeedbackList } from './feedback/FeedbackList.tsx';
import './content.css';
import './feedback/feedback.css';

/** Texts of this page. */
export const handle = { texts: ['content'] } as const;

/** Not for search engines: it is one's own. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** A guest is sent to sign in. */
export async function loader(args: Route.LoaderArgs) {
  clientOfPerson(args);
  return null;
}

const LIST = 'feedbackTab';

/** The page. */
export default function FeedbackPage() {
  const t = useTexts('content');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const isList = search.get('tab') === LIST;
  return (
    <main className="content-page content-narrow">
      <PageTitle name={t('feedback.title')} />
      <header className="content-head">
        <h1 className="content-title">{t('feedback.title')}</h1>
        <p className="content-lead">{t('feedback.lead')}</p>
      </header>
      <TabLinks
        label={t('feedback.title')}
        tabs={[
          { value: 'new', label: t('feedback.new'), link: <Link replace to="?" /> },
          { value: LIST, label: t('feedback.mine'), link: <Link replace to={`?tab=${LIST}`} /> },
        ]}
        value={isList ? LIST : 'new'}
      />
      {isList ? (
        <FeedbackList />
      ) : (
        <FeedbackForm
          onSent={() => void navigate(`?tab=${LIST}`, { replace: true })}
          page={search.get('page') ?? ''}
        />
      )}
    </main>
  );
}
