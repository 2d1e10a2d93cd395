// The search of a phone: a sheet. Loaded by SearchTool.tsx when it is asked for.
import { Dialog } from '@isobath/ui';
import type { ReactNode } from 'react';
import { useTexts } from '../../base/texts.tsx';

/** The sheet around the search. */
export function SearchSheet(props: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  const t = useTexts('shell');
  return (
    <Dialog isOpen={props.isOpen} onOpenChange={props.onOpenChange} title={t('ui.search')}>
      {props.children}
    </Dialog>
  );
}
