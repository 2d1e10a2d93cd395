// Newer and older: how a list that is read page by page goes through its pages. Each page begins
// below the last row of the one before it. The page itself reads its rows with the cursor.
import { Button } from '@isobath/ui';
import { useState } from 'react';
import { useTexts } from './texts.tsx';

/** Where a list stands. */
export interface Steps {
  /** Rows below this number are read; 0 on the newest page. */
  readonly cursor: number;
  readonly isNewest: boolean;
  readonly goNewer: () => void;
  readonly goOlder: (below: number) => void;
}

/**
 * Begin at the newest page.
 *
 * @param list - names what is read: another list begins at its own newest page.
 */
export function useSteps(list: string): Steps {
  const [state, setState] = useState<{ list: string; cursors: readonly number[] }>();
  const cursors = state?.list === list ? state.cursors : [];
  return {
    cursor: cursors.at(-1) ?? 0,
    isNewest: cursors.length === 0,
    goNewer: () => setState({ list, cursors: cursors.slice(0, -1) }),
    goOlder: (below) => setState({ list, cursors: [...cursors, below] }),
  };
}

/**
 * The buttons below a list, those that lead somewhere.
 *
 * @param props - pageRows: how many rows the server gives at most; numberOf: the number of a row
 *   that the cursor counts by.
 */
export function PageSteps<TRow>(props: {
  steps: Steps;
  rows: readonly TRow[];
  pageRows: number;
  numberOf: (row: TRow) => number;
}) {
  const t = useTexts('admin');
  const { steps } = props;
  const last = props.rows.at(-1);
  const hasOlder = last !== undefined && props.rows.length === props.pageRows;
  if (steps.isNewest && !hasOlder) return null;
  return (
    <div className="office-actions">
      {steps.isNewest ? null : (
        <Button onClick={steps.goNewer} variant="quiet">
          {t('newer')}
        </Button>
      )}
      {hasOlder ? (
        <Button onClick={() => steps.goOlder(props.numberOf(last))} variant="quiet">
          {t('older')}
        </Button>
      ) : null}
    </div>
  );
}
