// The notification centre as a page: messages, price alerts, and what one wants to hear of.
import { TabLinks } from '@isobath/ui';
import { Link, useSearchParams } from 'react-router';
import type { Route } from './+types/InboxPage';
import { Wanted } from '../../base/notifications/Wanted.tsx';
import { clientOfPerson } from '../../base/signed-in.ts';
import { useTexts } from '../../base/texts.tsx';
import { Alerts } from './Alerts.tsx';
import { Chooser } from './Chooser.tsx';
import { TaskReminder } from './tasks/TaskReminder.tsx';
import './inbox.css';

/** Texts of this page. */
export const handle = { texts: ['inbox'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** A guest is sent to sign in; the messages themselves are loaded in the browser. */
export async function loader(args: Route.LoaderArgs) {
  clientOfPerson(args);
  return null;
}

const sections = ['messages', 'alerts', 'wanted'] as const;
const WORDS = { messages: 'title', alerts: 'alerts.title', wanted: 'wanted.title' } as const;

/** The page. */
export default function InboxPage() {
  const t = useTexts('inbox');
  const [search] = useSearchParams();
  const section = sections.find((each) => each === search.get('tab')) ?? 'messages';
  return (
    <main className="inbox-page">
      <h1 className="inbox-title">{t(WORDS[section])}</h1>
      <TabLinks
        label={t('title')}
        tabs={sections.map((value) => ({
          value,
          label: t(WORDS[value]),
          link: <Link replace to={value === 'messages' ? '?' : `?tab=${value}`} />,
        }))}
        value={section}
      />
      <div className="inbox-section">
        {section === 'messages' ? <Chooser reminder={<TaskReminder />} /> : null}
        {section === 'alerts' ? <Alerts /> : null}
        {section === 'wanted' ? <Wanted /> : null}
      </div>
    </main>
  );
}
