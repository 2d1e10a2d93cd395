// What stands in the search popup while its rows are on their way or do not come, in their height.
// Shown by SearchPanel.tsx.
import { EmptyState, ErrorState, Skeleton } from '@isobath/ui';
import { useTexts } from '../../base/texts.tsx';

/** Rows that are on their way. @param isDrawn - not yet in the first moment: their room alone. */
export function WaitingRows(props: { count: number; isDrawn: boolean }) {
  const t = useTexts('shell');
  return (
    <ul aria-busy="true" aria-label={t('ui.loading')} className="search-list">
      {Array.from({ length: props.count }, (_, place) => (
        <li className="search-ghost" key={place}>
          {props.isDrawn ? (
            <>
              <Skeleton height={20} width={20} />
              <Skeleton width="40%" />
              <Skeleton width={64} />
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** No answer came. */
export function SearchFailed(props: { onAgain: () => void }) {
  const t = useTexts('account');
  return <ErrorState onRetry={props.onAgain} size="small" title={t('search.failed')} />;
}

/** An exchange without markets. */
export function NoMarkets() {
  const t = useTexts('account');
  return <EmptyState size="small" title={t('search.noMarkets')} />;
}
