// The search of a phone: a sheet. Loaded by SearchTool.tsx when it is asked for, with what is in
// it: a sheet whose inside came later would stand empty meanwhile.
import { Dialog } from '@isobath/ui';
import { useTexts } from '../../base/texts.tsx';
import { SearchPanel } from './SearchPanel.tsx';

/** The sheet with the search. */
export function SearchSheet(props: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  keyword: string;
  onKeyword: (keyword: string) => void;
}) {
  const t = useTexts('shell');
  const { isOpen, onOpenChange, keyword, onKeyword } = props;
  // The words of the search, before there is a sheet.
  useTexts('account');
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={t('ui.search')}>
      <SearchPanel keyword={keyword} onKeyword={onKeyword} onLeave={() => onOpenChange(false)} />
    </Dialog>
  );
}
