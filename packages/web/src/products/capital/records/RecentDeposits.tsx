// The newest deposits, below the page that gives the address.
import { RecordsList } from '@isobath/kit';
import { ChevronRight, Panel } from '@isobath/ui';
import { Link } from 'react-router';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { type RecordNames, useDeposits } from './use-deposits.tsx';

const LIMIT = 10;

/** The panel. */
export function RecentDeposits({ names }: { names: RecordNames }) {
  const t = useTexts('capital');
  const shell = useTexts('shell');
  const locale = useLocale();
  const records = useDeposits({ names, filter: {}, limit: LIMIT });
  return (
    <Panel
      className="records-deposits"
      isFramed
      title={t('records.recent')}
      tools={
        <Link
          aria-label={shell('link.records')}
          className="ui-icon-button"
          data-size="medium"
          to={`/${locale}/assetManagement/financial?type=1`}
        >
          <ChevronRight aria-hidden="true" />
        </Link>
      }
    >
      <RecordsList {...records} />
    </Panel>
  );
}
