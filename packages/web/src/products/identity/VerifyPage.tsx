// The forms of identity: standard, advanced or company (`?level=`), and what a reviewer asked for
// (`?source=supplement`). Not the levels (LevelsPage.tsx). Listed in products.ts.
import { QueryView, Waiting } from '@isobath/kit';
import { EmptyState } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { useLoaderData, useNavigate, useSearchParams } from 'react-router';
import type { Route } from './+types/VerifyPage';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { PageTitle } from '../../base/PageTitle.tsx';
import { clientOfPerson } from '../../base/signed-in.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { CompanyForm } from './company/CompanyForm.tsx';
import { AdvancedForm } from './form/AdvancedForm.tsx';
import { StandardForm } from './form/StandardForm.tsx';
import { SupplementForm } from './form/SupplementForm.tsx';
import { addWayBack, readWayBack } from '../../base/identity-way.ts';
import { canStart, type LevelType, loadStanding } from './standing.ts';
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

const forms = { 1: StandardForm, 2: AdvancedForm, 3: CompanyForm } as const;

function readType(level: string | null): LevelType {
  if (level === 'advanced') return 2;
  return level === 'company' ? 3 : 1;
}

function isOwnDocument(): boolean {
  if (typeof window === 'undefined') return true;
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded === undefined || new URL(loaded.name).pathname === location.pathname;
}

/**
 * The camera is allowed where the document was loaded as this page: whoever came from another page
 * of the site loads it once more.
 *
 * @returns Whether this is that document. Until then nothing may be filled in: it would be lost.
 */
function useOwnDocument(): boolean {
  const [isOwn] = useState(isOwnDocument);
  useEffect(() => {
    if (!isOwn) location.reload();
  }, [isOwn]);
  return isOwn;
}

/** The page. */
export default function VerifyPage() {
  const t = useTexts('identity');
  const shell = useTexts('shell');
  const [search] = useSearchParams();
  const isSupplement = search.get('source') === 'supplement';
  const type = readType(search.get('level'));
  const title = isSupplement ? shell('link.supplement') : t(`level.${type}`);
  const isOwn = useOwnDocument();
  return (
    <main className="identity-page identity-narrow">
      <PageTitle name={title} />
      <h1 className="identity-title">{title}</h1>
      {isOwn ? <FormOf isSupplement={isSupplement} type={type} /> : <Waiting />}
    </main>
  );
}

/** The form, or why there is none. */
function FormOf({ isSupplement, type }: { isSupplement: boolean; type: LevelType }) {
  const t = useTexts('identity');
  const locale = useLocale();
  const navigate = useNavigate();
  const { levels } = useLoaderData<typeof loader>();
  const supplement = useSupplement();
  const [search] = useSearchParams();
  const levelsAt = addWayBack(`/${locale}/verifiedIndex`, readWayBack(search));
  const leave = () => void navigate(levelsAt);
  if (isSupplement && supplement.data?.items.length !== 0) {
    return (
      <QueryView read={supplement}>
        {(asked) => <SupplementForm onSent={leave} supplement={asked} />}
      </QueryView>
    );
  }
  const level = levels.find((one) => one.type === type);
  if (!isSupplement && level !== undefined && canStart(level.state)) {
    const Form = forms[type];
    return <Form onSent={leave} />;
  }
  return (
    <EmptyState
      actions={
        <ButtonLink to={levelsAt} variant="primary">
          {t('toLevels')}
        </ButtonLink>
      }
      title={isSupplement || level === undefined ? t('asked.none') : t(`state.${level.state}`)}
    />
  );
}
