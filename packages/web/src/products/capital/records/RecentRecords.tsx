// The newest deposits or withdrawals, below the page that makes them.
import { RecordsList } from '@isobath/kit';
import { ChevronRight, Panel } from '@isobath/ui';
import { Link } from 'react-router';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { type RecordNames, useCapitalRecords } from './use-capital-records.tsx';

const LIMIT = 10;

/** The panel. @param props - type: 1 deposits, 2 withdrawals; apartId: one shown elsewhere. */
export function RecentRecords(props: { names: RecordNames; type: 1 | 2; apartId?: string }) {
  const { names, type, apartId } = props;
  const t = useTexts('capital');
  const shell = useTexts('shell');
  const locale = useLocale();
  const records = useCapitalRecords({ names, filter: {}, type, limit: LIMIT, apartId });
  return (
    <Panel
      className="records-deposits"
      isFramed
      title={t(type === 1 ? 'records.recent' : 'records.recentOut')}
      tools={
        <Link
          aria-label={shell('link.records')}
          className="ui-icon-button"
          data-size="medium"
          to={`/${locale}/assetManagement/financial?type=${type}`}
        >
          <ChevronRight aria-hidden="true" />
        </Link>
      }
    >
      <RecordsList {...records} />
    </Panel>
  );
}
