// The forms of identity: standard, advanced (`?level=advanced`), and what a reviewer asked for
// (`?source=supplement`). Not the levels (LevelsPage.tsx). Listed in products.ts.
import { QueryView } from '@isobath/kit';
import { EmptyState } from '@isobath/ui';
import { useLoaderData, useNavigate, useSearchParams } from 'react-router';
import type { Route } from './+types/VerifyPage';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { PageTitle } from '../../base/PageTitle.tsx';
import { clientOfPerson } from '../../base/signed-in.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { AdvancedForm } from './form/AdvancedForm.tsx';
import { StandardForm } from './form/StandardForm.tsx';
import { SupplementForm } from './form/SupplementForm.tsx';
import { loadStanding } from './standing.ts';
import { useSupplement } from './use-supplement.ts';
import './identity.css';

/** Texts of this page. */
export const handle = { texts: ['identity', 'kit'] } as const;

/** Not for search engines: it is one's own. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** What can be asked for now; a guest is sent to sign in. */
export async function loader(args: Route.LoaderArgs) {
  return loadStanding(clientOfPerson(args));
}

/** The page. */
export default function VerifyPage() {
  const t = useTexts('identity');
  const shell = useTexts('shell');
  const [search] = useSearchParams();
  const isSupplement = search.get('source') === 'supplement';
  const isAdvanced = search.get('level') === 'advanced';
  const title = isSupplement ? shell('link.supplement') : t(isAdvanced ? 'level.2' : 'level.1');
  return (
    <main className="identity-page identity-narrow">
      <PageTitle name={title} />
      <h1 className="identity-title">{title}</h1>
      <FormOf isAdvanced={isAdvanced} isSupplement={isSupplement} />
    </main>
  );
}

/** The form, or why there is none. */
function FormOf({ isSupplement, isAdvanced }: { isSupplement: boolean; isAdvanced: boolean }) {
  const t = useTexts('identity');
  const locale = useLocale();
  const navigate = useNavigate();
  const { levels } = useLoaderData<typeof loader>();
  const supplement = useSupplement();
  const leave = () => void navigate(`/${locale}/verifiedIndex`);
  if (isSupplement && supplement.data?.items.length !== 0) {
    return (
      <QueryView read={supplement}>
        {(asked) => <SupplementForm onSent={leave} supplement={asked} />}
      </QueryView>
    );
  }
  const level = levels.find(({ type }) => type === (isAdvanced ? 2 : 1));
  const canAsk = level?.state === 'none' || level?.state === 'refused';
  if (!isSupplement && canAsk) {
    return isAdvanced ? <AdvancedForm onSent={leave} /> : <StandardForm onSent={leave} />;
  }
  return (
    <EmptyState
      actions={
        <ButtonLink to={`/${locale}/verifiedIndex`} variant="primary">
          {t('toLevels')}
        </ButtonLink>
      }
      title={isSupplement || level === undefined ? t('asked.none') : t(`state.${level.state}`)}
    />
  );
}
