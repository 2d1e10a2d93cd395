// The head of a column of buttons: heard, not seen.
import type { Translate } from './texts.tsx';

/** For a column of a table. */
export function toolHead(t: Translate<'admin'>) {
  const head = t('person.tools');
  const headNode = (
    <span className="office-unseen">
      <span className="ui-sr">{head}</span>
    </span>
  );
  return { head, headNode };
}
