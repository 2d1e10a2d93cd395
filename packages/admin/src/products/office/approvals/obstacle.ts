// Why an operator cannot approve a request that waits, in words. Used by the list and the dialog.
import type { ApprovalRow } from '@isobath/wire';
import { useTexts } from '../../../base/texts.tsx';

/** Why; undefined when they can. */
export function useObstacle({ obstacle }: Pick<ApprovalRow, 'obstacle'>): string | undefined {
  const t = useTexts('admin');
  const custody = useTexts('custody');
  if (obstacle === 'none') return undefined;
  if (obstacle === 'own') return t('approval.own');
  return custody(obstacle === 'released' ? 'approval.yours' : 'noRight');
}
