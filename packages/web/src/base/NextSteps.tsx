// Where to go from a list that has nothing yet: to what fills it, and to what explains it.
// Not the words of the list itself. Stands in the empty states of pages.
import { Link } from '@isobath/ui';
import { Link as RouterLink } from 'react-router';
import { ButtonLink } from './ButtonLink.tsx';
import { useTradePath } from './last-markets.ts';
import { useLocale, useTexts } from './texts.tsx';

/** To the help centre, quietly. */
export function ToHelp() {
  const shell = useTexts('shell');
  const locale = useLocale();
  return <Link render={<RouterLink to={`/${locale}/support/index`} />}>{shell('link.help')}</Link>;
}

/** To the market somebody traded last, and to help. */
export function NextSteps() {
  const shell = useTexts('shell');
  const locale = useLocale();
  const tradePath = useTradePath();
  return (
    <>
      <ButtonLink size="small" to={`/${locale}/${tradePath}`} variant="quiet">
        {shell('missing.action')}
      </ButtonLink>
      <ToHelp />
    </>
  );
}
